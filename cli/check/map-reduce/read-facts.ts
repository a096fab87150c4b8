import { open } from 'node:fs/promises'
import { LINE_FEED } from '../../../shared/syntax/characters.ts'
import { reasonOf } from '../../files/failure.ts'
import { printed } from '../../files/paths.ts'
import { columns, type Fact, factOf } from './facts.ts'
import type { RowGroup } from './facts-parquet.ts'

/** The error of facts that cannot be read. Its message is a sentence that says where and why. */
export class UnreadableFacts extends Error {}

/** Some facts in their order. */
export interface FactBatch {
  readonly facts: readonly Fact[]
  /** The numbers of their rows among the rows of all files, from 0. */
  readonly numbers: readonly number[]
}

/** Which facts to read: all, those about parts, or those with some numbers. */
export type WantedFacts = 'all' | 'parts' | ReadonlySet<number>

/** Some rows in their order, without those that are not wanted. */
interface RowBatch {
  readonly rows: readonly unknown[]
  /** Their numbers in their file, from 0. */
  readonly numbers: readonly number[]
  /** How many rows there were so far, wanted or not. */
  readonly end: number
}

/**
 * Reads facts from files of NDJSON or Parquet; the first bytes of a file tell which. Yields some at a time.
 *
 * @param areAll whether the files must have all facts that the map wrote, in their order
 * @throws UnreadableFacts
 */
export async function* readFacts(
  paths: readonly string[],
  areAll: boolean,
  wanted: WantedFacts,
): AsyncGenerator<FactBatch> {
  let above = 0
  for (const path of paths) {
    const name = printed(path)
    const ends = new EndCounter(name)
    let count = 0
    try {
      const batches = (await isParquet(path))
        ? rowsOfTable(path, above, wanted)
        : rowsOfLines(path, name, above, wanted)
      for await (const { rows, numbers, end } of batches) {
        const facts: Fact[] = []
        const own: number[] = []
        for (let index = 0; index < rows.length; index++) {
          const number = numbers[index]!
          const fact = factOf(rows[index])
          if (!fact)
            throw new UnreadableFacts(
              `${name} has no valid fact in row ${number + 1}; use files that recline check --map wrote.`,
            )
          if (wanted === 'all' && areAll) ends.take(fact)
          if (fact.kind === 'end') continue
          facts.push(fact)
          own.push(above + number)
        }
        count = end
        yield { facts, numbers: own }
      }
    } catch (error) {
      throw error instanceof UnreadableFacts
        ? error
        : new UnreadableFacts(`${name} could not be read: ${reasonOf(error)}.`)
    }
    if (wanted === 'all' && areAll) ends.finish()
    above += count
  }
}

/** Holds the facts of a file against the numbers in the facts about their ends. */
class EndCounter {
  private facts = 0
  private sinceEnd = 0

  /** @param name that of the file */
  constructor(private readonly name: string) {}

  take(fact: NonNullable<ReturnType<typeof factOf>>): void {
    this.facts++
    if (fact.kind !== 'end') this.sinceEnd++
    else if (fact.data.facts !== this.sinceEnd)
      throw this.incomplete(`has ${this.sinceEnd} of the ${fact.data.facts} facts of ${fact.file}`)
    else this.sinceEnd = 0
  }

  finish(): void {
    if (this.facts === 0) throw this.incomplete('is empty')
    if (this.sinceEnd > 0) throw this.incomplete('has no end')
  }

  /** The error of facts from a map that failed, or of a file that was cut. */
  private incomplete(why: string): UnreadableFacts {
    return new UnreadableFacts(
      `${this.name} ${why}, so its map failed or the file was changed; run that --map again, or add --suspects if a program selected the facts.`,
    )
  }
}

async function isParquet(path: string): Promise<boolean> {
  const file = await open(path)
  const { bytesRead, buffer } = await file.read(Buffer.alloc(4), 0, 4, 0).finally(() => file.close())
  return buffer.toString('latin1', 0, bytesRead) === 'PAR1'
}

/** The rows of a file of lines. */
async function* rowsOfLines(path: string, name: string, above: number, wanted: WantedFacts): AsyncGenerator<RowBatch> {
  let end = 0
  for await (const text of linesOfFile(path)) {
    const all = wanted === 'all' ? allRows(text) : undefined
    if (all) {
      yield { rows: all, numbers: all.map((_, index) => end + index), end: end + all.length }
      end += all.length
      continue
    }
    const rows: unknown[] = []
    const numbers: number[] = []
    for (const line of text.split('\n')) {
      const number = end++
      if (!isWantedLine(line, above + number, wanted)) continue
      try {
        rows.push(JSON.parse(line))
        numbers.push(number)
      } catch {
        throw new UnreadableFacts(`${name} is not valid JSON on line ${number + 1}; it may be incomplete.`)
      }
    }
    yield { rows, numbers, end }
  }
}

