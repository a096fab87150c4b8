import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs'
import { localize } from '../../shared/domains/localize.ts'
import { CARRIAGE_RETURN, LINE_FEED } from '../../shared/syntax/characters.ts'
import { unreadable } from '../files/failure.ts'
import {
  isSameVersion,
  mostBytes,
  notUtf8,
  type Source,
  sourceName,
  versionOf,
  versionOfStats,
} from '../files/read-text.ts'
import { host } from '../host/host.ts'
import { CannotConvert } from './problems.ts'
import { wholeText } from './whole-text.ts'

/** Some whole lines of a file. */
export interface WholeLines {
  readonly text: string
  /** The number of the first line, from 1. */
  readonly line: number
}

/**
 * Reads a file or standard input in pieces, so that the size does not matter. Removes the byte order mark. Throws a
 * `CannotConvert` if the input cannot be read or is not UTF-8.
 */
export const readLines = (source: Source): AsyncGenerator<WholeLines> => {
  const name = sourceName(source)
  return wholeLines(chunksOf(name, source.path), name)
}

/** Joins chunks of bytes to whole lines. `name` is the name of the input in messages. */
export async function* wholeLines(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<WholeLines> {
  const cutter = new LineCutter(name)
  for await (const chunk of chunks) yield* cutter.take(chunk)
  yield* cutter.end()
}

/**
 * Makes a function that reads a file in pieces of whole lines, as often as it is called. Standard input and pipes can
 * be read only once, so their text is kept. What cannot be read throws a `CannotConvert`, also a file that another
 * program changes until the last reading has ended.
 */
export async function repeatedPieces(source: Source): Promise<() => Iterable<string>> {
  const { path } = source
  const name = sourceName(source)
  const version = path === undefined ? undefined : await versionOf(path).catch(cannotRead(name))
  if (path === undefined || !version) {
    const text = await wholeText(source)
    return () => [text]
  }
  const mustBeUnchanged = (file: number): void => {
    if (!isSameVersion(version, versionOfStats(fstatSync(file, { bigint: true }))))
      throw new CannotConvert([
        localize('{file} was changed while it was read; run the command again.', { file: name }),
      ])
  }
  return function* () {
    const cutter = new LineCutter(name)
    let file: number | undefined
    try {
      file = openSync(path, 'r')
      mustBeUnchanged(file)
      for (;;) {
        const chunk = Buffer.allocUnsafe(pieceSize)
        const size = readSync(file, chunk)
        if (size === 0) break
        yield* textsOf(cutter.take(chunk.subarray(0, size)))
      }
      yield* textsOf(cutter.end())
      mustBeUnchanged(file)
    } catch (error) {
      cannotRead(name)(error)
    } finally {
      if (file !== undefined) closeSync(file)
    }
  }
}

/** Small pieces, as each is in memory as long as a value of it is. */
const pieceSize = 2 ** 16

function* textsOf(pieces: Iterable<WholeLines>): Generator<string> {
  for (const { text } of pieces) yield text
}

const cannotRead =
  (name: string) =>
  (error: unknown): never => {
    throw error instanceof CannotConvert ? error : new CannotConvert([unreadable(name, error).failure])
  }

/** Cuts bytes that come in chunks behind lines, and decodes them. Throws a `CannotConvert` if they are not UTF-8. */
class LineCutter {
  private line = 1
  private held: Buffer[] = []

  constructor(private readonly name: string) {}

  /** The lines that are whole now. */
  *take(chunk: Buffer): Generator<WholeLines> {
    const end = endOfWholeLines(chunk)
    if (end === 0) {
      this.held.push(chunk)
      return
    }
    const bytes = Buffer.concat([...this.held, chunk.subarray(0, end)])
    this.held = [chunk.subarray(end)]
    yield this.decode(bytes)
    this.line += countLines(bytes)
  }

  /** The last line, which has no end. */
  *end(): Generator<WholeLines> {
    const rest = Buffer.concat(this.held)
    if (rest.length > 0) yield this.decode(rest)
  }

  private decode(bytes: Buffer): WholeLines {
    const { name, line } = this
    const most = Math.round(mostBytes / 2 ** 20)
    if (bytes.length > mostBytes)
      throw new CannotConvert([
        localize('{input} has a line of more than {most} MB, which is the limit.', { input: name, most }),
      ])
    const failure = notUtf8(name, bytes, line)
    if (failure) throw new CannotConvert([failure.failure])
    const text = bytes.toString()
    return { text: line === 1 && text.startsWith('\ufeff') ? text.slice(1) : text, line }
  }
}

async function* chunksOf(name: string, path: string | undefined): AsyncGenerator<Buffer> {
  try {
    yield* (
      path === undefined ? host.stdin : createReadStream(path, { highWaterMark: 2 ** 17 })
    ) as AsyncIterable<Buffer>
  } catch (error) {
    cannotRead(name)(error)
  }
}

/**
 * The offset after the last whole line. A CR at the end of the chunk does not count, because it may be the first half
 * of CRLF.
 */
function endOfWholeLines(bytes: Buffer): number {
  const feed = bytes.lastIndexOf(LINE_FEED)
  const carriage = bytes.lastIndexOf(CARRIAGE_RETURN, bytes.length - 2)
  return Math.max(feed, bytes.length > 1 ? carriage : -1) + 1
}

function countLines(bytes: Buffer): number {
  let lines = 0
  // The search of the engine is several times faster than a loop.
  if (!bytes.includes(CARRIAGE_RETURN)) {
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, end + 1)) lines++
    return lines
  }
  for (let position = 0; position < bytes.length; position++) {
    const code = bytes[position]
    if (code === LINE_FEED || (code === CARRIAGE_RETURN && bytes[position + 1] !== LINE_FEED)) lines++
  }
  return lines
}
