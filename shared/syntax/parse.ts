import { AT, HASH, isBlank, isLineBreak, isMarkerCharacter, PIPE } from './characters.ts'
import type { Entry } from './nodes.ts'
import { parseRecord } from './parse-record.ts'
import { skipBlanks } from './record-line.ts'

/**
 * Reads text into entries. Takes any text that starts at the start of a line outside a block, never throws, and
 * keeps every character: the entries' texts, joined, are the text.
 */
export const parseEntries = (text: string): Entry[] => new EntryReader(text).take(text.length)

/** Reads text into the same entries as `parseEntries`, some of them at a time. */
export class EntryReader {
  private readonly lines: Lines
  private position = 0

  constructor(text: string) {
    this.lines = { text, lineFeed: -1, carriageReturn: -1 }
  }

  get isAtEnd(): boolean {
    return this.position >= this.lines.text.length
  }

  /** The next entries: as many as it takes for a number of UTF-16 code units, or all that are left. */
  take(length: number): Entry[] {
    const end = Math.min(this.position + length, this.lines.text.length)
    const entries: Entry[] = []
    while (this.position < end) {
      const entry = parseEntry(this.lines, this.position)
      entries.push(entry)
      this.position += entry.text.length
    }
    return entries
  }
}

/**
 * The entry that starts at an offset, which is the start of a line outside a block; undefined at the end of the text.
 */
export const parseEntryAt = (text: string, start: number): Entry | undefined =>
  start < text.length ? parseEntry({ text, lineFeed: -1, carriageReturn: -1 }, start) : undefined

/**
 * Whether `next`, were it not an entry of its own, could belong to `entry`: a continuation line under a record, also
 * below conflict markers, a blank line after a blank one, a stray line after a stray one, anything in a block that is
 * still open.
 */
export function joins(entry: Entry, next: Entry): boolean {
  switch (entry.kind) {
    case 'record':
    case 'marker':
      return next.kind === 'marker' || isContinuationAt(next.text, 0)
    case 'blank':
      return next.kind === 'blank'
    case 'block':
      return !entry.closed
    case 'stray':
      return isStrayLine(entry.text, 0) && isStrayLine(next.text, 0)
    default:
      return false
  }
}

function parseEntry(lines: Lines, start: number): Entry {
  const { text } = lines
  const first = skipBlanks(text, start)
  const code = text.charCodeAt(first)
  if (code === AT) {
    if (isBlockMarker(text, first, '@BEGIN')) return parseBlock(lines, start)
    // An @END that closes nothing is neither a block nor a record.
    if (isBlockMarker(text, first, '@END')) return parseLine('stray', lines, start)
    return parseWholeRecord(lines, start, first - start)
  }
  if (code === HASH) return parseLine('comment', lines, start)
  if (isLineBreak(code) || first === text.length) return parseBlankLines(lines, start)
  if (isMarkerAt(text, start)) return parseLine('marker', lines, start)
  return parseStrayLines(lines, start)
}

function parseWholeRecord(lines: Lines, start: number, at: number): Entry {
  const { text } = lines
  let end = lineEnd(lines, start)
  let lineBreaks = breakBefore(text, end)
  while (end < text.length) {
    // A side of a conflict can start or end between the lines of a record.
    const markers = markersAt(text, end)
    if (!isContinuationAt(text, markers.end)) break
    end = lineEnd(lines, markers.end)
    lineBreaks += markers.count + breakBefore(text, end)
  }
  return parseRecord(text.slice(start, end), at, lineBreaks)
}

function parseBlankLines(lines: Lines, start: number): Entry {
  const { text } = lines
  let end = start
  let lineBreaks = 0
  while (end < text.length) {
    const next = skipBlanks(text, end)
    if (next < text.length && !isLineBreak(text.charCodeAt(next))) break
    end = lineEnd(lines, next)
    lineBreaks += breakBefore(text, end)
  }
  return { kind: 'blank', text: text.slice(start, end), lineBreaks }
}

