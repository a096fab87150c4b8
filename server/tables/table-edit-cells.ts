import type { Refusal } from '../../shared/protocol/refusal.ts'
import type { CellRange, CellValue, RowRange, TableEdit, TableQuery } from '../../shared/protocol/table.ts'
import type { RecordNode } from '../../shared/syntax/nodes.ts'
import { cellsOf, placesOf } from '../../shared/views/table/tables.ts'

/** The records of a query in its order, by their numbers. */
export type Arrange = (query: TableQuery) => readonly number[]

type Paste = Extract<TableEdit, { kind: 'paste' }>

export const recordsIn = (arrange: Arrange, { query, start, count }: RowRange): readonly number[] =>
  arrange(query).slice(start, start + count)

/** Removes the fields of a range. */
export const clearedCells = (arrange: Arrange, range: CellRange): CellValue[] =>
  recordsIn(arrange, range).flatMap(record => range.columns.map(column => ({ record, column, value: null })))

/** Writes the values of the first row of a range into the others. */
export function filledCells(
  arrange: Arrange,
  nodeOf: (record: number) => RecordNode | undefined,
  range: CellRange,
): CellValue[] {
  const [first, ...others] = recordsIn(arrange, range)
  const node = first === undefined ? undefined : nodeOf(first)
  if (!node) return []
  const values = cellsOf(node, placesOf(range.columns.map(name => ({ name, field: undefined }))))
  return others.flatMap(record => range.columns.map((column, place) => ({ record, column, value: values[place]! })))
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
      refusal: `The copied cells have ${width} columns, but the table has only ${columns.length} from here on; paste them further to the left.`,
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

/** An empty cell means that the record does not have the field. */
export const cellValue = (cell: string | undefined): string | null => (cell === undefined || cell === '' ? null : cell)

/** A list repeated up to a length, if that is a multiple of its own length. */
const repeat = <Item>(items: readonly Item[], length: number): readonly Item[] =>
  length % items.length === 0 && length > items.length
    ? Array.from({ length }, (_, index) => items[index % items.length]!)
    : items
