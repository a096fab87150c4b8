import { dirname } from 'node:path'
import type { ColumnField } from '../../shared/convert/column-fields.ts'
import { readCsv } from '../../shared/convert/csv.ts'
import {
  type ForeignColumns,
  readForeignColumns,
  readForeignValues,
  type TableChoices,
} from '../../shared/convert/foreign-table.ts'
import { entryMaker } from '../../shared/convert/record-text.ts'
import { byOrder, givenOf, type Look, type ReadRow, readRow } from '../../shared/convert/rows.ts'
import { meantOr, show, wordList } from '../../shared/domains/message-text.ts'
import { nearest } from '../../shared/domains/nearest.ts'
import { reasonOf } from '../files/failure.ts'
import type { Batch, Input } from './batch.ts'
import { stemOf, tagInName } from './jobs.ts'
import { readable, type Unreadable } from './parquet-columns.ts'
import { CannotConvert, Problems, type SourceLine, throwProblemsIn } from './problems.ts'
import { lineFinder, wholeText } from './whole-text.ts'

type PlacedRow = ReadRow & { readonly place: SourceLine }

type Say = (sentence: string) => void

/** Finds the fields of columns, and says what the user should know about them. */
type ColumnsOf = (names: readonly string[], tag: string, looks?: readonly Look[]) => ForeignColumns

/** The rows of tables that belong together, such as all tables of one `.rec` file. */
interface RowsOfFile {
  /** The first of the tables. It decides the domains of all. */
  readonly input: Input
  readonly rows: PlacedRow[]
}

/**
 * Reads CSV and Parquet tables. The rows of tables that belong together are sorted by the order column, which counts in
 * the file that they come from. Throws a `CannotConvert` if a table cannot be read.
 *
 * @param say is called with sentences about how the columns and values of a table are read
 */
export async function* readTables(inputs: readonly Input[], say: Say): AsyncGenerator<Batch> {
  const byFile = new Map<string, RowsOfFile>()
  const names = new Set<string>()
  for (const input of inputs) {
    const file = fileOf(input)
    const ofFile: RowsOfFile = byFile.get(file) ?? { input, rows: [] }
    const { rows } = ofFile
    byFile.set(file, ofFile)
    const { source, context, choices } = input
    const columnsOf: ColumnsOf = (columns, tag, looks) => {
      for (const column of columns) names.add(column)
      if (input === inputs.at(-1)) mustHaveColumns(names, choices)
      const found = readForeignColumns(columns, tag, context, choices, looks)
      for (const note of found.notes) say(`${source.file}: ${note}`)
      return found
    }
    const pieces = input.form === 'csv' ? readCsvRows(input, columnsOf, say) : readParquetRows(input, columnsOf)
    for await (const some of pieces) {
      // A single table without an order column can have more rows than fit into memory.
      if (inputs.length === 1 && rows.length === 0 && some.every(({ order }) => order === undefined))
        yield* batchesOf(input, some)
      else for (const row of some) rows.push(row)
    }
  }
  for (const { input, rows } of byFile.values()) yield* batchesOf(input, byOrder(rows))
}

/** What the tables of one `.rec` file have in common. Tables that are named after their tag alone count as one file. */
function fileOf({ source: { file, path }, context: { registry, settingDomains } }: Input): string {
  const stem = stemOf(file, registry)
  const isOnlyTag = stem === tagInName(file, registry)
  return JSON.stringify([dirname(path ?? ''), isOnlyTag ? '' : stem, settingDomains])
}

function* batchesOf(input: Input, rows: readonly PlacedRow[]): Generator<Batch> {
  const entryOf = entryMaker(input.context)
  for (let first = 0; first < rows.length; first += rowsAtOnce) {
    const some = rows.slice(first, first + rowsAtOnce)
    yield { input, entries: some.map(row => entryOf(givenOf(row))), places: some.map(({ place }) => place) }
  }
}

const rowsAtOnce = 1000

