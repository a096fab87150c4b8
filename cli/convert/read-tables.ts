import { dirname } from 'node:path'
import { definitionsOf } from '../../shared/convert/declared-types.ts'
import { csvTableInPieces } from '../../shared/convert/foreign-tables/csv-table.ts'
import type { ForeignTable } from '../../shared/convert/foreign-tables/foreign-table.ts'
import { hasOwnKeys, readJsonTable } from '../../shared/convert/foreign-tables/json-table.ts'
import { entryMaker } from '../../shared/convert/record-text.ts'
import { byOrder, givenOf } from '../../shared/convert/rows.ts'
import { domainsOfFile } from '../../shared/domains/domains-in-force.ts'
import type { Tag } from '../../shared/domains/registry.ts'
import type { Entry } from '../../shared/syntax/nodes.ts'
import type { Batch, Input, InputSheet } from './batch.ts'
import { foreignRows, type PlacedRow, type PlacedRows, type Tell, throwUnknownColumns } from './foreign-rows.ts'
import { stemOf, tagInName } from './jobs.ts'
import { repeatedPieces } from './whole-lines.ts'
import { wholeText } from './whole-text.ts'

/** Tables that belong together, such as all tables of one `.rec` file. */
interface TablesOfFile {
  /** The first of them. It decides the domains of all. */
  readonly input: Input
  readonly tables: PlacedRows[]
}

/**
 * Reads CSV, Parquet and the sheets of workbooks. The rows of tables that belong together are sorted by the order
 * column, which counts in the file that they come from; without one, they can be more than fit into memory. Throws a
 * `CannotConvert` if a table cannot be read.
 */
export async function* readTables(inputs: readonly Input[], tell: Tell): AsyncGenerator<Batch> {
  const byFile = new Map<string, TablesOfFile>()
  for (const input of inputs) {
    const file = fileOf(input)
    const ofFile: TablesOfFile = byFile.get(file) ?? { input, tables: [] }
    byFile.set(file, ofFile)
    ofFile.tables.push(await placedRowsOf(input, tell))
  }
  for (const { input, tables } of byFile.values()) {
    const isOrdered = tables.some(table => table.isOrdered)
    const all: PlacedRow[] = []
    for (const { rows } of tables)
      for await (const some of rows) {
        if (isOrdered) for (const row of some) all.push(row)
        else yield* batchesOf(input, some)
      }
    yield* batchesOf(input, byOrder(all))
  }
}

/** Reads JSON that does not name the tags of its records. Throws a `CannotConvert` if it cannot be read. */
export function* readJsonRows(input: Input, text: string, tell: Tell): Generator<Batch> {
  const { records, isFlattened } = input.choices
  const table = readJsonTable(text, { records, isFlattened, isLines: input.form === 'ndjson' })
  for (const rows of foreignRows(input, table, text, tell).rows) yield* batchesOf(input, rows)
}

/** What the tables of one `.rec` file have in common. Tables that are named after their tag alone count as one file. */
function fileOf({ source: { file, path }, context: { registry, settingDomains } }: Input): string {
  const stem = stemOf(file, registry)
  const isOnlyTag = stem === tagInName(file, registry)
  return JSON.stringify([dirname(path ?? ''), isOnlyTag ? '' : stem, settingDomains])
}

function* batchesOf(input: Input, rows: readonly PlacedRow[]): Generator<Batch> {
  const entryOf = entryMaker(input.context)
  const withDefaults = defaultsWriter(input)
  for (let first = 0; first < rows.length; first += rowsAtOnce) {
    const some = rows.slice(first, first + rowsAtOnce)
    yield {
      input,
      entries: some.map(row => withDefaults(entryOf(givenOf(row)), row)),
      places: some.map(({ place }) => place),
    }
  }
}

/** Makes a function that writes the defaults of its tag into an entry, if that is a new record. */
function defaultsWriter({ choices: { defaults }, context }: Input): (entry: Entry, row: PlacedRow) => Entry {
  if (!defaults) return entry => entry
  const { domains } = domainsOfFile(context)
  /** What the rows of a table have in common. */
  let ofTable:
    | { readonly columns: PlacedRow['columns']; readonly names: ReadonlySet<string>; readonly tags: readonly Tag[] }
    | undefined
  return (entry, { columns, tag, isFromElsewhere }) => {
    if (!isFromElsewhere || entry.kind !== 'record') return entry
    if (ofTable?.columns !== columns) {
      const names = columns.flatMap(column => (column.kind === 'field' ? column.key.name : []))
      ofTable = { columns, names: new Set(names), tags: definitionsOf(tag, names, domains) }
    }
    const [definition, ...others] = ofTable.tags
    return definition && others.length === 0 ? defaults.writeInto(entry, definition, ofTable.names) : entry
  }
}

const rowsAtOnce = 1000

async function placedRowsOf(input: Input, tell: Tell): Promise<PlacedRows> {
  if (input.sheet) return readSheet(input, input.sheet, tell)
  if (input.form === 'csv') {
    const table = csvTableInPieces(await repeatedPieces(input.source), input.choices.header)
    return foreignRows(input, table, undefined, tell)
  }
  // Code for Parquet is loaded only where there is some, because it is large.
  const { readParquetRows } = await import('./parquet/read-parquet.ts')
  return readParquetRows(input, tell)
}

function readSheet(input: Input, { table: read, notes }: InputSheet, tell: Tell): PlacedRows {
  for (const note of notes) tell(input.source.file, note)
  const table = read(input.choices.header)
  return table ? foreignRows(input, table, undefined, tell) : { rows: [], isOrdered: false }
}

/** Throws a `CannotConvert` if the command line maps a column that no table has, before anything is written. */
export async function mustHaveColumns(inputs: readonly Input[]): Promise<void> {
  const said = inputs[0]?.choices.saidColumns ?? []
  const tables = inputs.filter(({ form }) => form !== 'rec')
  // Standard input can be read only once.
  if (said.length === 0 || tables.some(({ source }) => source.path === undefined)) return
  const names: string[] = []
  for (const input of tables) names.push(...(await readTable(input)).names)
  throwUnknownColumns(names, said)
}

/** The first file whose data do not say what records they are; undefined if there is none. */
export async function firstUntold(inputs: readonly Input[]): Promise<Input | undefined> {
  for (const input of inputs) {
    const { form, source, tag, context, sheet } = input
    if (form === 'rec' || source.path === undefined || (tag ?? tagInName(source.file, context.registry)) !== undefined)
      continue
    if (sheet && !sheet.table(input.choices.header)) continue
    if (form === 'csv' || sheet) return input
    const isTold = form === 'parquet' ? (await readTable(input)).tag !== undefined : hasOwnKeys(await wholeText(source))
    if (!isTold) return input
  }
  return undefined
}

/** A sheet without cells. */
const noTable: ForeignTable = { names: [], rows: [], placeOf: String, problems: [], notes: [] }

/** A table or JSON as a table; of Parquet, the first rows. */
export async function readTable(input: Input): Promise<ForeignTable> {
  const { form, source, choices, sheet } = input
  if (sheet) return sheet.table(choices.header) ?? noTable
  if (form === 'parquet') {
    const { readParquetSample } = await import('./parquet/read-parquet.ts')
    return readParquetSample(source)
  }
  if (form === 'csv') return csvTableInPieces(await repeatedPieces(source), choices.header)
  return readJsonTable(await wholeText(source), { ...choices, isLines: form === 'ndjson' })
}
