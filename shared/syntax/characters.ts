/** What single characters mean in the notation. All take a UTF-16 code unit, NaN past the end of a text. */

export const APOSTROPHE = 0x27
export const AT = 0x40
export const BACKSLASH = 0x5c
export const COLON = 0x3a
export const EQUALS = 0x3d
export const HASH = 0x23
export const PIPE = 0x7c
export const LESS_THAN = 0x3c
export const GREATER_THAN = 0x3e
export const QUOTE = 0x22
export const OPEN_BRACKET = 0x5b
export const CLOSE_BRACKET = 0x5d
export const OPEN_BRACE = 0x7b
export const CLOSE_BRACE = 0x7d
export const LINE_FEED = 0x0a
export const CARRIAGE_RETURN = 0x0d

/** LF or CR. */
export const isLineBreak = (code: number): boolean => code === LINE_FEED || code === CARRIAGE_RETURN

/** White space inside a line: Unicode's, without LF and CR, with the byte order mark. */
export function isBlank(code: number): boolean {
  if (code === 0x20 || code === 0x09) return true
  if (code < 0x80) return code === 0x0b || code === 0x0c
  return (
    code === 0xa0 ||
    code === 0xfeff ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  )
}

/** The characters that conflict markers of git consist of. */
export const isMarkerCharacter = (code: number): boolean =>
  code === LESS_THAN || code === PIPE || code === EQUALS || code === GREATER_THAN

/** `,` or `;`: what other notations separate fields with. */
export const isComma = (code: number): boolean => code === 0x2c || code === 0x3b

/** A-Z, a-z or `_`: what a field's name starts with. */
export const isNameStart = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f

/** What a field's name goes on with: also digits, `.` and `-`. */
export const isNamePart = (code: number): boolean =>
  isNameStart(code) || (code >= 0x30 && code <= 0x39) || code === 0x2e || code === 0x2d

/**
 * Interns words that files repeat in each record, such as the names of fields. So parsing allocates no string for them,
 * and V8 compares and looks up equal strings by their pointer. A fixed-size cache: each slot has its last word.
 */
const internedWords: string[] = new Array<string>(1024).fill('')

/** Longer words are rarely repeated, and not interned. */
export const longestWord = 64

/** A part of a text; the same string object if it is still in the cache. */
export function wordIn(text: string, start: number, end: number): string {
  const length = end - start
  if (length === 0 || length > longestWord) return text.slice(start, end)
  const place =
    (text.charCodeAt(start) * 31 + text.charCodeAt(end - 1) * 7 + text.charCodeAt(start + (length >> 1)) * 3 + length) &
    1023
  const word = internedWords[place]!
  if (word.length === length && text.startsWith(word, start)) return word
  const part = withoutText(text.slice(start, end))
  internedWords[place] = part
  return part
}

/**
 * Makes V8 internalize the string as it does with property names: one copy, without a reference to the long text.
 */
const withoutText = (part: string): string => Object.keys({ [part]: true })[0]!
