import { cleanCells } from '../../shared/convert/foreign-tables/cell-texts.ts'
import {
  becameText,
  noteOnValues,
  sentencesOf,
  type TableNote,
} from '../../shared/convert/foreign-tables/table-notes.ts'
import { type ColumnReading, readingOfColumn } from '../../shared/convert/foreign-tables/values.ts'
import { meantValue } from '../../shared/domains/allowed-value.ts'
import { localize } from '../../shared/domains/localize.ts'
import { show } from '../../shared/domains/message-text.ts'
import { type FieldDefinition, fieldOf, type Tag } from '../../shared/domains/registry.ts'
import type { Refusal } from '../../shared/protocol/request.ts'
import type { CellRange, RowBlock, RowRange } from '../../shared/protocol/table/table.ts'
import type { CellValue, TableEdit } from '../../shared/protocol/table/table-edit.ts'
import type { RecordNode } from '../../shared/syntax/nodes.ts'
import { cellsOfCsv, cellsOfText } from '../../shared/views/table/pasted-text.ts'
import { continued } from '../../shared/views/table/series.ts'
import { cellsOf, columnPlaces } from '../../shared/views/table/tables.ts'
import { gone } from './table-source.ts'

export const recordIsGone = (): string =>
  localize('The record that this change was for is no longer there, or not for certain, so nothing was written.')
export const rowsAreGone = (): string =>
  localize('The rows have changed too often since they were selected, so nothing was written; select them again.')

/** Why a paste into rows that are apart does nothing. */
export const gapsAreTooFew = (): string =>
  localize(
    'More rows were copied than are selected, and these are apart; select rows beside each other, and paste again.',
  )

/** How many rows an edit is about. A paste can be longer than the selected rows. */
export function rowCount(edit: RowRange | Paste): number {
  const rows = 'text' in edit ? rowsOfPaste(edit) : []
  return 'refusal' in rows ? edit.count : Math.max(edit.count, rows.length)
}

/** The places of rows of one arrangement in another one; `gone` for a record that it does not have. */
export function rowsNow(
  before: readonly number[] | undefined,
  rows: readonly number[],
  now: readonly number[],
): readonly number[] {
  const places = new Map(now.map((record, row) => [record, row]))
  return rows.map(row => places.get(before?.[row] ?? gone) ?? gone)
}

type Paste = Extract<TableEdit, { kind: 'paste' }>

/** The rows of a range, each once and in their order. */
export function rowsInRange<Row>(
  rows: readonly Row[],
  { start, count, more }: Omit<RowRange, 'query'>,
): readonly Row[] {
  if (!more) return rows.slice(start, start + count)
  const places = new Set([{ start, count }, ...more].flatMap(block => placesOfBlock(block, rows.length)))
  return [...places].sort((one, other) => one - other).map(place => rows[place]!)
}

const placesOfBlock = ({ start, count }: RowBlock, total: number): number[] =>
  Array.from({ length: Math.max(0, Math.min(count, total - start)) }, (_, index) => start + index)

/** The records that a paste goes into, and others below them; if the range has gaps, only its own. */
export const pasteTargets = (records: readonly number[], range: Paste): readonly number[] =>
  range.more ? rowsInRange(records, range) : records.slice(range.start)

/** How many rows a paste fills, if it has room for the text several times. */
export const pasteCount = (range: Paste, targets: readonly number[]): number =>
  range.more ? targets.length : range.count

/** Removes the fields of a range. */
export const clearedCells = (records: readonly number[], range: CellRange): CellValue[] =>
  rowsInRange(records, range).flatMap(record => range.columns.map(column => ({ record, column, value: null })))

/** Writes the values of the first row of a range into the others. */
export function filledCells(
  records: readonly number[],
  nodeOf: (record: number) => RecordNode | undefined,
  range: CellRange,
): CellValue[] {
  const [first, ...others] = rowsInRange(records, range)
  const node = first === undefined ? undefined : nodeOf(first)
  if (!node) return []
  const values = cellsOf(node, columnPlaces(range.columns.map(name => ({ name, field: undefined }))))
  return others.flatMap(record => range.columns.map((column, place) => ({ record, column, value: values[place]! })))
}

