import { copyOfText } from '../../shared/basics/text.ts'
import { isLineBreak } from '../../shared/syntax/characters.ts'
import type { Excerpt } from './file-result.ts'

/** The maximum length of an excerpt, and of its part before the problem, in UTF-16 code units. */
const longestExcerpt = 120
const longestBefore = 60

/**
 * The line that contains an offset, or a part of this line if it is long.
 *
 * @param column the column of the offset, from 1, in Unicode characters
 */
export function excerptAt(text: string, offset: number, column: number): Excerpt {
  let lineStart = offset
  while (lineStart > 0 && offset - lineStart <= longestExcerpt && !isLineBreak(text.charCodeAt(lineStart - 1)))
    lineStart--
  let lineEnd = offset
  while (lineEnd < text.length && lineEnd - offset <= longestExcerpt && !isLineBreak(text.charCodeAt(lineEnd)))
    lineEnd++
  const isLong = lineEnd - lineStart > longestExcerpt
  const start = isLong
    ? characterStart(text, Math.max(lineStart, Math.min(offset - longestBefore, lineEnd - longestExcerpt)))
    : lineStart
  const end = isLong ? characterStart(text, Math.min(lineEnd, start + longestExcerpt)) : lineEnd
  const part = text.slice(start, end)
  return {
    text: text.length > longestKeptSlice ? copyOfText(part) : part,
    column: column - charactersBetween(text, start, offset),
    isCut: end < lineEnd,
  }
}

/** The maximum length of a text that a slice may keep in memory, in UTF-16 code units. */
const longestKeptSlice = 1000

/** The number of Unicode characters between two offsets. Neither offset is inside a surrogate pair. */
function charactersBetween(text: string, start: number, end: number): number {
  let count = end - start
  for (let offset = start; offset < end; offset++) if ((text.charCodeAt(offset) & 0xfc00) === 0xdc00) count--
  return count
}

/** The offset, or the one before it if the offset is inside a surrogate pair. */
const characterStart = (text: string, offset: number): number =>
  /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(offset - 1, offset + 1)) ? offset - 1 : offset
