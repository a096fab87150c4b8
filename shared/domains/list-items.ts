/** A character that no item of a list can have. */
export const signOfLists = /[,"[\]]/

/** The items of a list: what stands between commas, with or without brackets and quotes. */
export const itemsOf = (text: string): string[] =>
  text
    .split(signOfLists)
    .map(item => item.trim())
    .filter(item => item !== '')
