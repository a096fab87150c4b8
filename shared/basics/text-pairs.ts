/** Two texts, and where they are written. */
export interface TextPair {
  readonly from: string
  readonly to: string
  readonly start: number
  readonly end: number
}

/**
 * Reads pairs of texts such as `High=high,"a, b"=c`: a text with a comma or `=` stands in quotes.
 *
 * @param first where the first pair starts
 * @returns the pairs, or the offset of the first one that cannot be read
 */
export function readTextPairs(
  source: string,
  first: number,
): { readonly pairs: readonly TextPair[] } | { readonly failedAt: number } {
  const pairs: TextPair[] = []
  let position = first
  while (position <= source.length) {
    const pair = pairPattern.exec(source.slice(position))
    const end = position + (pair?.[0].length ?? 0)
    if (!pair || (end < source.length && source[end] !== ',')) return { failedAt: position }
    const [, blanks = '', from = '', to = ''] = pair
    const start = position + blanks.length
    pairs.push({ from: textOfPart(from), to: textOfPart(to), start, end: Math.max(end, start + 1) })
    position = end + 1
  }
  return { pairs }
}

/** Two texts, each in quotes or without a comma and `=`. */
const pairPattern = /^(\s*)("(?:[^"\\]|\\.)*"|[^",=]*?)\s*=\s*("(?:[^"\\]|\\.)*"|[^",=]*?)\s*(?=,|$)/

/** A text in quotes is read as JSON; a `\` before another sign stands for that sign. */
function textOfPart(part: string): string {
  if (!part.startsWith('"')) return part
  try {
    return JSON.parse(part) as string
  } catch {
    return part.slice(1, -1).replace(/\\(.)/g, '$1')
  }
}
