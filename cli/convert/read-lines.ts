import { createReadStream } from 'node:fs'
import { CARRIAGE_RETURN, LINE_FEED } from '../../shared/syntax/characters.ts'
import { unreadable } from '../files/failure.ts'
import { mostBytes, notUtf8, type Source } from '../files/read-text.ts'
import { CannotConvert } from './problems.ts'

/** Some whole lines of a file. */
export interface Lines {
  readonly text: string
  /** The number of the first line, from 1. */
  readonly line: number
}

/**
 * Reads a file or standard input in pieces, so that the size does not matter. Removes the byte order mark. Throws a
 * `CannotConvert` if the input cannot be read or is not UTF-8.
 */
export const readLines = ({ file, path }: Source): AsyncGenerator<Lines> => {
  const name = path === undefined ? 'Standard input' : file
  return wholeLines(chunksOf(name, path), name)
}

/** Joins chunks of bytes to whole lines. `name` is the name of the input in messages. */
export async function* wholeLines(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<Lines> {
  const decode = (bytes: Buffer, line: number): Lines => {
    const most = `${Math.round(mostBytes / 2 ** 20)} MB`
    if (bytes.length > mostBytes)
      throw new CannotConvert([`${name} has a line of more than ${most}, which is the limit.`])
    const failure = notUtf8(name, bytes, line)
    if (failure) throw new CannotConvert([failure.failure])
    const text = bytes.toString()
    return { text: line === 1 && text.startsWith('\ufeff') ? text.slice(1) : text, line }
  }
  let line = 1
  let held: Buffer[] = []
  for await (const chunk of chunks) {
    const end = endOfLines(chunk)
    if (end === 0) {
      held.push(chunk)
      continue
    }
    const bytes = Buffer.concat([...held, chunk.subarray(0, end)])
    held = [chunk.subarray(end)]
    yield decode(bytes, line)
    line += countLines(bytes)
  }
  const rest = Buffer.concat(held)
  if (rest.length > 0) yield decode(rest, line)
}

async function* chunksOf(name: string, path: string | undefined): AsyncGenerator<Buffer> {
  try {
    yield* (
      path === undefined ? process.stdin : createReadStream(path, { highWaterMark: 2 ** 17 })
    ) as AsyncIterable<Buffer>
  } catch (error) {
    throw new CannotConvert([unreadable(name, error).failure])
  }
}

/**
 * The offset after the last whole line. A CR at the end of the chunk does not count, because it may be the first half
 * of CRLF.
 */
function endOfLines(bytes: Buffer): number {
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
