import { readCsv } from '../../shared/convert/csv.ts'
import { entryMaker } from '../../shared/convert/record-text.ts'
import { byOrder, givenOf, type ReadRow, readColumns, readRow } from '../../shared/convert/rows.ts'
import { show } from '../../shared/domains/message-text.ts'
import { reasonOf } from '../files/failure.ts'
import type { Batch, Input } from './batch.ts'
import { tagInName } from './file-names.ts'
import { CannotConvert, Problems, type SourceLine, throwProblemsIn } from './problems.ts'
import { lineFinder, wholeText } from './whole-text.ts'

type PlacedRow = ReadRow & { readonly place: SourceLine }

/**
 * Reads CSV and Parquet tables, with the rows sorted by the order column. Throws a `CannotConvert` if a table cannot be
 * read.
 */
export async function* readTables(inputs: readonly Input[]): AsyncGenerator<Batch> {
  const rows: PlacedRow[] = []
  for (const input of inputs) {
    const pieces = input.form === 'csv' ? [await readCsvRows(input)] : readParquetRows(input)
    for await (const some of pieces) {
      // A single table without an order column can have more rows than fit into memory.
      if (inputs.length === 1 && rows.length === 0 && some.every(({ order }) => order === undefined))
        yield* batchesOf(input, some)
      else for (const row of some) rows.push(row)
    }
  }
  if (inputs[0]) yield* batchesOf(inputs[0], byOrder(rows))
}

function* batchesOf(input: Input, rows: readonly PlacedRow[]): Generator<Batch> {
  const entryOf = entryMaker(input.context)
  for (let first = 0; first < rows.length; first += rowsAtOnce) {
    const some = rows.slice(first, first + rowsAtOnce)
    yield { input, entries: some.map(row => entryOf(givenOf(row))), places: some.map(({ place }) => place) }
  }
}

const rowsAtOnce = 10_000

async function readCsvRows(input: Input): Promise<PlacedRow[]> {
  const { file } = input.source
  const text = await wholeText(input.source)
  const { rows, problems } = readCsv(text, tagOf(input))
  throwProblemsIn(file, text, problems)
  const lineAt = lineFinder(text)
  return rows.map(({ columns, cells, tag, order, start }) => ({
    columns,
    cells,
    tag,
    order,
    place: { file, line: lineAt(start) },
  }))
}

/** Yields the rows of a Parquet file, some at a time. */
async function* readParquetRows(input: Input): AsyncGenerator<PlacedRow[]> {
  const {
    source: { file, path },
  } = input
  const { readParquet } = await import('./parquet.ts')
  const failure = (error: unknown): CannotConvert =>
    new CannotConvert([`${file} could not be read as Parquet: ${reasonOf(error)}.`])
  const read = await readParquet(path ?? (await standardInput())).catch((error: unknown) => {
    throw failure(error)
  })
  const tag = tagOf(input, read.tag)
  const problems = new Problems()
  const { columns, problems: ofColumns } = readColumns(read.names, read.looks)
  for (const { message } of ofColumns) problems.add(`${file}: ${message}`)
  problems.end()
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
      const texts = cells.map((cell, index) => {
        if (typeof cell !== 'object') return cell
        const rule = 'a field can have a text, a number, a time, true or false, or a list of them'
        problems.add(`${file}: in row ${line}, ${show(read.names[index]!)} is ${cell.reason}, and ${rule}.`)
        return undefined
      })
      const row = readRow(columns, texts, tag)
      if (row && 'message' in row) problems.add(`${file}: in row ${line}: ${row.message}`)
      else if (row) rows.push({ ...row, place: { file, line } })
    }
    if (problems.isEmpty) yield rows
  }
  problems.end()
}

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
