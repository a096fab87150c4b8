/**
 * Interns words that files repeat in each record, such as the names of fields. So parsing allocates no string for them,
 * and V8 compares and looks up equal strings by their pointer. A fixed-size cache: each slot has its last word.
 */
const known: string[] = new Array<string>(1024).fill('')

/** Longer words are rarely repeated, and not interned. */
export const longestWord = 64

/** A part of a text; the same string object if it is still in the cache. */
export function wordIn(text: string, start: number, end: number): string {
  const length = end - start
  if (length === 0 || length > longestWord) return text.slice(start, end)
  const place =
    (text.charCodeAt(start) * 31 + text.charCodeAt(end - 1) * 7 + text.charCodeAt(start + (length >> 1)) * 3 + length) &
    1023
  const word = known[place]!
  if (word.length === length && text.startsWith(word, start)) return word
  const part = withoutText(text.slice(start, end))
  known[place] = part
  return part
}

/**
 * Makes V8 internalize the string as it does with property names: one copy, without a reference to the long text.
 */
const withoutText = (part: string): string => Object.keys({ [part]: true })[0]!