async function* readCsvRows(input: Input, columnsOf: ColumnsOf, say: Say): AsyncGenerator<PlacedRow[]> {
  const { source, context, choices } = input
  const { file } = source
  const text = await wholeText(source)
  const tag = tagOf(input)
  let found: readonly ColumnField[] = []
  const { rows, problems } = readCsv(text, tag, names => {
    const columns = columnsOf(names, tag)
    found = columns.found
    return columns
  })
  throwProblemsIn(file, text, problems, adviceOn(found))
  const placeOf = (row: number): string => `line ${lineFinder(text)(rows[row]!.start)}`
  const values = readForeignValues(rows, found, context, choices, placeOf)
  for (const note of values.notes) say(`${file}: ${note}`)
  if (values.doubts.length > 0)
    throw new CannotConvert(values.doubts.map(({ about, message }) => `${file}: ${message} ${valueAdvice[about]}`))
  const lineAt = lineFinder(text)
  for (let first = 0; first < values.rows.length; first += rowsAtOnce)
    yield values.rows.slice(first, first + rowsAtOnce).map(({ columns, cells, tag, order, start }) => ({
      columns,
      cells,
      tag,
      order,
      place: { file, line: lineAt(start) },
    }))
}

const valueAdvice = {
  dateOrder: 'Add --date-order day-month, month-day or unchanged.',
  decimalMark: 'Add --decimal-mark comma, point or unchanged.',
} as const

/** How to go on with columns that cannot be fields; empty if all of them can. */
function adviceOn(found: readonly ColumnField[]): string[] {
  const name = found.find(({ match }) => match === 'none')?.column
  return name === undefined
    ? []
    : [
        `Add --map-column ${show(`${name}=<field>`)} to name the field, or --map-column ${show(`${name}=`)} to leave the column out.`,
      ]
}

/** Throws a `CannotConvert` if the command line maps a column that no table has. */
function mustHaveColumns(names: ReadonlySet<string>, { fields }: TableChoices): void {
  const unknown = [...fields.keys()].find(column => !names.has(column))
  if (unknown === undefined) return
  throw new CannotConvert([
    `No column is named ${show(unknown)}, as --map-column says${meantOr(nearest(unknown, names), `; there are ${wordList([...names])}`)}`,
  ])
}

/** Yields the rows of a Parquet file, some at a time. */
async function* readParquetRows(input: Input, columnsOf: ColumnsOf): AsyncGenerator<PlacedRow[]> {
  const {
    source: { file, path },
  } = input
  const { readParquet } = await import('./parquet.ts')
  const failure = (error: unknown): CannotConvert => {
    // The library reads behind the end of a file that is cut off.
    const reason = error instanceof RangeError ? 'it is empty or damaged' : reasonOf(error)
    return new CannotConvert([`${file} could not be read as Parquet: ${reason}.`])
  }
  const read = await readParquet(path ?? (await standardInput())).catch((error: unknown) => {
    throw failure(error)
  })
  const tag = tagOf(input, read.tag)
  const problems = new Problems()
  const { columns, problems: ofColumns, found } = columnsOf(read.names, tag, read.looks)
  for (const { message } of ofColumns) problems.add(`${file}: ${message}`)
  problems.end(adviceOn(found))
  let line = 0
  const groups = read.rows()
  for (;;) {
    const group = await groups.next().catch((error: unknown) => {
      throw failure(error)
    })
    if (group.done) break
    const rows: PlacedRow[] = []
    for (const cells of group.value) {
      line++
      const texts = cells.every(isText)
        ? cells
        : cells.map((cell, index) => {
            if (isText(cell)) return cell
            problems.add(`${file}: in row ${line}, ${show(read.names[index]!)} is ${cell.reason}, and ${readable}.`)
            return undefined
          })
      const row = readRow(columns, texts, tag)
      if (row && 'message' in row) problems.add(`${file}: in row ${line}: ${row.message}`)
      else if (row) rows.push({ columns, cells: row.cells, tag, order: row.order, place: { file, line } })
    }
    if (problems.isEmpty) yield rows
  }
  problems.end()
}

const isText = (cell: string | Unreadable | undefined): cell is string | undefined => typeof cell !== 'object'

/** The tag of a table: from `--tag`, or else from the content of the file (`said`), or else from its name. */
function tagOf({ source: { file }, tag, context }: Input, said?: string): string {
  const found = tag ?? said ?? tagInName(file, context.registry)
  if (found !== undefined) return found
  const advice = 'use --tag, or put the tag into the name of the file, such as audit.CONTROL.csv'
  throw new CannotConvert([`The tag of the records in ${file} is unknown; ${advice}.`])
}

async function standardInput(): Promise<ArrayBuffer> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks)).buffer
}
