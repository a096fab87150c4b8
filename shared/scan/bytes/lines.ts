import {
  AT,
  CARRIAGE_RETURN,
  HASH,
  isBlank,
  isLineBreak,
  isMarkerCharacter,
  LINE_FEED,
  PIPE,
} from '../../syntax/characters.ts'

/** Lines of UTF-8, by the rules of the parser. All functions take the start of a line and the end of the bytes. */

/** The start of the next line. CRLF is one line end. */
export function nextLine(bytes: Uint8Array, line: number, end: number): number {
  const position = endOfLine(bytes, line, end)
  if (position === end) return end
  return bytes[position] === CARRIAGE_RETURN && position + 1 < end && bytes[position + 1] === LINE_FEED
    ? position + 2
    : position + 1
}

function endOfLine(bytes: Uint8Array, line: number, end: number): number {
  let position = line
  while (position < end && !isLineBreak(bytes[position]!)) position++
  return position
}

/** The offset behind an entry outside blocks: behind a line, and the lines that continue a record or stray lines. */
export function endOfEntry(bytes: Uint8Array, line: number, end: number): number {
  let next = nextLine(bytes, line, end)
  if (isStray(bytes, line, end)) while (next < end && isStray(bytes, next, end)) next = nextLine(bytes, next, end)
  else if (isRecord(bytes, line, end)) {
    for (let below = next; below < end; ) {
      if (isMarker(bytes, below, end)) below = nextLine(bytes, below, end)
      else if (isContinuation(bytes, below, end)) below = next = nextLine(bytes, below, end)
      else break
    }
  }
  return next
}

const isRecord = (bytes: Uint8Array, line: number, end: number): boolean =>
  bytes[skipWhiteSpace(bytes, line, end)] === AT && !closesBlock(bytes, line, end)

function isStray(bytes: Uint8Array, line: number, end: number): boolean {
  const first = skipWhiteSpace(bytes, line, end)
  return (
    first < end &&
    !isLineBreak(bytes[first]!) &&
    bytes[first] !== AT &&
    bytes[first] !== HASH &&
    !isMarker(bytes, line, end)
  )
}

function isMarker(bytes: Uint8Array, line: number, end: number): boolean {
  const code = bytes[line]!
  const behind = line + 7
  if (line >= end || !isMarkerCharacter(code) || behind > end) return false
  for (let position = line + 1; position < behind; position++) if (bytes[position] !== code) return false
  return behind === end || isLineBreak(bytes[behind]!) || skipWhiteSpace(bytes, behind, end) > behind
}

function isContinuation(bytes: Uint8Array, line: number, end: number): boolean {
  const first = skipWhiteSpace(bytes, line, end)
  return first > line && first < end && bytes[first] === PIPE
}

export function isCommentLine(bytes: Uint8Array, line: number, end: number): boolean {
  const first = skipWhiteSpace(bytes, line, end)
  return first < end && bytes[first] === HASH
}

/** Whether the lines from one start of a line to another are blank. */
export function isBlankBetween(bytes: Uint8Array, from: number, to: number): boolean {
  let line = from
  while (line < to && skipWhiteSpace(bytes, line, to) === endOfLine(bytes, line, to)) line = nextLine(bytes, line, to)
  return line === to
}

export const opensBlock = (bytes: Uint8Array, line: number, end: number): boolean =>
  isBlockLine(bytes, line, end, begin)

export const closesBlock = (bytes: Uint8Array, line: number, end: number): boolean =>
  isBlockLine(bytes, line, end, finish)

const begin = [AT, 0x42, 0x45, 0x47, 0x49, 0x4e]
const finish = [AT, 0x45, 0x4e, 0x44]

function isBlockLine(bytes: Uint8Array, line: number, end: number, word: readonly number[]): boolean {
  const start = skipWhiteSpace(bytes, line, end)
  const behind = start + word.length
  if (behind > end || !word.every((code, index) => bytes[start + index] === code)) return false
  return behind === end || isLineBreak(bytes[behind]!) || skipWhiteSpace(bytes, behind, end) > behind
}

/** The offset behind the white space that starts at an offset; a line end is no white space here. */
export function skipWhiteSpace(bytes: Uint8Array, start: number, end: number): number {
  let position = start
  for (;;) {
    const length = position < end ? blankLength(bytes, position) : 0
    if (length === 0) return position
    position += length
  }
}

/** The number of bytes of the white space character at an offset; 0 if there is none. */
function blankLength(bytes: Uint8Array, position: number): number {
  const first = bytes[position]!
  if (first < 0x80) return isBlank(first) ? 1 : 0
  if (first < 0xe0) return isBlank(((first & 0x1f) << 6) | (bytes[position + 1]! & 0x3f)) ? 2 : 0
  if (first < 0xf0)
    return isBlank(((first & 0x0f) << 12) | ((bytes[position + 1]! & 0x3f) << 6) | (bytes[position + 2]! & 0x3f))
      ? 3
      : 0
  return 0
}
