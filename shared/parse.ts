import { AT, CARRIAGE_RETURN, HASH, LINE_FEED, PIPE, isBlank } from './characters.ts'
import { parseRecord } from './parse-record.ts'
import type { Entry } from './syntax.ts'

/**
 * Reads text into entries. Takes any text that starts at the start of a line outside a block, never throws, and
 * keeps every character: the entries' texts, joined, are the text.
 */
export function parseEntries(text: string): Entry[] {
  const entries: Entry[] = []
  let position = 0
  while (position < text.length) {
    const entry = parseEntry(text, position)
    entries.push(entry)
    position += entry.text.length
  }
  return entries
}

/**
 * Whether `next`, were it not an entry of its own, would belong to `entry`: a continuation line under a record, a
 * blank line after a blank one, anything in a block that is still open.
 */
export function joins(entry: Entry, next: Entry): boolean {
  switch (entry.kind) {
    case 'record': return next.kind === 'stray' && isContinuation(next.text, 0)
    case 'blank': return next.kind === 'blank'
    case 'block': return !entry.closed
    default: return false
  }
}

function parseEntry(text: string, start: number): Entry {
  const first = skipBlanks(text, start)
  const code = text.charCodeAt(first)
  if (code === AT) {
    if (isBlockLine(text, start, '@BEGIN')) return parseBlock(text, start)
    // An @END that closes nothing and an indented @BEGIN are neither blocks nor records.
    if (isBlockLine(text, first, '@END') || isBlockLine(text, first, '@BEGIN')) return { kind: 'stray', ...oneLine(text, start) }
    return parseWholeRecord(text, start, first - start)
  }
  if (code === HASH) return { kind: 'comment', ...oneLine(text, start) }
  if (isLineEnd(code) || first === text.length) return parseBlankLines(text, start)
  return { kind: 'stray', ...oneLine(text, start) }
}

function parseWholeRecord(text: string, start: number, at: number): Entry {
  let end = lineEnd(text, start)
  let lineBreaks = endsWithBreak(text, end)
  while (end < text.length && isContinuation(text, end)) {
    end = lineEnd(text, end)
    lineBreaks += endsWithBreak(text, end)
  }
  return parseRecord(text.slice(start, end), at, lineBreaks)
}

function parseBlankLines(text: string, start: number): Entry {
  let end = start
  let lineBreaks = 0
  while (end < text.length) {
    const next = skipBlanks(text, end)
    if (next < text.length && !isLineEnd(text.charCodeAt(next))) break
    end = lineEnd(text, next)
    lineBreaks += endsWithBreak(text, end)
  }
  return { kind: 'blank', text: text.slice(start, end), lineBreaks }
}

function parseBlock(text: string, start: number): Entry {
  let end = lineEnd(text, start)
  let lineBreaks = endsWithBreak(text, end)
  let closed = false
  while (end < text.length && !closed) {
    closed = isBlockLine(text, end, '@END')
    end = lineEnd(text, end)
    lineBreaks += endsWithBreak(text, end)
  }
  return { kind: 'block', text: text.slice(start, end), lineBreaks, closed }
}

function oneLine(text: string, start: number): { text: string; lineBreaks: number } {
  const end = lineEnd(text, start)
  return { text: text.slice(start, end), lineBreaks: endsWithBreak(text, end) }
}

/** Whether the line is white space, then `|`: more fields of the record above. */
function isContinuation(text: string, start: number): boolean {
  const first = skipBlanks(text, start)
  return first > start && text.charCodeAt(first) === PIPE
}

/** Whether the line starts with the word `@BEGIN` or `@END`; a byte order mark before it does not count. */
function isBlockLine(text: string, start: number, word: '@BEGIN' | '@END'): boolean {
  const wordStart = text.charCodeAt(start) === 0xfeff ? start + 1 : start
  if (!text.startsWith(word, wordStart)) return false
  const behind = text.charCodeAt(wordStart + word.length)
  return Number.isNaN(behind) || isBlank(behind) || isLineEnd(behind)
}

function skipBlanks(text: string, position: number): number {
  while (isBlank(text.charCodeAt(position))) position++
  return position
}

const isLineEnd = (code: number): boolean => code === LINE_FEED || code === CARRIAGE_RETURN

/** The offset behind the line's end, CRLF as one. */
function lineEnd(text: string, position: number): number {
  for (; position < text.length; position++) {
    const code = text.charCodeAt(position)
    if (code === LINE_FEED) return position + 1
    if (code === CARRIAGE_RETURN) return text.charCodeAt(position + 1) === LINE_FEED ? position + 2 : position + 1
  }
  return position
}

const endsWithBreak = (text: string, end: number): number => (isLineEnd(text.charCodeAt(end - 1)) ? 1 : 0)
