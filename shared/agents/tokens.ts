/**
 * About how many tokens a language model reads a text as, rather too many than too few: three characters of ASCII a
 * token, where English prose has over four, and two tokens for each other character.
 */
export function estimatedTokens(text: string): number {
  let others = 0
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7e) others++
  return Math.ceil((text.length - others) / 3) + 2 * others
}

/** The most tokens of one answer. */
export const mostTokens = 10_000
