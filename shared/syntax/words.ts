/**
 * The words that files repeat in each record, such as the names of fields, as one string each: reading one makes no new
 * string, and a string met again is compared and looked up at once. Holds the last word of each of so many places.
 */
const known: string[] = new Array<string>(1024).fill('')

/** What is longer is hardly there twice. */
const longest = 64

/** The part of a text, the same string object as long as it is met again. */
export function wordIn(text: string, start: number, end: number): string {
  const length = end - start
  if (length === 0 || length > longest) return text.slice(start, end)
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
 * The same string as the engine keeps the names of properties: one of each, and without the text that it was cut from.
 */
const withoutText = (part: string): string => Object.keys({ [part]: true })[0]!