/** Writes the values of the first column of a range, or of some first columns in turn, into the others. */
export function filledRight(
  records: readonly number[],
  nodeOf: (record: number) => RecordNode | undefined,
  range: CellRange & { readonly known?: number | undefined },
): CellValue[] {
  const { columns, known = 1 } = range
  const places = columnPlaces(columns.slice(0, known).map(name => ({ name, field: undefined })))
  return rowsInRange(records, range).flatMap(record => {
    const node = nodeOf(record)
    const values = node ? cellsOf(node, places) : []
    return node
      ? columns.slice(known).map((column, index) => ({ record, column, value: values[index % known] ?? null }))
      : []
  })
}

/** Continues the values at the start of each column of a range in the cells below them. */
export function continuedCells(
  records: readonly number[],
  nodeOf: (record: number) => RecordNode | undefined,
  range: CellRange & { readonly known?: number | undefined },
): CellValue[] {
  const places = columnPlaces(range.columns.map(name => ({ name, field: undefined })))
  const inRange = rowsInRange(records, range)
  const rows = inRange.map(record => {
    const node = nodeOf(record)
    return node ? cellsOf(node, places) : []
  })
  return range.columns.flatMap((column, place) => {
    const cells = rows.map(row => row[place] ?? null)
    const filled = cells.indexOf(null)
    const known = cells.slice(0, range.known ?? (filled < 0 ? 1 : filled))
    if (known.length === 0) return []
    const below = inRange.slice(known.length)
    const next = range.known !== undefined && isNumberAlone(known) ? undefined : continuedTexts(known, below.length)
    return below.map((record, row) => ({ record, column, value: next ? next[row]! : known[row % known.length]! }))
  })
}

/** Spreadsheets repeat a number that is dragged alone, and continue a day or an id. */
const isNumberAlone = ([first, ...others]: readonly (string | null)[]): boolean =>
  others.length === 0 && /^[+-]?[\d.]+$/.test(first ?? '')

/** The values after known ones; undefined for what is no series, as cells without a value are none. */
function continuedTexts(known: readonly (string | null)[], count: number): readonly string[] | undefined {
  const texts = known.filter(text => text !== null)
  return texts.length === known.length ? continued(texts, count) : undefined
}

/**
 * The rows that a paste writes. If the range has room for the text several times, the text is repeated.
 *
 * @param room the number of records from the start of the range on
 */
export function pastedRows(
  rows: readonly (readonly string[])[],
  { columns, count, width: wide }: Pick<Paste, 'columns' | 'count' | 'width'>,
  room: number,
): readonly (readonly string[])[] | Refusal {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0)
  if (width > columns.length) {
    return {
      refusal: localize(
        'The copied cells have {width} columns, but the table has only {count} from here on; paste them further to the left.',
        { width, count: columns.length },
      ),
    }
  }
  // A row that is shorter than others leaves the cells at its end as they are.
  return repeat(rows, Math.min(count, room)).map(row =>
    row.length === width ? repeat(row, Math.min(wide, columns.length)) : row,
  )
}

/** Writes rows over the cells of records, in their order. */
export const pastedCells = (
  records: readonly number[],
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): CellValue[] =>
  rows.flatMap((row, index) =>
    row.map((cell, place) => ({ record: records[index]!, column: columns[place]!, value: cellValue(cell) })),
  )

/** The rows of a paste; why there are none, for a text that should be CSV and is not. */
export const rowsOfPaste = ({ text, rows, isCsv }: Pick<Paste, 'text' | 'rows' | 'isCsv'>): PastedRows | Refusal =>
  rows ?? (isCsv ? cellsOfCsv(text) : cellsOfText(text))

