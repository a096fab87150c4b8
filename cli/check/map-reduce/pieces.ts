import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { AT, CARRIAGE_RETURN, LINE_FEED } from '../../../shared/syntax/characters.ts'
import type { Part } from './map-part.ts'

/** About how many bytes are read, checked and written as facts at once. */
const usualPieceSize = 2 ** 21

/** A stretch of a file in bytes, from `start` up to `end`, which may lie behind the end of the file. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** Bytes that are a whole number of lines, of which the first starts with `@` if it is not the file's first. */
export interface Piece {
  readonly bytes: Buffer
  readonly start: number
  readonly isLast: boolean
}

/**
 * A range moved to the borders of records: to the first line that starts with `@` there or behind. So ranges that meet
 * anywhere hold each record once.
 */
export async function atBorders(file: FileHandle, { start, end }: Range): Promise<Range> {
  return { start: start === 0 ? 0 : await borderFrom(file, start), end: await borderFrom(file, end) }
}

/** Where the first line starts, at or behind a byte, that starts with `@`; the end of the file where there is none. */
async function borderFrom(file: FileHandle, byte: number): Promise<number> {
  const { size } = await file.stat()
  const buffer = Buffer.alloc(2 ** 16)
  let position = Math.max(0, byte - 1)
  while (position < size) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position)
    if (bytesRead === 0) break
    const border = firstBorder(buffer.subarray(0, bytesRead), 1)
    if (border >= 0) return position + border
    // The last byte may end the line before a border.
    position += Math.max(1, bytesRead - 1)
    if (bytesRead === 1) break
  }
  return size
}

/** Reads a stretch of a file, that starts at a border, piece by piece; all of it where there is no end. */
export function piecesOf(
  path: string,
  { start, end }: Range,
  isLast: boolean,
  pieceSize = usualPieceSize,
): AsyncGenerator<Piece> {
  const stream = start === end ? [] : createReadStream(path, { start, end: end - 1, highWaterMark: 2 ** 20 })
  return inPieces(stream as AsyncIterable<Buffer> | Buffer[], start, isLast, pieceSize)
}

/** Cuts bytes as they come into pieces; there is always one, if only an empty one. */
export async function* inPieces(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  start: number,
  isLast: boolean,
  pieceSize = usualPieceSize,
): AsyncGenerator<Piece> {
  let held: Buffer[] = []
  let size = 0
  /** When it is worth looking for a border. */
  let enough = pieceSize
  for await (const chunk of chunks) {
    held.push(chunk)
    size += chunk.length
    if (size < enough) continue
    const bytes = Buffer.concat(held)
    const border = lastBorder(bytes)
    if (border > 0) {
      yield { bytes: bytes.subarray(0, border), start, isLast: false }
      start += border
    }
    const rest = border > 0 ? bytes.subarray(border) : bytes
    held = [rest]
    size = rest.length
    // Of a record that does not end, ever more is read before it is looked through again.
    enough = Math.max(pieceSize, size * 2)
  }
  yield { bytes: Buffer.concat(held), start, isLast }
}

/** A piece as text, without its byte order mark; undefined where it is not UTF-8. */
export function partOf({ bytes, start, isLast }: Piece): Part | undefined {
  if (!isUtf8(bytes)) return undefined
  const text = bytes.toString()
  return {
    text: start === 0 && text.startsWith('\ufeff') ? text.slice(1) : text,
    start,
    end: start + bytes.length,
    isLast,
  }
}

/** Opens a file, and closes it when all is done. */
export async function withFile<Result>(path: string, work: (file: FileHandle) => Promise<Result>): Promise<Result> {
  const file = await open(path)
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}

function firstBorder(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(AT, from)
  while (at >= 0 && !endsLine(bytes[at - 1])) at = bytes.indexOf(AT, at + 1)
  return at
}

/** The last border behind the first byte, or -1. */
function lastBorder(bytes: Buffer): number {
  let at = bytes.lastIndexOf(AT)
  while (at > 0 && !endsLine(bytes[at - 1])) at = bytes.lastIndexOf(AT, at - 1)
  return at > 0 ? at : -1
}

const endsLine = (byte: number | undefined): boolean => byte === LINE_FEED || byte === CARRIAGE_RETURN
