import { constants, isUtf8 } from 'node:buffer'
import { closeSync, openSync, readSync } from 'node:fs'
import { endOfEntry } from '../../../shared/scan/lines.ts'
import type { Part } from '../../../shared/scan/part.ts'
import { AT, CARRIAGE_RETURN, LINE_FEED } from '../../../shared/syntax/characters.ts'
import { firstForeignLine } from '../../files/read-text.ts'

/** Where the bytes of a file are, and how many. */
export type Content =
  | { readonly path: string; readonly size: number }
  | { readonly bytes: Uint8Array; readonly size: number }

/** A part, and where it is in its file, in bytes. */
export interface ReadPart extends Part {
  readonly start: number
}

/** A part that is not UTF-8, and its first line that is not, from 1. */
export interface ForeignPart {
  readonly foreignLine: number
}

/** A part that is longer than any text can be. */
export type LongPart = 'too long'

/** How many bytes most parts have, about: few enough to be held several times, enough to be worth the errand. */
export const usualPartSize = 2 ** 20

/**
 * Reads files part by part. A file is cut near every multiple of the part size: before the first line from there on that
 * starts with `@`. So who reads a part needs to know of no other, and the parts are the same whoever reads them.
 *
 * The bytes of a part are good until the next one is read.
 */
export class PartReader {
  private buffer = Buffer.alloc(0)
  private open: { readonly path: string; readonly descriptor: number } | undefined

  constructor(private readonly partSize = usualPartSize) {}

  /** How many stretches a file is cut into; at least one. */
  count({ size }: Content): number {
    return Math.max(1, Math.ceil(size / this.partSize))
  }

  /** Reads a part; undefined where no line of its stretch starts with `@`, so that the part before has it all. Throws what the system says. */
  read(content: Content, index: number): ReadPart | ForeignPart | LongPart | undefined {
    const from = index * this.partSize
    const to = Math.min(content.size, from + this.partSize)
    // The byte before says whether the first one starts a line.
    const first = Math.max(0, from - 1)
    let filled = this.fill(content, first, 0, to - first + lookAhead)
    const start = index === 0 ? 0 : this.border(from - first, Math.min(filled, to - first))
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

  /**
   * The header that may be in force at a part's start: the last one in the lines just above, or else in the first lines
   * of the file.
   */
  headerAbove(content: Content, index: number): string | undefined {
    const from = index * this.partSize
    return (
      this.lastHeader(content, Math.max(0, from - lookAhead), from) ??
      this.lastHeader(content, 0, Math.min(lookAhead, from))
    )
  }

  private lastHeader(content: Content, from: number, to: number): string | undefined {
    const filled = this.fill(content, from, 0, to - from)
    const stretch = this.buffer.subarray(0, filled)
    let start = stretch.lastIndexOf('@DOC')
    while (start > 0 && stretch[start - 1] !== LINE_FEED && stretch[start - 1] !== CARRIAGE_RETURN)
      start = stretch.lastIndexOf('@DOC', start - 1)
    if (start < 0 || (start === 0 && from > 0)) return undefined
    return stretch.toString('utf8', start, endOfEntry(stretch, start, stretch.length))
  }

  /** The start of a file's text. */
  head(content: Content): string {
    const filled = this.fill(content, 0, 0, lookAhead)
    return this.buffer.toString('utf8', 0, filled).replace(/^\ufeff/, '')
  }

  /** The text of the entry that starts at a byte, with the lines that continue it. */
  entryAt(content: Content, position: number): string {
    let length = 0
    for (let wanted = 2 ** 12; ; wanted *= 2) {
      const filled = this.fill(content, position, length, wanted)
      const end = endOfEntry(this.buffer, 0, filled)
      // Behind a line end that is the last there is, a line may follow that continues the entry.
      if (end < filled || filled === length) return this.buffer.toString('utf8', 0, end)
      length = filled
    }
  }

  /** Lets go of the file it read last. */
  close(): void {
    if (this.open) closeSync(this.open.descriptor)
    this.open = undefined
  }

  private part(first: number, start: number, end: number, isLast: boolean): ReadPart | ForeignPart {
    const { buffer } = this
    const text = first + start === 0 && buffer.subarray(0, end).subarray(0, 3).equals(byteOrderMark) ? 3 : start
    if (!isUtf8(buffer.subarray(text, end))) return { foreignLine: firstForeignLine(buffer.subarray(text, end)) }
    const isOpen = isLast && end > text && buffer[end - 1] !== LINE_FEED && buffer[end - 1] !== CARRIAGE_RETURN
    if (isLast) buffer.fill(0, end, end + padding)
    if (isOpen) buffer[end] = LINE_FEED
    return {
      start: first + text,
      bytes: buffer.subarray(text, end + padding),
      textEnd: end - text,
      end: isOpen ? end - text + 1 : end - text,
      decode: (from, to) => buffer.toString('utf8', text + from, text + to),
    }
  }

  /** Where the first line that starts with `@` starts in a stretch of the buffer. */
  private border(from: number, to: number): number | undefined {
    const { buffer } = this
    for (let at = buffer.indexOf(AT, from); at >= 0 && at < to; at = buffer.indexOf(AT, at + 1)) {
      if (buffer[at - 1] === LINE_FEED || buffer[at - 1] === CARRIAGE_RETURN) return at
    }
    return undefined
  }

  /** Reads into the buffer what is there of a file from `first` on, up to `length` bytes; says how many there are. */
  private fill(content: Content, first: number, filled: number, length: number): number {
    const end = Math.min(length, content.size - first)
    if (this.buffer.length < end + padding || (filled === 0 && this.buffer.length > mostKept)) {
      const buffer = Buffer.allocUnsafeSlow(
        Math.max(end, Math.min(content.size, this.partSize + lookAhead + 1)) + padding,
      )
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

/** How far behind a part its end is looked for at once. */
const lookAhead = 2 ** 16
/** Bytes that readers may look at behind the last one. */
const padding = 4
/** A larger buffer, for an entry that is longer than a part, is given back. */
const mostKept = 2 ** 25

const byteOrderMark = Buffer.from('\ufeff')
