import { closeSync, readSync, writeSync } from 'node:fs'
import type { NumberStore } from '../../shared/basics/number-blocks.ts'
import type { PackedRows, RowStore } from '../../shared/basics/packed-texts.ts'
import { localize } from '../../shared/domains/localize.ts'
import { reasonOf } from '../files/failure.ts'
import { openTemporary } from '../files/temporary-file.ts'
import { CannotConvert } from './problems.ts'

/** How many bytes of blocks usually stay in memory, so that most conversions need no file. */
const usuallyInMemory = 2 ** 23

/** How many bytes of blocks are kept once they are read: those of a group of rows in a Parquet file, and more. */
const mostRecent = 2 ** 24

/**
 * Keeps the rows of tables in a temporary file, so that the memory for a table does not grow with its rows. Throws a
 * `CannotConvert` if the file cannot be written, for example on a full disk.
 */
export class RowFile implements RowStore, NumberStore {
  private descriptor: number | undefined
  private end = 0
  private inMemory = 0
  /** The blocks that were read last by their starts, the latest at the end, and how many bytes they have. */
  private readonly recent = new Map<number, { readonly block: PackedRows | Uint32Array; readonly size: number }>()
  private recentSize = 0

  /** @param mostInMemory how many bytes of blocks stay in memory */
  constructor(private readonly mostInMemory = usuallyInMemory) {}

  keepRows(rows: PackedRows): () => PackedRows {
    const size = rows.text.length + rows.ends.byteLength + rows.firsts.byteLength
    return this.hasRoom(size) ? () => rows : this.writtenRows(rows)
  }

  keepNumbers(numbers: Uint32Array): () => Uint32Array {
    return this.hasRoom(numbers.byteLength) ? () => numbers : this.writtenNumbers(numbers)
  }

  /** Gives the room on the disk back. Nothing can be read any more. */
  close(): void {
    if (this.descriptor !== undefined) closeSync(this.descriptor)
    this.descriptor = undefined
  }

  private hasRoom(size: number): boolean {
    this.inMemory += size
    return this.inMemory <= this.mostInMemory
  }

  // These two return functions that must not keep in memory what was written: they are alone in their contexts.

  private writtenRows({ text, ends, firsts }: PackedRows): () => PackedRows {
    // Two bytes for each character hold any text, also half of a pair of surrogates.
    const encoding = isLatin.test(text) ? 'latin1' : 'utf16le'
    const [start, startOfEnds] = this.write(Buffer.from(text, encoding))
    const [, startOfFirsts] = this.write(bytesOfNumbers(ends))
    const [, end] = this.write(bytesOfNumbers(firsts))
    return () =>
      this.once(start, end, () => ({
        text: this.read(start, startOfEnds).toString(encoding),
        ends: numbersInBytes(this.read(startOfEnds, startOfFirsts)),
        firsts: numbersInBytes(this.read(startOfFirsts, end)),
      }))
  }

  private writtenNumbers(numbers: Uint32Array): () => Uint32Array {
    const [start, end] = this.write(bytesOfNumbers(numbers))
    return () => this.once(start, end, () => numbersInBytes(this.read(start, end)))
  }

  /** A block by its place in the file. It is read if it is none of the recent ones. */
  private once<Block extends PackedRows | Uint32Array>(start: number, end: number, read: () => Block): Block {
    // What starts at a place is always of the same kind.
    const known = this.recent.get(start)?.block as Block | undefined
    if (known) return known
    const block = read()
    const size = end - start
    this.recent.set(start, { block, size })
    this.recentSize += size
    for (const [oldest, { size }] of this.recent) {
      if (this.recentSize <= mostRecent || oldest === start) break
      this.recent.delete(oldest)
      this.recentSize -= size
    }
    return block
  }

  /** Writes bytes at the end. Returns where they start and end. */
  private write(bytes: Uint8Array): readonly [start: number, end: number] {
    const start = this.end
    try {
      this.descriptor ??= openTemporary()
      for (let written = 0; written < bytes.length; )
        written += writeSync(this.descriptor, bytes, written, bytes.length - written, start + written)
    } catch (error) {
      throw new CannotConvert([
        localize(
          'The rows could not be kept in a temporary file: {reason}; name a folder with more room in TMPDIR, or in TEMP on Windows.',
          { reason: reasonOf(error) },
        ),
      ])
    }
    this.end += bytes.length
    return [start, this.end]
  }

  private read(start: number, end: number): Buffer {
    const bytes = Buffer.alloc(end - start)
    for (let filled = 0; filled < bytes.length; ) {
      const read = readSync(this.descriptor!, bytes, filled, bytes.length - filled, start + filled)
      if (read === 0) throw new Error('The temporary file with the rows became shorter.')
      filled += read
    }
    return bytes
  }
}

const isLatin = /^[\0-\xff]*$/

const bytesOfNumbers = ({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)

const numbersInBytes = ({ buffer, byteOffset, byteLength }: Buffer): Uint32Array =>
  new Uint32Array(buffer, byteOffset, byteLength / Uint32Array.BYTES_PER_ELEMENT)