function parseBlock(lines: Lines, start: number): Entry {
  const { text } = lines
  let end = lineEnd(lines, start)
  let lineBreaks = breakBefore(text, end)
  let closed = false
  while (end < text.length && !closed) {
    closed = isBlockMarker(text, skipBlanks(text, end), '@END')
    end = lineEnd(lines, end)
    lineBreaks += breakBefore(text, end)
  }
  return { kind: 'block', text: text.slice(start, end), lineBreaks, closed }
}

function parseStrayLines(lines: Lines, start: number): Entry {
  const { text } = lines
  let end = start
  let lineBreaks = 0
  do {
    end = lineEnd(lines, end)
    lineBreaks += breakBefore(text, end)
  } while (isStrayLine(text, end))
  return { kind: 'stray', text: text.slice(start, end), lineBreaks }
}

/** Whether a line that is neither blank, a comment, a record, a line of a block nor a conflict marker stands here. */
function isStrayLine(text: string, start: number): boolean {
  const first = skipBlanks(text, start)
  const code = text.charCodeAt(first)
  return first < text.length && !isLineBreak(code) && code !== AT && code !== HASH && !isMarkerAt(text, start)
}

function parseLine(kind: 'comment' | 'stray' | 'marker', lines: Lines, start: number): Entry {
  const { text } = lines
  const end = lineEnd(lines, start)
  return { kind, text: text.slice(start, end), lineBreaks: breakBefore(text, end) }
}

/** Whether the line is white space, then `|`: more fields of the record above. */
function isContinuationAt(text: string, start: number): boolean {
  const first = skipBlanks(text, start)
  return first > start && text.charCodeAt(first) === PIPE
}

/** Whether a line of a merge conflict stands here, at the start of a line. */
function isMarkerAt(text: string, start: number): boolean {
  const code = text.charCodeAt(start)
  if (!isMarkerCharacter(code)) return false
  for (let position = start + 1; position < start + markerLength; position++)
    if (text.charCodeAt(position) !== code) return false
  const behind = text.charCodeAt(start + markerLength)
  return Number.isNaN(behind) || isBlank(behind) || isLineBreak(behind)
}

const markerLength = 7

/** How many conflict markers stand directly below each other here, and the end of the last one. */
function markersAt(text: string, start: number): { readonly count: number; readonly end: number } {
  let count = 0
  let end = start
  while (isMarkerAt(text, end)) {
    // Not `lineEnd`, because the lines can be those of the next entries.
    while (end < text.length && !isLineBreak(text.charCodeAt(end))) end++
    if (end === text.length) break
    end += text.startsWith('\r\n', end) ? 2 : 1
    count++
  }
  return { count, end }
}

/** Whether the word `@BEGIN` or `@END` stands here, at the first character of a line that is not blank. */
function isBlockMarker(text: string, first: number, word: '@BEGIN' | '@END'): boolean {
  if (!text.startsWith(word, first)) return false
  const behind = text.charCodeAt(first + word.length)
  return Number.isNaN(behind) || isBlank(behind) || isLineBreak(behind)
}

/**
 * Finds line ends in a text that is read from start to end. `indexOf` is many times faster than a loop over characters.
 */
interface Lines {
  readonly text: string
  /** The next one after the last search; Infinity if there is none, -1 before the first search. */
  lineFeed: number
  carriageReturn: number
}

/** The offset behind the line's end, CRLF as one. */
function lineEnd(lines: Lines, position: number): number {
  const { text } = lines
  if (lines.lineFeed < position) lines.lineFeed = next(text, '\n', position)
  if (lines.carriageReturn < position) lines.carriageReturn = next(text, '\r', position)
  const { lineFeed, carriageReturn } = lines
  if (lineFeed < carriageReturn) return lineFeed + 1
  if (carriageReturn === Infinity) return text.length
  return carriageReturn + 1 === lineFeed ? lineFeed + 1 : carriageReturn + 1
}

function next(text: string, character: string, position: number): number {
  const index = text.indexOf(character, position)
  return index < 0 ? Infinity : index
}

const breakBefore = (text: string, end: number): number => (isLineBreak(text.charCodeAt(end - 1)) ? 1 : 0)
