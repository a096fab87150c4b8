import { open } from 'node:fs/promises'
import { LINE_FEED } from '../../../shared/syntax/characters.ts'
import { reasonOf } from '../../files/failure.ts'
import { printed } from '../../files/paths.ts'
import { type EndFact, type Fact, factOf } from './facts.ts'
import { isLong, parsePackedJson } from './packed-json.ts'

/** The error of facts that cannot be read. Its message is a sentence that says where and why. */
export class UnreadableFacts extends Error {}

/** Returns a row of a table. If it is packed, its long texts may be bytes of UTF-8. */
type ReadRow = (isPacked: boolean) => unknown

/**
 * Reads facts from files of NDJSON or Parquet; the first bytes of a file tell which.
 *
 * @param areAll whether the files must have all facts that the map wrote, in their order
 * @throws UnreadableFacts
 */
export async function* readFacts(paths: readonly string[], areAll: boolean): AsyncGenerator<Fact> {
  for (const path of paths) {
    const name = printed(path)
    let number = 0
    let sinceEnd = 0
    for await (const fact of factsIn(path, name)) {
      number++
      if (fact.kind !== 'end') {
        sinceEnd++
        yield fact
      } else {
        if (areAll && fact.data.facts !== sinceEnd)
          throw incomplete(name, `has ${sinceEnd} of the ${fact.data.facts} facts of ${fact.file}`)
        sinceEnd = 0
      }
    }
    if (areAll && number === 0) throw incomplete(name, 'is empty')
    if (areAll && sinceEnd > 0) throw incomplete(name, 'has no end')
  }
}

async function* factsIn(path: string, name: string): AsyncGenerator<Fact | EndFact> {
  const rows = (await isParquet(path, name))
    ? rowsOfTable((await import('./facts-parquet.ts')).rowsOfParquet(path))
    : rowsOfLines(path, name)
  let number = 0
  try {
    for await (const row of rows) {
      number++
      // Facts that the map wrote need no strings for their long texts. All others are read in the usual way.
      const fact = factOf(row(true)) ?? factOf(row(false))
      if (!fact)
        throw new UnreadableFacts(
          `${name} has no valid fact in row ${number}; use files that recline check --map wrote.`,
        )
      yield fact
    }
  } catch (error) {
    throw unreadable(name, error)
  }
}

/** The error of facts from a map that failed, or of a file that was cut. */
const incomplete = (name: string, why: string): UnreadableFacts =>
  new UnreadableFacts(
    `${name} ${why}, so its map failed or the file was changed; run that --map again, or add --suspects if a program selected the facts.`,
  )

async function isParquet(path: string, name: string): Promise<boolean> {
  try {
    const file = await open(path)
    const { bytesRead, buffer } = await file.read(Buffer.alloc(4), 0, 4, 0).finally(() => file.close())
    return buffer.toString('latin1', 0, bytesRead) === 'PAR1'
  } catch (error) {
    throw unreadable(name, error)
  }
}

/** Each row must be read before the next one is asked for, as its bytes do not stay. */
async function* rowsOfLines(path: string, name: string): AsyncGenerator<ReadRow> {
  let number = 0
  for await (const line of linesOf(path)) {
    number++
    yield isPacked => {
      try {
        return isPacked ? parsePackedJson(line) : JSON.parse(line.toString())
      } catch {
        throw new UnreadableFacts(`${name} is not valid JSON on line ${number}; it may be incomplete.`)
      }
    }
  }
}

/** The lines of a file, without their line ends, each in bytes that do not stay. */
async function* linesOf(path: string): AsyncGenerator<Buffer> {
  const file = await open(path)
  try {
    let buffer = Buffer.allocUnsafeSlow(2 ** 20)
    let length = 0
    for (;;) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length)
      if (bytesRead === 0) break
      let searched = length
      length += bytesRead
      const read = buffer.subarray(0, length)
      let start = 0
      for (let end = read.indexOf(LINE_FEED, searched); end >= 0; end = read.indexOf(LINE_FEED, searched)) {
        yield read.subarray(start, end)
        start = searched = end + 1
      }
      buffer.copyWithin(0, start, length)
      length -= start
      if (length === buffer.length) buffer = Buffer.concat([buffer], 2 * length)
    }
    if (length > 0) yield buffer.subarray(0, length)
  } finally {
    await file.close()
  }
}

async function* rowsOfTable(rows: AsyncIterable<Readonly<Record<string, unknown>>>): AsyncGenerator<ReadRow> {
  for await (const row of rows)
    yield isPacked =>
      Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, cellValue(column, cell, isPacked)]))
}

/** The value of a cell, in which texts are bytes. */
function cellValue(column: string, cell: unknown, isPacked: boolean): unknown {
  if (typeof cell === 'bigint') return Number(cell)
  if (!(cell instanceof Uint8Array)) return cell
  if (column === 'data' && isPacked) return parsePackedJson(cell)
  if (isPacked && isLong(cell)) return cell
  const text = Buffer.from(cell.buffer, cell.byteOffset, cell.length).toString()
  return column === 'data' ? JSON.parse(text) : text
}

const unreadable = (name: string, error: unknown): UnreadableFacts =>
  error instanceof UnreadableFacts ? error : new UnreadableFacts(`${name} could not be read: ${reasonOf(error)}.`)
