import { CARRIAGE_RETURN, EQUALS, HASH, LINE_FEED, OPEN_BRACKET, PIPE, QUOTE } from '../syntax/characters.ts'
import { BLANK, behindLineEnd, isRareBlank, skipBlankBytes } from './bytes/blanks.ts'
import { type Bytes, bytesToRead, endOfList, endOfString } from './bytes/values.ts'

/** A change of the layout of one record. Offsets count bytes. */
export interface LayoutChange {
  readonly start: number
  readonly end: number
  /** Where the tag with its `@` starts and ends, then each field. One blank or a `|` with two goes between them. */
  readonly spans: readonly number[]
}

/**
 * Looks for lines that are not laid out as formatted ones, among those that a scanner skips. Their tags and fields are
 * in canonical notation, so only the white space, the `|` and the line ends between them can differ.
 */
export class RecordLayout {
  readonly changes: LayoutChange[] = []
  /** Whether there are lines that it cannot lay out. */
  isUnsure = false
  private readonly source: Bytes
  /** The end of what was skipped last. */
  private latest = 0
  /** The blank lines in a row. */
  private blankLines = 0
  /** The fields of the record that is read: where each starts and ends. */
  private readonly fields: number[] = []

  /**
   * @param bytes as for a `Scanner`
   * @param wrapColumn the number of bytes up to which a record certainly stays on one line; 0 for any
   */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly wrapColumn: number,
  ) {
    this.source = bytesToRead(bytes)
  }

  /** Reads the lines from one offset to another. What stands between these and those before was not skipped. */
  read(start: number, end: number): void {
    const { bytes } = this
    if (start !== this.latest) {
      // A line that starts with white space which the scanner does not know may be a blank one.
      const first = bytes[skipBlankBytes(bytes, this.latest)]!
      if (first >= 0x80 || isRareBlank(first)) this.isUnsure = true
      this.blankLines = 0
    }
    for (let line = start; line < end; ) line = this.readLine(line)
    this.latest = end
  }

  /** Returns the start of the next line that starts no part of what it read. */
  private readLine(line: number): number {
    const { bytes } = this
    const position = skipBlankBytes(bytes, line)
    const code = bytes[position]!
    if (code === LINE_FEED || code === CARRIAGE_RETURN) {
      // Formatting removes some of the lines.
      if (++this.blankLines > 2) this.isUnsure = true
      return behindLineEnd(bytes, position)
    }
    this.blankLines = 0
    return code === HASH ? behindLineEnd(bytes, this.endOfLine(position)) : this.readRecord(line, position)
  }

  private endOfLine(start: number): number {
    const { bytes } = this
    let position = start
    while (bytes[position] !== LINE_FEED && bytes[position] !== CARRIAGE_RETURN) position++
    return position
  }

  /** @param at the offset of the `@` */
  private readRecord(line: number, at: number): number {
    const { bytes, fields } = this
    let end = at + 1
    while (bytes[end]! > BLANK && bytes[end] !== PIPE) end++
    const tagEnd = end
    let isFormatted = at === line
    fields.length = 0
    for (;;) {
      let start = skipBlankBytes(bytes, end)
      if (bytes[start] === PIPE) start = skipBlankBytes(bytes, start + 1)
      else if (bytes[start] === LINE_FEED || bytes[start] === CARRIAGE_RETURN) {
        const next = behindLineEnd(bytes, start)
        const first = skipBlankBytes(bytes, next)
        if (first === next || bytes[first] !== PIPE) {
          this.finish(line, at, tagEnd, start, isFormatted && start === end)
          return next
        }
        start = skipBlankBytes(bytes, first + 1)
      }
      isFormatted &&= this.isGap(end, start, fields.length === 0)
      end = this.endOfField(start)
      fields.push(start, end)
    }
  }

  /** Whether the bytes before a field are those of a formatted record. */
  private isGap(start: number, end: number, isFirst: boolean): boolean {
    const { bytes } = this
    if (isFirst) return end === start + 1 && bytes[start] === BLANK
    return end === start + 3 && bytes[start] === BLANK && bytes[start + 1] === PIPE && bytes[start + 2] === BLANK
  }

  private endOfField(start: number): number {
    const { bytes, source } = this
    let position = start
    while (bytes[position] !== EQUALS) position++
    position++
    if (bytes[position] === QUOTE) return endOfString(source, position + 1) + 1
    if (bytes[position] === OPEN_BRACKET) return endOfList(bytes, position)
    while (bytes[position]! > BLANK && bytes[position] !== PIPE) position++
    return position
  }

  /** Notes the record that it has read, if its layout changes. */
  private finish(start: number, at: number, tagEnd: number, end: number, isFormatted: boolean): void {
    const { fields, wrapColumn } = this
    if (wrapColumn > 0 && tagEnd - at + byteLengthOf(fields) > wrapColumn) this.isUnsure = true
    if (!isFormatted) this.changes.push({ start, end, spans: [at, tagEnd, ...fields] })
  }
}

/** The length of fields in bytes, with what stands before each of them. */
function byteLengthOf(fields: readonly number[]): number {
  let length = 0
  for (let index = 0; index < fields.length; index += 2)
    length += fields[index + 1]! - fields[index]! + (index === 0 ? 1 : 3)
  return length
}
