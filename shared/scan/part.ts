import type { PlacedText } from '../check/check-some.ts'
import { AT } from '../syntax/characters.ts'
import { isHeader } from '../syntax/nodes.ts'
import { parseEntries } from '../syntax/parse.ts'
import { closesBlock, endOfEntry, nextLine, opensBlock, skipWhiteSpace } from './bytes/lines.ts'

/**
 * The bytes of a part of a file: whole lines. The first one starts with `@`, unless it is the first line of the
 * file. So no record, no comment that suppresses problems and no run of blank lines lies in two parts. A block may.
 */
export interface Part {
  /** UTF-8 without a byte order mark, with a line end behind the last line and four more bytes behind that. */
  readonly bytes: Uint8Array
  /** Where the part ends, behind its last line end. */
  readonly end: number
  /** Where its text ends: before that line end, if the file has none there. */
  readonly textEnd: number
  /** The text of some of the bytes. */
  decode(start: number, end: number): string
}

/** What the lines above a line say about it. */
export interface LineState {
  /** The `@DOC` header in force. */
  readonly header?: PlacedText | undefined
  readonly isInBlock: boolean
  /** The number of the line in the file, from 0. */
  readonly line: number
}

/** The state at the first line of a file. */
export const startOfFile: LineState = { isInBlock: false, line: 0 }

/** Where an entry starts: a byte of its part, and a line of the file, from 0. */
export interface EntryPlace {
  readonly byte: number
  readonly line: number
}

/** The text of the entry that starts at a byte of a part, with the lines that continue it. */
export const textAt = ({ bytes, end, textEnd, decode }: Part, byte: number): string =>
  decode(byte, Math.min(endOfEntry(bytes, byte, end), textEnd))

/**
 * The state below a part, from the state above it. Only looks for headers and blocks, so it is much faster than a
 * check.
 */
export function stateBelow(part: Part, above: LineState): LineState {
  const { bytes, end, textEnd } = part
  let { header, isInBlock, line } = above
  for (let start = 0; start < end; start = nextLine(bytes, start, end)) {
    if (isInBlock) isInBlock = !closesBlock(bytes, start, end)
    else if (opensBlock(bytes, start, end)) isInBlock = true
    else if (mayBeHeader(bytes, start, end)) {
      const [entry] = parseEntries(textAt(part, start))
      if (entry?.kind === 'record' && isHeader(entry)) header = { text: entry.text, line }
    }
    line++
  }
  return { header, isInBlock, line: end > textEnd ? line - 1 : line }
}

/** Whether a line starts with `@` and no letter of another tag than `@DOC` behind it. */
function mayBeHeader(bytes: Uint8Array, line: number, end: number): boolean {
  const at = skipWhiteSpace(bytes, line, end)
  if (at >= end || bytes[at] !== AT) return false
  const letter = bytes[at + 1]! | 0x20
  return letter === 0x64 || letter < 0x61 || letter > 0x7a
}

/** The entries at the top of a file, from the text at its start: they show where a header goes, and how lines end. */
export function entriesAtTop(text: string): PlacedText[] {
  const entries = parseEntries(text.slice(0, 2 ** 16))
  let comments = 0
  while (entries[comments]?.kind === 'comment') comments++
  const top = entries.slice(0, entries[comments]?.kind === 'blank' ? comments + 2 : comments + 1)
  let below = 0
  return top.map(({ text, lineBreaks }) => {
    const line = below
    below += lineBreaks
    return { text, line }
  })
}
