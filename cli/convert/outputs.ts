import { join } from 'node:path'
import { NumberBlocks } from '../../shared/basics/number-blocks.ts'
import { csvOf } from '../../shared/convert/csv.ts'
import { followHeaders } from '../../shared/convert/declared-types.ts'
import { carriesText, jsonOf } from '../../shared/convert/json-lines.ts'
import { markdownOf } from '../../shared/convert/markdown.ts'
import { isTag, type PlainEntry, plainEntry } from '../../shared/convert/plain-record.ts'
import { entryWriter } from '../../shared/convert/record-text.ts'
import { buildTable, type PlainTable } from '../../shared/convert/table.ts'
import { localize } from '../../shared/domains/localize.ts'
import type { Domain } from '../../shared/domains/registry.ts'
import { type Entry, isHeader, tagName } from '../../shared/syntax/nodes.ts'
import { jsonList, ndjsonOf } from '../../shared/syntax/written-rows.ts'
import { isFileAt } from '../files/paths.ts'
import { type ResultsOfRun, type Target, targetsFor } from '../files/target.ts'
import type { Batch, Input } from './batch.ts'
import { type Form, formInWords } from './forms.ts'
import type { Output } from './jobs.ts'
import { outputName } from './jobs.ts'
import type { Notes } from './notes.ts'
import { type PlacedTable, SourceLines } from './placed-table.ts'
import { alreadyExists, CannotConvert, type SourceLine } from './problems.ts'
import { RowFile } from './row-file.ts'
import type { Pieces, TextPieces } from './write-output.ts'

/** A file and its content; without a file, the content is for standard output. */
export type OutputFile =
  | { readonly target: Target; readonly pieces: Pieces }
  | { readonly target: undefined; readonly pieces: TextPieces | Uint8Array }

/** The options of the command line that change the outputs. */
export interface OutputOptions {
  /** Only records of this tag are converted. */
  readonly tag?: string
  readonly escapeFormulas?: true
  /** Whether existing files are replaced. */
  readonly force?: true
}

/**
 * Yields the output files one after the other. Tables start after all entries have been read. Throws a `CannotConvert`
 * if the output cannot hold the tables.
 */
export async function* outputsOf(
  output: Output,
  batches: AsyncIterable<Batch>,
  to: Form,
  options: OutputOptions,
  notes: Notes,
  claim: ClaimTargets,
): AsyncGenerator<OutputFile> {
  const [target] = claim(output.kind === 'file' ? [output.path] : [])
  if (to === 'rec') return yield { target, pieces: recLines(batches, options.tag, notes) }
  const plain = plainBatches(batches, options.tag, notes)
  if (to === 'json') return yield { target, pieces: jsonLines(plain, notes) }
  if (to === 'ndjson') return yield { target, pieces: ndjsonLines(plain, notes) }
  const rowFile = new RowFile()
  try {
    const gathered = await gatherTables(plain, rowFile, notes)
    if (to === 'markdown') return yield { target, pieces: markdownPieces(gathered, notes) }
    if (to === 'xlsx') {
      const pieces = workbookPieces(gathered, notes)
      return yield target === undefined ? { target, pieces: await allBytes(pieces) } : { target, pieces }
    }
    const tables = output.kind === 'tables' ? gathered : withoutHeaders(gathered, notes)
    mustHavePlace(tables, output, to)
    const own =
      output.kind === 'tables'
        ? claim(tables.map(({ table: { tag } }) => join(output.folder, outputName(output.stem, to, tag))))
        : [target]
    for (const [index, table] of tables.entries()) {
      const target = own[index]
      const isOneOfSeveral = tables.length > 1
      notes.tags.add(table.table.tag)
      if (to === 'csv') {
        yield { target, pieces: csvPieces(table, isOneOfSeveral, options.escapeFormulas ?? false, notes) }
        continue
      }
      const pieces = await piecesOfParquet(table, isOneOfSeveral, notes)
      yield target === undefined ? { target, pieces: Buffer.concat([...pieces]) } : { target, pieces }
    }
  } finally {
    rowFile.close()
  }
}

/** Gives the files for results. Throws a `CannotConvert` if one of them must not be replaced. */
export type ClaimTargets = (paths: readonly string[]) => readonly Target[]

