import { closeSync, openSync, readSync } from 'node:fs'
import { CARRIAGE_RETURN, LINE_FEED } from '../../shared/syntax/characters.ts'
import type { Slice } from '../output/unified-diff.ts'

/** A record of a file that changes. All places are offsets in the bytes of the file. */
export interface ChangedBytes {
  /** Where the record starts and ends, with its line end. */
  readonly from: number
  readonly to: number
  /** What is replaced, and the new text. */
  readonly start: number
  readonly end: number
  readonly text: string
}

/** How many bytes of a file are read at once. */
const bytesAtOnce = 2 ** 20

/**
 * The bytes of a file after changes, in pieces of about a megabyte.
 *
 * @param changes in the order of the file
 * @param size how many bytes are read at once
 * @throws the error of the system
 */
export function* bytesAfter(
  path: string,
  changes: readonly ChangedBytes[],
  size: number = bytesAtOnce,
): Generator<Buffer> {
  for (const piece of filePiecesOf(path, changes, size))
    yield Buffer.concat([...spansOf(piece)].map(({ after }) => after))
}

/**
 * The lines of a file before and after changes: those of each changed record, and those between two of them.
 *
 * @param changes in the order of the file
 * @param size how many bytes are read at once
 * @throws the error of the system
 */
export function* slicesAfter(
  path: string,
  changes: readonly ChangedBytes[],
  size: number = bytesAtOnce,
): Generator<Slice> {
  // Where lines end with CR alone, a record does not end with a line of the diff.
  let [before, after] = ['', '']
  for (const piece of filePiecesOf(path, changes, size)) {
    for (const span of spansOf(piece)) {
      const text = span.before.toString()
      before += text
      after += span.after === span.before ? text : span.after.toString()
      if (!before.endsWith('\n') || !after.endsWith('\n')) continue
      yield { before, after }
      before = after = ''
    }
  }
  if (before !== '') yield { before, after }
}

/** Some bytes before and after the changes: the same object where nothing changes. */
interface ChangedSpan {
  readonly before: Buffer
  readonly after: Buffer
}

function* spansOf({ start: first, bytes, changes }: FilePiece): Generator<ChangedSpan> {
  let last = 0
  const unchanged = function* (end: number): Generator<ChangedSpan> {
    const same = bytes.subarray(last, end)
    if (same.length > 0) yield { before: same, after: same }
  }
  for (const { from, to, start, end, text } of changes) {
    yield* unchanged(from - first)
    const before = bytes.subarray(from - first, to - first)
    const [head, tail] = [before.subarray(0, start - from), before.subarray(end - from)]
    yield { before, after: Buffer.concat([head, Buffer.from(text), tail]) }
    last = to - first
  }
  yield* unchanged(bytes.length)
}

/** Some whole lines of a file, and the records among them that change. */
interface FilePiece {
  /** Where it starts in the file. */
  readonly start: number
  /** Valid until the next piece is read. */
  readonly bytes: Buffer
  readonly changes: readonly ChangedBytes[]
}

/** Cuts a file into pieces, between lines and outside of the records that change. */
function* filePiecesOf(path: string, changes: readonly ChangedBytes[], size: number): Generator<FilePiece> {
  const file = openSync(path, 'r')
  try {
    let buffer = Buffer.allocUnsafeSlow(size)
    let [start, next] = [0, 0]
    for (;;) {
      const filled = fill(file, buffer, start)
      const isLast = filled < buffer.length
      const { end, last } = isLast ? { end: filled, last: changes.length } : cutOf(buffer, start, changes, next)
      if (end === 0 && !isLast) {
        buffer = Buffer.allocUnsafeSlow(2 * buffer.length)
        continue
      }
      yield { start, bytes: buffer.subarray(0, end), changes: changes.slice(next, last) }
      if (isLast) return
      start += end
      next = last
    }
  } finally {
    closeSync(file)
  }
}

/** Fills a buffer with the bytes of a file from an offset on. Returns how many the file has, at most all of them. */
function fill(file: number, buffer: Buffer, start: number): number {
  let filled = 0
  while (filled < buffer.length) {
    const read = readSync(file, buffer, filled, buffer.length - filled, start + filled)
    if (read === 0) break
    filled += read
  }
  return filled
}

/**
 * The last line end in a buffer that is outside of the records that change; 0 if there is none.
 *
 * @param start where the buffer starts in the file
 * @param next the index of the first change in the buffer
 */
function cutOf(
  buffer: Buffer,
  start: number,
  changes: readonly ChangedBytes[],
  next: number,
): { readonly end: number; readonly last: number } {
  let end = lineEndIn(buffer, buffer.length)
  let last = next
  while (last < changes.length && changes[last]!.from < start + end) last++
  while (last > next && changes[last - 1]!.to > start + end) {
    last--
    end = lineEndIn(buffer, changes[last]!.from - start)
  }
  return { end, last }
}

/** The offset behind the last line end in the first bytes of a buffer; 0 if there is none. */
const lineEndIn = (buffer: Buffer, length: number): number =>
  Math.max(...[LINE_FEED, CARRIAGE_RETURN].map(code => buffer.subarray(0, length).lastIndexOf(code))) + 1
