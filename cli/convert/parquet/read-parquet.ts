import { hasBlanks } from '../../../shared/convert/foreign-tables/cell-texts.ts'
import type { ForeignTable } from '../../../shared/convert/foreign-tables/foreign-table.ts'
import { readForeignTable } from '../../../shared/convert/foreign-tables/records.ts'
import { plainNote, type TableNote } from '../../../shared/convert/foreign-tables/table-notes.ts'
import { type Cells, orderColumn, readColumns, readRow } from '../../../shared/convert/rows.ts'
import { localize } from '../../../shared/domains/localize.ts'
import { show } from '../../../shared/domains/message-text.ts'
import { reasonOf } from '../../files/failure.ts'
import type { Source } from '../../files/read-text.ts'
import { host } from '../../host/host.ts'
import type { Input } from '../batch.ts'
import {
  foreignRows,
  isTableFromElsewhere,
  type PlacedRow,
  type PlacedRows,
  type Tell,
  tagOfTable,
} from '../foreign-rows.ts'
import { CannotConvert, Problems } from '../problems.ts'
import { readable, type Unreadable } from './parquet-columns.ts'
import type { ParquetContent } from './parquet-content.ts'

/**
 * The rows of a Parquet file, some at a time if their values are in the notation, and else as a whole. Throws a
 * `CannotConvert` if it cannot be read, also when the rows are gone through.
 */
export async function readParquetRows(input: Input, tell: Tell): Promise<PlacedRows> {
  const { file, path } = input.source
  const { openParquet } = await import('./parquet.ts')
  const opened = path === undefined ? standardInput().then(openParquet) : openParquet(path)
  const content = await opened.catch((error: unknown) => {
    throw unreadableParquet(file, error)
  })
  return { rows: rowsOfContent(input, content, tell), isOrdered: content.names.includes(orderColumn) }
}

async function* rowsOfContent(input: Input, content: ParquetContent, tell: Tell): AsyncGenerator<readonly PlacedRow[]> {
  const { source, choices, context } = input
  const { file } = source
  try {
    const tag = tagOfTable(input, content.tag)
    if (content.tag !== undefined && choices.fields.size === 0) {
      const { columns, problems } = readColumns(content.names, content.looks)
      throwAll(problems.map(({ message }) => `${file}: ${message}`))
      return yield* rowsInNotation(file, content, { columns, tag, isFromElsewhere: false }, tell)
    }
    const sample = await sampleOf(content, choices.nulls)
    const read = readForeignTable(foreignTableOf(content, sample.rows), tag, context, choices)
    if (sample.isChanged || read.needsAllRows || read.problems.length > 0)
      return yield* foreignRows(input, await wholeTable(content, file, tell), undefined, tell).rows
    foreignRows(input, foreignTableOf(content, sample.rows), undefined, tell)
    const { columns } = readColumns(
      read.found.map(({ key }) => key),
      content.looks,
    )
    const isFromElsewhere = isTableFromElsewhere(read.found)
    yield* rowsInNotation(file, content, { columns, tag, isFromElsewhere }, tell)
  } catch (error) {
    throw error instanceof CannotConvert ? error : unreadableParquet(file, error)
  }
}

/** The first rows of a Parquet file. Throws a `CannotConvert` if it cannot be read. */
export async function readParquetSample({ file, path }: Source): Promise<ForeignTable> {
  const { openParquet } = await import('./parquet.ts')
  try {
    const content = await openParquet(path!)
    for await (const group of content.rows(sampleSize))
      return foreignTableOf(
        content,
        group.map(cells => cells.map(cell => (isReadableText(cell) ? cell : undefined))),
      )
    return foreignTableOf(content, [])
  } catch (error) {
    throw unreadableParquet(file, error)
  }
}

/** All rows of a Parquet file as a table. Throws a `CannotConvert` if it cannot be read. */
export async function readParquetTable({ file, path }: Source, tell: Tell): Promise<ForeignTable> {
  const { openParquet } = await import('./parquet.ts')
  try {
    return await wholeTable(await openParquet(path ?? (await standardInput())), file, tell)
  } catch (error) {
    throw error instanceof CannotConvert ? error : unreadableParquet(file, error)
  }
}

