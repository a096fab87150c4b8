import { CARRIAGE_RETURN, LINE_FEED } from '../../shared/syntax/characters.ts'
import type { Excerpt } from './file-result.ts'

/** How many UTF-16 code units of a line are shown, and how many of them before the problem. */
const longest = 120
const longestBefore = 60

/**
 * The line around an offset of a text, or a part of it.
 *
 * @param column the column of the offset, from 1, in Unicode characters
 */
export function excerptAt(text: string, offset: number, column: number): Excerpt {
  let lineStart = offset
  while (lineStart > 0 && offset - lineStart <= longest && !isLineEnd(text.charCodeAt(lineStart - 1))) lineStart--
  let lineEnd = offset
  while (lineEnd < text.length && lineEnd - offset <= longest && !isLineEnd(text.charCodeAt(lineEnd))) lineEnd++
  const isLong = lineEnd - lineStart > longest
  const start = isLong
    ? characterStart(text, Math.max(lineStart, Math.min(offset - longestBefore, lineEnd - longest)))
    : lineStart
  const end = isLong ? characterStart(text, Math.min(lineEnd, start + longest)) : lineEnd
  const part = text.slice(start, end)
  return {
    text: text.length > longestKept ? copyOf(part) : part,
    column: column - charactersBetween(text, start, offset),
    isCut: end < lineEnd,
  }
}

/** A part of a text keeps the whole text in memory, and an excerpt outlives it. */
const copyOf = (part: string): string => Buffer.from(part, 'utf16le').toString('utf16le')

/** How long a text may be to be kept for a part of it. */
const longestKept = 1000

/** How many characters a part of a text has that parts no pair of surrogates. */
function charactersBetween(text: string, start: number, end: number): number {
  let count = end - start
  for (let offset = start; offset < end; offset++) if ((text.charCodeAt(offset) & 0xfc00) === 0xdc00) count--
  return count
}

const isLineEnd = (code: number): boolean => code === LINE_FEED || code === CARRIAGE_RETURN

/** The offset, or the one before it where it would part a pair of surrogates. */
const characterStart = (text: string, offset: number): number =>
  /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(offset - 1, offset + 1)) ? offset - 1 : offset
