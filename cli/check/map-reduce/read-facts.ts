import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { LINE_FEED } from '../../../shared/syntax/characters.ts'
import { reasonOf } from '../../files/failure.ts'
import { printed } from '../../files/paths.ts'
import { type Fact, factOf } from './facts.ts'
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
    const rows = (await isParquet(path, name))
      ? rowsOfTable((await import('./facts-parquet.ts')).rowsOfParquet(path))
      : rowsOfLines(path, name)
    let number = 0
    let sinceEnd = 0
    for (;;) {
      const next = await rows.next().catch((error: unknown) => {
        throw unreadable(name, error)
      })
      if (next.done) break
      number++
      // Facts that the map wrote need no strings for their long texts. All others are read in the usual way.
      const fact = factOf(next.value(true)) ?? factOf(next.value(false))
      if (!fact)
        throw new UnreadableFacts(
          `${name} has no valid fact in row ${number}; use files that recline check --map wrote.`,
        )
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

async function* rowsOfLines(path: string, name: string): AsyncGenerator<ReadRow> {
  let number = 0
  /** The pieces of a line that is not complete yet. */
  let rest: Buffer[] = []
  const read = (pieces: readonly Buffer[]): ReadRow => {
    const line = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
    const lineNumber = ++number
    return isPacked => {
      try {
        return isPacked ? parsePackedJson(line) : JSON.parse(line.toString())
      } catch {
        throw new UnreadableFacts(`${name} is not valid JSON on line ${lineNumber}; it may be incomplete.`)
      }
    }
  }
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 }) as AsyncIterable<Buffer>) {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      yield read([...rest, chunk.subarray(start, end)])
      rest = []
      start = end + 1
    }
    if (start < chunk.length) rest.push(chunk.subarray(start))
  }
  if (rest.length > 0) yield read(rest)
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