/** What lines of JSON say, by one call, which is faster than a call for each; undefined if a line is not valid. */
function allRows(text: string): unknown[] | undefined {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  try {
    const rows: unknown[] = JSON.parse(`[${text.replaceAll('\n', ',')}]`)
    return rows.length === lines ? rows : undefined
  } catch {
    return undefined
  }
}

function isWantedLine(line: string, number: number, wanted: WantedFacts): boolean {
  if (wanted === 'all') return true
  if (wanted !== 'parts') return wanted.has(number)
  // Lines of recline start with their kind. Those of other programs may not.
  if (line.startsWith('{"kind":"')) return line.startsWith('{"kind":"part"')
  return line.includes('"part"') && isPartFact(line)
}

function isPartFact(line: string): boolean {
  try {
    return JSON.parse(line).kind === 'part'
  } catch {
    // The error is reported when all facts are read.
    return false
  }
}

/** The lines of a file, some at a time, with line ends between them. */
async function* linesOfFile(path: string): AsyncGenerator<string> {
  const file = await open(path)
  try {
    let buffer = Buffer.allocUnsafeSlow(2 ** 20)
    let length = 0
    for (;;) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length)
      if (bytesRead === 0) break
      length += bytesRead
      const read = buffer.subarray(0, length)
      let start = 0
      for (let end = endOfLines(read, start); end >= 0; end = endOfLines(read, start)) {
        yield read.toString('utf8', start, end)
        start = end + 1
      }
      buffer.copyWithin(0, start, length)
      length -= start
      if (length === buffer.length) buffer = Buffer.concat([buffer], 2 * length)
    }
    if (length > 0) yield buffer.toString('utf8', 0, length)
  } finally {
    await file.close()
  }
}

/** The end of some whole lines from a byte on; negative if there are none. */
function endOfLines(bytes: Buffer, start: number): number {
  const end = bytes.lastIndexOf(LINE_FEED, start + mostAtOnce)
  return end < start ? bytes.indexOf(LINE_FEED, start) : end
}

/** How many bytes of short lines become a string at once. Each larger string would get memory from the system. */
const mostAtOnce = 2 ** 16

async function* rowsOfTable(path: string, above: number, wanted: WantedFacts): AsyncGenerator<RowBatch> {
  let first = 0
  for await (const group of (await import('./facts-parquet.ts')).groupsOfParquet(path)) {
    const end = first + group.length
    const indices = await wantedRows(group, above + first, wanted)
    const cells = indices.length === 0 ? undefined : await group.cells(columnNames)
    yield { rows: cells ? rowsAt(indices, cells) : [], numbers: indices.map(index => first + index), end }
    first = end
  }
}

const columnNames = Object.keys(columns) as (keyof typeof columns)[]

/** The indices of the wanted rows of a group, in order. */
async function wantedRows(group: RowGroup, above: number, wanted: WantedFacts): Promise<number[]> {
  const { kind } = wanted === 'parts' ? await group.cells(['kind']) : { kind: [] }
  const indices: number[] = []
  for (let index = 0; index < group.length; index++)
    if (wanted === 'all' || (wanted === 'parts' ? kind[index] === 'part' : wanted.has(above + index)))
      indices.push(index)
  return indices
}

/** Some rows of a table, with what the JSON of their data says. */
const rowsAt = (
  indices: readonly number[],
  cells: Readonly<Record<(typeof columnNames)[number], readonly unknown[]>>,
): unknown[] =>
  // Lists all columns, because to add properties one after the other is many times slower.
  indices.map(index => {
    const data = cells.data[index]
    return {
      kind: cells.kind[index],
      file: cells.file[index],
      part: cells.part[index],
      entry: cells.entry[index],
      start: cells.start[index],
      end: cells.end[index],
      line: cells.line[index],
      column: cells.column[index],
      endLine: cells.endLine[index],
      endColumn: cells.endColumn[index],
      domain: cells.domain[index],
      tag: cells.tag[index],
      id: cells.id[index],
      field: cells.field[index],
      record: cells.record[index],
      data: typeof data === 'string' ? JSON.parse(data) : data,
    }
  })
