import fc from 'fast-check'
import { expect } from 'vitest'
import {
  columnNames,
  columnOfTables,
  type FactTable,
  rowsOfCells,
  tableOfFacts,
} from '../cli/check/map-reduce/fact-tables.ts'
import { type EndFact, type Fact, factOf } from '../cli/check/map-reduce/facts.ts'
import { groupsOfParquet, parquetOf } from '../cli/check/map-reduce/facts-parquet.ts'
import { fileMapper } from '../cli/check/map-reduce/map-file.ts'
import type { FactBatch, WantedFacts } from '../cli/check/map-reduce/read-facts.ts'
import { reduceFacts } from '../cli/check/map-reduce/reduce-facts.ts'
import { type ByteRange, PartReader } from '../cli/check/parts/part-reader.ts'
import type { Failure } from '../cli/files/failure.ts'
import type { Details, PlacedProblem } from '../cli/output/file-result.ts'
import { placedProblems } from '../cli/output/placed-problems.ts'
import { checkFile, problemsOf } from '../shared/check/check.ts'
import { type Severities, withSeverities } from '../shared/check/problem.ts'
import type { RuleSettings } from '../shared/domains/descriptor.ts'
import type { Registry } from '../shared/domains/registry.ts'
import { checkIntegrity } from '../shared/index/integrity.ts'
import { WorkspaceIndex } from '../shared/index/workspace-index.ts'
import { isHeader } from '../shared/syntax/nodes.ts'
import { parse } from '../shared/syntax/tree.ts'
import { builtinRegistry } from './records.ts'

/** How files are mapped and reduced. */
export interface Setting {
  readonly severity: Severities
  readonly settingDomains: readonly string[]
  readonly details: Details
  /** With which rules and definitions; without it, the built-in ones. */
  readonly ruled?: Ruled
  /** Numbers that say where files are cut into ranges and parts, and how their facts are shuffled. */
  readonly random: readonly number[]
}

/** What is found in a file. */
export interface Result {
  readonly file: string
  readonly records: number
  readonly bytes: number
  readonly problems: readonly PlacedProblem[]
}

export const nameOf = (index: number): string => `${index}.rec`

/** Ranges that meet at any bytes, and cover a file. */
function rangesOf(size: number, random: readonly number[]): ByteRange[] {
  const cuts = size === 0 ? [] : random.map(number => 1 + (number % size)).sort((one, other) => one - other)
  return [0, ...cuts].map((start, index) => ({ start, end: cuts[index] ?? size }))
}

interface Ruled {
  readonly registry: Registry
  readonly ruleSettings?: RuleSettings
}

const builtIn: Ruled = { registry: builtinRegistry }

/** The facts of files of which each range is mapped by itself, in parts of any size. */
export function mapAll(
  texts: readonly string[],
  { settingDomains, random, ruled: { registry, ...rules } = builtIn }: Setting,
  partSize?: number,
): Fact[] {
  const mapFile = fileMapper(registry, new PartReader())
  const facts = texts.flatMap((text, index) => {
    const bytes = Buffer.from(text)
    const source = { file: nameOf(index), path: nameOf(index) }
    const planned = { source, settings: { severity: {}, settingDomains, format: {}, ...rules } }
    return rangesOf(bytes.length, random).flatMap((range, index) => [
      ...mapFile(planned, { bytes, size: bytes.length }, range, partSize ?? 1 + (random[index % random.length]! % 300)),
    ])
  })
  return factsIn(
    facts.toSorted((one, other) => {
      const [own, others] = [one, other].map(some => ('failure' in some ? 0 : some.length))
      return random[own! % random.length]! - random[others! % random.length]!
    }),
  )
}

/** Facts as they are read from the tables that a map writes. */
export function factsIn(mapped: Iterable<readonly FactTable[] | Failure>): Fact[] {
  const tables = Array.from(mapped, some => ('failure' in some ? expect.unreachable(some.failure) : some)).flat()
  const cells = Object.fromEntries(columnNames.map(name => [name, columnOfTables(name, tables)]))
  return rowsOfCells([...cells.kind!.keys()], cells).map(row => {
    const read = factOf(row)
    return read && read.kind !== 'end' ? withoutEmptyCells(read) : expect.unreachable(`No fact: ${JSON.stringify(row)}`)
  })
}

