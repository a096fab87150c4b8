/** The items of a list: what stands between commas, with or without brackets and quotes. */
export const itemsOf = (text: string): string[] =>
  text
    .split(/[,"[\]]/)
    .map(item => item.trim())
    .filter(item => item !== '')