/** Claims files for the results of a run. An existing one is replaced only if the user says so; a device always. */
export function claimTargets(results: ResultsOfRun, { force }: Pick<OutputOptions, 'force'>): ClaimTargets {
  return paths => {
    const targets = targetsFor(paths, { ...results, areNew: !force })
    if ('failure' in targets) throw new CannotConvert([targets.failure])
    const taken = force ? [] : paths.filter(isFileAt)
    if (taken.length > 0) throw new CannotConvert(taken.map(alreadyExists))
    return targets
  }
}

/** The tables of records: headers are none, so they have a table only if there is nothing else. */
function withoutHeaders(tables: readonly PlacedTable[], notes: Notes): readonly PlacedTable[] {
  const ofRecords = tables.filter(({ table: { tag } }) => tag !== 'DOC')
  if (ofRecords.length === 0 || ofRecords.length === tables.length) return tables
  for (const { table, places } of tables.filter(table => !ofRecords.includes(table)))
    for (let row = 0; row < table.rowCount; row++) notes.add('header', places.at(row))
  return ofRecords
}

function mustHavePlace(tables: readonly PlacedTable[], output: Output, to: Form): void {
  if (output.kind === 'tables' || tables.length === 1) return
  if (tables.length === 0)
    throw new CannotConvert([localize('There are no records to convert to {form}.', { form: formInWords(to) })])
  const tags = tables.map(({ table: { tag } }) => tag)
  const some = `${tags.slice(0, 10).join(', ')}${tags.length > 10 ? ' …' : ''}`
  throw new CannotConvert([
    localize(
      'A {form} file has the records of one tag, but these records have {count} tags; choose one with --tag ({tags}), or use a folder as --output.',
      { form: formInWords(to), count: tags.length, tags: some },
    ),
  ])
}

/**
 * The text of a `.rec` file with these entries.
 *
 * @param tag keeps only the records of this tag, and the headers that name their domains
 */
async function* recLines(batches: AsyncIterable<Batch>, tag: string | undefined, notes: Notes): AsyncGenerator<string> {
  const write = entryWriter()
  const isWanted = (entry: Entry): boolean =>
    tag === undefined || (entry.kind === 'record' && (tagName(entry) === tag || isHeader(entry)))
  for await (const { entries } of batches) {
    const wanted = entries.filter(isWanted)
    notes.records += wanted.filter(entry => entry.kind === 'record' && !isHeader(entry)).length
    yield wanted.map(write).join('')
  }
}

/** Entries as NDJSON: a line of JSON for each. */
async function* ndjsonLines(batches: AsyncIterable<PlainBatch>, notes: Notes): AsyncGenerator<string> {
  for await (const batch of batches) yield ndjsonOf(jsonOfEntries(batch, notes))
}

/** Entries as a JSON array, with one entry on each line. */
async function* jsonLines(batches: AsyncIterable<PlainBatch>, notes: Notes): AsyncGenerator<string> {
  const list = jsonList()
  for await (const batch of batches) yield list.some(jsonOfEntries(batch, notes))
  yield list.end()
}

function jsonOfEntries({ entries, places }: PlainBatch, notes: Notes): string[] {
  return entries.map((entry, index) => {
    if (carriesText(entry)) notes.add('carried', places[index]!)
    return jsonOf(entry)
  })
}

/**
 * Collects the records in tables, one per tag, in the order in which the tags first occur. Adds a note for each entry
 * that does not fit into a table.
 */
async function gatherTables(
  batches: AsyncIterable<PlainBatch>,
  rowFile: RowFile,
  notes: Notes,
): Promise<PlacedTable[]> {
  const tables = new Map<
    string,
    {
      builder: ReturnType<typeof buildTable>
      orders: NumberBlocks
      places: SourceLines
      domains: readonly Domain[] | undefined
    }
  >()
  let count = 0
  for await (const { entries, places, domains } of batches) {
    for (const [index, entry] of entries.entries()) {
      const place = places[index]!
      if (entry.kind !== 'record') {
        notes.add(entry.kind, place)
        continue
      }
      count++
      let table = tables.get(entry.tag)
      if (!table) {
        if (!isTag(entry.tag)) {
          notes.add('tagless', place)
          continue
        }
        table = {
          builder: buildTable(entry.tag, rowFile),
          orders: new NumberBlocks(rowFile),
          places: new SourceLines(rowFile),
          domains: domains[index],
        }
        tables.set(entry.tag, table)
      }
      if (table.domains !== domains[index]) table.domains = undefined
      table.builder.add(entry)
      table.orders.push(count)
      table.places.add(place)
    }
  }
  return [...tables.values()].map(({ builder, ...placed }) => ({ table: builder.finish(), ...placed }))
}

