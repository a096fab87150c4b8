import { open } from 'node:fs/promises'
import { reasonOf } from '../../files/failure.ts'
import { printed } from '../../files/paths.ts'
import { columnNames, rowsOfCells } from './fact-tables.ts'
import { type Fact, factOf } from './facts.ts'
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
 * Reads facts from files of Parquet. Yields some at a time.
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
      const start = await firstBytesOf(path)
      if (start === '' && areAll) throw ends.incomplete('is empty')
      if (start !== 'PAR1')
        throw new UnreadableFacts(
          `${name} is no Parquet file; facts are always Parquet, so write it again with recline check --map.`,
        )
      for await (const { rows, numbers, end } of rowsOfTable(path, above, wanted)) {
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
  incomplete(why: string): UnreadableFacts {
    return new UnreadableFacts(
      `${this.name} ${why}, so its map failed or the file was changed; run that --map again, or add --suspects if a program selected the facts.`,
    )
  }
}

/** The first four bytes of a file, or fewer if it has no more. */
async function firstBytesOf(path: string): Promise<string> {
  const file = await open(path)
  const { bytesRead, buffer } = await file.read(Buffer.alloc(4), 0, 4, 0).finally(() => file.close())
  return buffer.toString('latin1', 0, bytesRead)
}

async function* rowsOfTable(path: string, above: number, wanted: WantedFacts): AsyncGenerator<RowBatch> {
  let first = 0
  for await (const group of (await import('./facts-parquet.ts')).groupsOfParquet(path)) {
    const end = first + group.length
    const indices = await wantedRows(group, above + first, wanted)
    const cells = indices.length === 0 ? undefined : await group.cells(columnNames)
    yield { rows: cells ? rowsOfCells(indices, cells) : [], numbers: indices.map(index => first + index), end }
    first = end
  }
}

/** The indices of the wanted rows of a group, in order. */
async function wantedRows(group: RowGroup, above: number, wanted: WantedFacts): Promise<number[]> {
  const { kind } = wanted === 'parts' ? await group.cells(['kind']) : {}
  const indices: number[] = []
  for (let index = 0; index < group.length; index++)
    if (wanted === 'all' || (wanted === 'parts' ? kind?.[index] === 'part' : wanted.has(above + index)))
      indices.push(index)
  return indices
}