/** The rows of a Parquet file whose values are in the notation. */
async function* rowsInNotation(
  file: string,
  content: ParquetContent,
  ofTable: Pick<PlacedRow, 'columns' | 'tag' | 'isFromElsewhere'>,
  tell: Tell,
): AsyncGenerator<PlacedRow[]> {
  const problems = new Problems()
  const emptied = new EmptiedCells(content.names)
  let line = 0
  for await (const group of content.rows()) {
    const rows: PlacedRow[] = []
    for (const cells of group) {
      line++
      const texts = cells.every(isReadableText)
        ? cells
        : cells.map((cell, index) => {
            if (isReadableText(cell)) return cell
            if (cell.isOnlyValue) emptied.add(index, line - 1, cell)
            else
              problems.add(
                localize('{file}: in row {row}, {column} is {reason}, and {readable}.', {
                  file,
                  row: line,
                  column: show(content.names[index]!),
                  reason: cell.reason,
                  readable: readable(),
                }),
              )
            return undefined
          })
      const row = readRow(ofTable.columns, texts, ofTable.tag)
      if (row && 'message' in row)
        problems.add(localize('{file}: in row {row}: {problem}', { file, row: line, problem: row.message }))
      else if (row) rows.push({ ...ofTable, cells: row.cells, order: row.order, place: { file, line } })
    }
    if (problems.isEmpty) yield rows
  }
  problems.end()
  emptied.tellAll(note => tell(file, note))
}

function unreadableParquet(file: string, error: unknown): CannotConvert {
  // The library reads behind the end of a file that is cut off.
  const reason = error instanceof RangeError ? localize('it is empty or damaged') : reasonOf(error)
  return new CannotConvert([localize('{file} could not be read as Parquet: {reason}.', { file, reason })])
}

function throwAll(sentences: readonly string[]): void {
  const problems = new Problems()
  for (const sentence of sentences) problems.add(sentence)
  problems.end()
}

/**
 * The first rows, and those with the first value of a column. They tell what the columns are, if no value of any row
 * has to be changed.
 */
async function sampleOf(
  content: ParquetContent,
  nulls: readonly string[] = [],
): Promise<{ readonly rows: readonly Cells[]; readonly isChanged: boolean }> {
  const rows: Cells[] = []
  const filled = content.names.map(() => false)
  for await (const group of content.rows())
    for (const cells of group) {
      let isFirst = rows.length < sampleSize
      for (const [column, cell] of cells.entries()) {
        if (cell === undefined) continue
        if (typeof cell !== 'string' || nulls.includes(cell) || (hasBlanks(cell) && cell.trim() !== cell))
          return { rows, isChanged: true }
        isFirst ||= !filled[column]
        filled[column] = true
      }
      if (isFirst) rows.push(cells as Cells)
    }
  return { rows, isChanged: false }
}

const sampleSize = 100

const foreignTableOf = ({ tag, names, looks }: ParquetContent, rows: readonly Cells[]): ForeignTable => ({
  tag,
  names,
  looks,
  rows,
  notes: [],
  problems: [],
  placeOf: row => localize('row {row}', { row: row + 1 }),
})

/** All rows, without the columns that have a value that no field can hold. */
async function wholeTable(content: ParquetContent, file: string, tell: Tell): Promise<ForeignTable> {
  const rows: (string | undefined)[][] = []
  const lost = new Set<number>()
  const emptied = new EmptiedCells(content.names)
  for await (const group of content.rows()) {
    for (const cells of group) {
      rows.push(
        cells.map((cell, column) => {
          if (isReadableText(cell)) return cell
          if (cell.isOnlyValue) {
            emptied.add(column, rows.length, cell)
            return undefined
          }
          if (!lost.has(column)) tell(file, lostColumn(content.names[column]!, rows.length, cell))
          lost.add(column)
          return undefined
        }),
      )
    }
  }
  for (const column of lost) for (const cells of rows) cells[column] = undefined
  emptied.tellAll(note => tell(file, note))
  return foreignTableOf(content, rows)
}

/** The values that no field can hold and that are left out, by their columns. */
class EmptiedCells {
  private readonly byColumn = new Map<number, { count: number; readonly row: number; readonly cell: Unreadable }>()

  constructor(private readonly names: readonly string[]) {}

  add(column: number, row: number, cell: Unreadable): void {
    const known = this.byColumn.get(column) ?? { count: 0, row, cell }
    known.count++
    this.byColumn.set(column, known)
  }

  tellAll(tell: (note: TableNote) => void): void {
    for (const [column, { count, row, cell }] of this.byColumn) {
      const places = { column: show(this.names[column]!), row: row + 1, reason: cell.reason }
      const sentence =
        count === 1
          ? localize('1 value of {column} is left out: in row {row} it is {reason}.', { ...places })
          : localize('{count} values of {column} are left out: in row {row} it is {reason}.', { ...places, count })
      tell({ ...plainNote(sentence), isLoss: true })
    }
  }
}

const lostColumn = (name: string, row: number, cell: Unreadable): TableNote => ({
  ...plainNote(
    localize('{column} is left out: in row {row} it is {reason}, and {readable}.', {
      column: show(name),
      row: row + 1,
      reason: cell.reason,
      readable: readable(),
    }),
  ),
  isLoss: true,
})

const isReadableText = (cell: string | Unreadable | undefined): cell is string | undefined => typeof cell !== 'object'

async function standardInput(): Promise<ArrayBuffer> {
  const chunks: Buffer[] = []
  for await (const chunk of host.stdin as AsyncIterable<Buffer>) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks)).buffer
}