/** The values of a paste; those of another table of Recline need no reading. */
export const valuesOfPaste = (
  { rows: own }: Pick<Paste, 'rows'>,
  rows: PastedRows,
  columns: readonly string[],
  tag: Tag | undefined,
): ReadValues => (own ? { rows, notes: [] } : readPastedValues(rows, columns, tag))

/** An empty cell means that the record does not have the field. */
export const cellValue = (cell: string | undefined): string | null => (cell === undefined || cell === '' ? null : cell)

/** A list repeated up to a length, if that is a multiple of its own length. */
const repeat = <Item>(items: readonly Item[], length: number): readonly Item[] =>
  length % items.length === 0 && length > items.length
    ? Array.from({ length }, (_, index) => items[index % items.length]!)
    : items

type PastedRows = readonly (readonly string[])[]

/** Pasted cells as the fields need them, and sentences for the user about what was read. */
export interface ReadValues {
  readonly rows: PastedRows
  readonly notes: readonly string[]
}

/**
 * Reads pasted cells by the types of their fields, as an import does: dates, numbers and truth values as spreadsheets
 * write them become those of the notation. Where a column can mean different values, it stays as it is.
 *
 * @param columns the names of the columns of the rows, and maybe of more to the right of them
 * @param tag undefined for a tag that no domain in force defines
 * @returns the rows, and sentences for the user about what was changed or could not be read
 */
export function readPastedValues(rows: PastedRows, columns: readonly string[], tag: Tag | undefined): ReadValues {
  const cleaned = cleanCells({
    names: columns,
    rows: rows.map(row => row.map(cell => (cell === '' ? undefined : cell))),
    placeOf: row => localize('row {row}', { row: row + 1 }),
  })
  const cells = cleaned.notes.length === 0 ? rows : cleaned.rows.map(row => row.map(cell => cell ?? ''))
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0)
  const readings = columns.slice(0, width).map((name, place) => {
    const field = tag && fieldOf(tag, name)
    const texts = cells.flatMap(row => row[place] || [])
    // The commas of a list are no decimal commas.
    if (!field || field.list || texts.length === 0) return undefined
    const reading: ColumnReading = field.enum
      ? readingOfAllowed(name, field, texts)
      : readingOfColumn(name, field.type, texts)
    return reading.doubt || texts.some(text => reading.read(text) !== text) ? reading : undefined
  })
  const notes = readings.flatMap(reading =>
    reading?.doubt ? [`${reading.doubt.message} The values stay as they are.`] : sentencesOf(reading?.notes ?? []),
  )
  const read = (cell: string, place: number): string => (cell === '' ? '' : (readings[place]?.read(cell) ?? cell))
  return {
    rows: notes.length === 0 ? cells : cells.map(row => row.map(read)),
    notes: [...sentencesOf(cleaned.notes), ...notes],
  }
}

/** Reads values as the only allowed ones that they can mean: `In Progress` as `in-progress`. Others stay. */
function readingOfAllowed(column: string, field: FieldDefinition, texts: readonly string[]): ColumnReading {
  const read = (text: string): string => meantValue(text, field)
  const changed = texts.filter(text => read(text) !== text)
  const [first] = changed
  const notes: TableNote[] =
    first === undefined
      ? []
      : [noteOnValues(column, 'value', changed.length, localize('read'), becameText(show(first), read(first)))]
  return { read, notes }
}

/** Reads the value that is typed into a cell as a pasted one. An id stays as it is, so that references have it too. */
export function readTypedValue<Cell extends { readonly column: string; readonly value: string | null }>(
  cell: Cell,
  tag: Tag | undefined,
): { readonly cell: Cell; readonly notes: readonly string[] } {
  const { column, value } = cell
  if (value === null || column === tag?.identityField) return { cell, notes: [] }
  const { rows, notes } = readPastedValues([[value]], [column], tag)
  return { cell: { ...cell, value: cellValue(rows[0]![0]) }, notes }
}