/** A table as CSV. If there are several tables, a column has the position of each row among all records. */
function csvPieces(
  { table, orders, places }: PlacedTable,
  isOneOfSeveral: boolean,
  escapesFormulas: boolean,
  notes: Notes,
): Iterable<string> {
  noteRows(table, places, notes)
  return csvOf(table, {
    escapesFormulas,
    ...(isOneOfSeveral && { orders }),
    onFormula: row => {
      notes.add('formula', places.at(row))
    },
  })
}

/** A table as Parquet, with the same columns as CSV. The Parquet code is loaded only here, because it is large. */
async function piecesOfParquet(
  { table, orders, places }: PlacedTable,
  isOneOfSeveral: boolean,
  notes: Notes,
): Promise<Iterable<Uint8Array>> {
  noteRows(table, places, notes)
  const { writeParquet } = await import('./parquet/parquet.ts')
  const { pieces, untyped } = writeParquet(table, isOneOfSeveral ? orders : undefined)
  for (const row of untyped) notes.add('untyped', places.at(row))
  return pieces
}

/** All tables as sheets of a workbook. The code is loaded only here, because it is large. */
async function* workbookPieces(tables: readonly PlacedTable[], notes: Notes): AsyncGenerator<Uint8Array> {
  for (const { table, places } of tables) noteRows(table, places, notes)
  const { writeWorkbook } = await import('./workbook/workbook.ts')
  const problem = yield* writeWorkbook(tables)
  if (problem !== undefined) throw new CannotConvert([problem])
}

async function allBytes(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

/** All tables in one Markdown text. */
function* markdownPieces(tables: readonly PlacedTable[], notes: Notes): Generator<string> {
  for (const [index, { table, places }] of tables.entries()) {
    for (const row of table.texts.keys()) notes.add('hidden', places.at(row))
    if (index > 0) yield '\n'
    yield* markdownOf(table)
  }
}

function noteRows({ rowCount, texts, isInOrder }: PlainTable, places: SourceLines, notes: Notes): void {
  for (let row = 0; row < rowCount; row++) {
    if (texts.has(row)) notes.add('carried', places.at(row))
    else if (!isInOrder(row)) notes.add('order', places.at(row))
  }
}

/** Some entries as plain values, each with its place. */
interface PlainBatch {
  readonly entries: readonly PlainEntry[]
  readonly places: readonly SourceLine[]
  /** For each entry the domains in force at it. */
  readonly domains: readonly (readonly Domain[])[]
}

/**
 * Converts the entries of batches to plain values, without blank lines.
 *
 * @param tag keeps only the records of this tag
 */
async function* plainBatches(
  batches: AsyncIterable<Batch>,
  tag: string | undefined,
  notes: Notes,
): AsyncGenerator<PlainBatch> {
  let input: Input | undefined
  let domainsAt: (entry: Entry) => readonly Domain[] = () => []
  for await (const batch of batches) {
    if (batch.input !== input) {
      input = batch.input
      domainsAt = followHeaders(input.context)
    }
    const entries: PlainEntry[] = []
    const places: SourceLine[] = []
    const domains: (readonly Domain[])[] = []
    batch.entries.forEach((entry, index) => {
      const inForce = domainsAt(entry)
      const plain = plainEntry(entry, inForce)
      if (!plain || (tag !== undefined && !(plain.kind === 'record' && plain.tag === tag))) return
      if (entry.kind === 'record' && !isHeader(entry)) notes.records++
      entries.push(plain)
      places.push(batch.places[index]!)
      domains.push(inForce)
    })
    yield { entries, places, domains }
  }
}
