import { constants } from 'node:buffer'
import { closeSync, openSync, readSync } from 'node:fs'
import { endOfEntry, nextLine } from '../../../shared/scan/bytes/lines.ts'
import type { Part } from '../../../shared/scan/part.ts'
import { AT, CARRIAGE_RETURN, isMarkerCharacter, LINE_FEED } from '../../../shared/syntax/characters.ts'
import { byteOrderMark } from '../../files/read-text.ts'
import type { Content } from './content.ts'

/** Bytes of a file, from `start` up to `end`, which may be behind the end of the file. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export const wholeFile: ByteRange = { start: 0, end: Infinity }

/** A part of a file, and the offset of its first byte in the file. */
export interface FilePart extends Part {
  readonly start: number
}

/** The usual number of bytes of a part: small enough to hold several parts in memory, large enough for a task. */
export const usualPartSize = 2 ** 20

/** Cuts a range of a file into ranges of one part each. An empty file has one part. */
export function* partRanges({ start, end }: ByteRange, { size }: Content, partSize: number): Generator<ByteRange> {
  const last = Math.min(end, size)
  for (let from = start; from < last || from === 0; from += partSize)
    yield { start: from, end: Math.min(last, from + partSize) }
}

/**
 * Reads files part by part. The bytes of a part are valid until the next one is read.
 *
 * A part has the entries that start in a range of bytes: it begins with the first line in the range that starts with
 * `@`, and ends before the first such line behind the range. So ranges that meet anywhere have each entry once, and a
 * part can be read without the others.
 */
export class PartReader {
  private buffer = Buffer.alloc(0)
  private open: { readonly path: string; readonly descriptor: number } | undefined

  /**
   * Reads the part of a range.
   *
   * @returns undefined if no line in the range starts with `@`; `too long` if the part is longer than a string can be
   * @throws the error of the system
   */
  read(content: Content, { start: from, end: to }: ByteRange): FilePart | 'too long' | undefined {
    // The byte before the range tells whether the first byte of the range starts a line.
    const first = Math.max(0, from - 1)
    let filled = this.fill(content, first, 0, to - first + lookAhead)
    const start = from === 0 ? 0 : this.border(from - first, Math.min(filled, to - first))
    if (start === undefined) return undefined
    let end = to < content.size ? this.border(to - first, filled) : filled
    while (end === undefined) {
      const before = filled
      if (before > constants.MAX_STRING_LENGTH) return 'too long'
      filled = this.fill(content, first, before, before * 2)
      end = filled > before ? this.border(before, filled) : filled
    }
    return this.part(first, start, end, end === filled)
  }

  /** The text at the start of a file. */
  head(content: Content): string {
    const filled = this.fill(content, 0, 0, lookAhead)
    return this.buffer.toString('utf8', 0, filled).replace(/^\ufeff/, '')
  }

  /** The text of the entry that starts at an offset of a file, with the lines that continue it. */
  entryAt(content: Content, offset: number): string {
    let length = 0
    for (let wanted = 2 ** 12; ; wanted *= 2) {
      const filled = this.fill(content, offset, length, wanted)
      const { buffer } = this
      const end = endOfEntry(buffer, 0, filled)
      // Only a line that is read to its end tells whether it continues the entry, with conflict markers in between.
      let line = end
      while (line < filled && isMarkerCharacter(buffer[line]!)) line = nextLine(buffer, line, filled)
      if (nextLine(buffer, line, filled) < filled || filled === length) return buffer.toString('utf8', 0, end)
      length = filled
    }
  }

  /** Closes the file that it read last. */
  close(): void {
    if (this.open) closeSync(this.open.descriptor)
    this.open = undefined
  }

  private part(first: number, start: number, end: number, isLast: boolean): FilePart {
    const { buffer } = this
    const hasByteOrderMark = first + start === 0 && buffer.subarray(0, Math.min(end, 3)).equals(byteOrderMark)
    const text = hasByteOrderMark ? byteOrderMark.length : start
    const lacksLineEnd = isLast && end > text && buffer[end - 1] !== LINE_FEED && buffer[end - 1] !== CARRIAGE_RETURN
    if (isLast) buffer.fill(0, end, end + padding)
    if (lacksLineEnd) buffer[end] = LINE_FEED
    return {
      start: first + text,
      bytes: buffer.subarray(text, end + padding),
      textEnd: end - text,
      end: lacksLineEnd ? end - text + 1 : end - text,
      decode: (from, to) => buffer.toString('utf8', text + from, text + to),
    }
  }

  /** The offset of the first line in a range of the buffer that starts with `@`. */
  private border(from: number, to: number): number | undefined {
    const { buffer } = this
    for (let at = buffer.indexOf(AT, from); at >= 0 && at < to; at = buffer.indexOf(AT, at + 1)) {
      if (buffer[at - 1] === LINE_FEED || buffer[at - 1] === CARRIAGE_RETURN) return at
    }
    return undefined
  }

  /**
   * Reads bytes of a file into the buffer.
   *
   * @param first the offset in the file of the first byte in the buffer
   * @param filled how many bytes are in the buffer already
   * @param length how many there should be, if the file has them
   * @returns how many bytes are in the buffer now
   */
  private fill(content: Content, first: number, filled: number, length: number): number {
    const end = Math.min(length, content.size - first)
    if (this.buffer.length < end + padding || (filled === 0 && this.buffer.length > mostKeptBytes)) {
      const usual = Math.min(content.size, usualPartSize + lookAhead + 1)
      const buffer = Buffer.allocUnsafeSlow(Math.max(end, usual) + padding)
      this.buffer.copy(buffer, 0, 0, filled)
      this.buffer = buffer
    }
    if ('bytes' in content) {
      this.buffer.set(content.bytes.subarray(first + filled, first + end), filled)
      return end
    }
    const descriptor = this.descriptorOf(content.path)
    let position = filled
    while (position < end) {
      const read = readSync(descriptor, this.buffer, position, end - position, first + position)
      if (read === 0) break
      position += read
    }
    return position
  }

  private descriptorOf(path: string): number {
    if (this.open?.path === path) return this.open.descriptor
    this.close()
    this.open = { path, descriptor: openSync(path, 'r') }
    return this.open.descriptor
  }
}

/** How many bytes behind a range are read at once to find the end of its part. */
const lookAhead = 2 ** 16
/** How many bytes may be read behind the last one of a part. */
const padding = 4
/** The maximum size of the buffer between two parts. A long entry can need a larger one. */
const mostKeptBytes = 2 ** 25