/** The rows of a file of facts, with those about ends. */
export async function factRowsIn(path: string): Promise<(Fact | EndFact)[]> {
  const rows: (Fact | EndFact)[] = []
  for await (const group of groupsOfParquet(path))
    for (const row of rowsOfCells([...Array(group.length).keys()], await group.cells(columnNames)))
      rows.push(withoutEmptyCells(factOf(row) ?? expect.unreachable(`No fact: ${JSON.stringify(row)}`)))
  return rows
}

/** A file with rows, which need not be facts. */
export async function fileOfRows(rows: readonly object[]): Promise<Buffer> {
  const batches = async function* () {
    yield [tableOfFacts(rows as readonly Fact[])]
  }
  const pieces: Uint8Array[] = []
  for await (const piece of parquetOf(batches())) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** In a table, a cell that a fact does not need is empty. */
const withoutEmptyCells = <Row extends object>(row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== undefined && cell !== null)) as Row

/** Yields facts as a reader of files does, one at a time. */
export async function* someFacts(facts: readonly Fact[], wanted: WantedFacts): AsyncGenerator<FactBatch> {
  for (const [number, fact] of facts.entries())
    if (wanted === 'all' || (wanted === 'parts' ? fact.kind === 'part' : wanted.has(number)))
      yield { facts: [fact], numbers: [number] }
}

/** What a reduce finds in the facts of files. */
export async function reduceAll(
  facts: readonly Fact[],
  texts: readonly string[],
  { severity, settingDomains, details, ruled: { registry, ...rules } = builtIn }: Setting,
): Promise<Result[]> {
  const results: Result[] = []
  const reduced = reduceFacts(
    {
      facts: wanted => someFacts(facts, wanted),
      plan: async files => ({
        files: files.map(file => ({
          source: { file, path: file },
          settings: { severity, settingDomains, format: {}, ...rules },
        })),
        registry,
        origins: [],
        isComplete: true,
        failures: [],
        warnings: [],
      }),
      tellUnchecked: () => undefined,
      lineOf: ({ file }, line) => texts[parseInt(file, 10)]!.split(/\r\n|\r|\n/)[line - 1]!,
    },
    details,
  )
  for await (const result of reduced) {
    if ('failure' in result) throw new Error(result.failure)
    const problems: PlacedProblem[] = []
    for await (const some of result.problems) problems.push(...some)
    results.push({ ...result, problems })
  }
  return results
}

const withoutByteOrderMark = (text: string): string => text.replace(/^\ufeff/, '')

/** What is found in files that are each read as one text. */
export function checkWhole(
  texts: readonly string[],
  { severity, settingDomains, details, ruled: { registry, ...rules } = builtIn }: Setting,
): Result[] {
  const index = new WorkspaceIndex()
  const checked = texts.map((text, number) => {
    const file = nameOf(number)
    const whole = checkFile(parse(withoutByteOrderMark(text)), {
      registry,
      fileName: file,
      settingDomains,
      ...rules,
    })
    index.update(file, whole)
    return { file, whole, bytes: Buffer.byteLength(text) }
  })
  return checked.map(({ file, whole, bytes }) => ({
    file,
    records: whole.tree.entries.filter(entry => entry.kind === 'record' && !isHeader(entry)).length,
    bytes,
    problems: placedProblems(
      file,
      whole,
      withSeverities(problemsOf(whole, checkIntegrity(file, whole, index).problems), severity),
      details,
    ),
  }))
}

export const settings: fc.Arbitrary<Setting> = fc.record({
  severity: fc.constantFrom<Severities>(
    {},
    { notation: 'off', syntax: 'warning' },
    { 'duplicate-rid': 'off', 'dangling-reference': 'information' },
  ),
  settingDomains: fc.constantFrom([], ['core.compliance'], ['core.compliance', 'core.insurance']),
  details: fc.constantFrom<Details>(
    {},
    { related: true, excerpts: true, fixability: true, identities: true },
    { fixes: true },
  ),
  random: fc.array(fc.nat(), { minLength: 1, maxLength: 8 }),
})
