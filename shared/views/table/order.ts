import { valueTypes } from '../../domains/value-types/index.ts'
import { exactWhole } from '../../domains/value-types/int.ts'
import type { Sort } from '../../protocol/table/table.ts'
import type { RecordNode } from '../../syntax/nodes.ts'
import { type Column, cellsOf, columnKind, columnPlaces } from './tables.ts'

/**
 * Sorts by the cells of some columns, each for those that are equal by the ones before it: numbers by size, timestamps
 * by time, allowed values in the order of the descriptor, text by its characters, with numbers in it by size. Cells
 * that cannot be compared come last in both directions, and equal cells keep their order. A column that the table does
 * not have changes nothing.
 */
export function sortByCells<Thing>(
  things: readonly Thing[],
  cellOf: (column: Column) => (thing: Thing) => string | null,
  columns: readonly Column[],
  sorts: readonly Sort[],
): readonly Thing[] {
  const orders = sorts.flatMap(({ column: name, isDescending }) => {
    const column = columns.find(each => each.name === name)
    return column ? [orderOf(things.map(cellOf(column)), column, isDescending ? -1 : 1)] : []
  })
  if (orders.length === 0) return things
  const byAll: RowOrder = (one, other) => {
    for (const order of orders) {
      const found = order(one, other)
      if (found !== 0) return found
    }
    return one - other
  }
  return things
    .map((_, index) => index)
    .sort(byAll)
    .map(index => things[index]!)
}

/** How to read a column of records. A record that is not there has no cells. */
export const columnOfRecords =
  <Thing>(nodeOf: (thing: Thing) => RecordNode | undefined) =>
  (column: Column): ((thing: Thing) => string | null) => {
    const only = columnPlaces([column])
    return thing => {
      const node = nodeOf(thing)
      return node ? cellsOf(node, only)[0]! : null
    }
  }

/** The order of two things, by their indexes. */
type RowOrder = (one: number, other: number) => number

function orderOf(cells: readonly (string | null)[], column: Column, sign: 1 | -1): RowOrder {
  const sortKey = sortKeyOf(column)
  if (!sortKey) {
    const keys = cells.map(textKey)
    return (one, other) => compareKeys(keys[one], keys[other], sign)
  }
  const keys = Float64Array.from(cells, cell => (cell === null ? NaN : sortKey(cell)))
  return (one, other) =>
    compareSortKeys(keys[one]!, keys[other]!, sign) || sign * compareLarge(keys[one]!, cells[one], cells[other])
}

/**
 * The number to sort a cell of a column by, NaN for one that cannot be compared; undefined if cells are sorted as text.
 */
function sortKeyOf(column: Column): ((cell: string) => number) | undefined {
  const kind = columnKind(column)
  if (kind === 'reference') return undefined
  if (kind !== 'enum') return valueTypes[kind].sortKey
  const choices = new Map(column.field?.enum?.map((value, index) => [value, index]))
  return cell => choices.get(cell) ?? NaN
}

/** Text to compare by its characters: without case, each number as long as any other. */
const textKey = (cell: string | null): string | undefined =>
  cell === null ? undefined : cell.toLowerCase().replace(/\d{1,15}/g, digits => digits.padStart(15, '0'))

function compareKeys(one: string | undefined, other: string | undefined, sign: number): number {
  if (one === other) return 0
  if (one === undefined) return 1
  if (other === undefined) return -1
  return one < other ? -sign : sign
}

/** The order of two whole numbers that are the same number only because a number does not hold all their digits. */
function compareLarge(key: number, one: string | null | undefined, other: string | null | undefined): number {
  if (Math.abs(key) <= Number.MAX_SAFE_INTEGER || !one || !other) return 0
  const { int } = valueTypes
  if (!int.accepts(one) || !int.accepts(other)) return 0
  const [first, second] = [exactWhole(one), exactWhole(other)]
  return first < second ? -1 : Number(first > second)
}

function compareSortKeys(one: number, other: number, sign: number): number {
  if (Number.isNaN(one)) return Number.isNaN(other) ? 0 : 1
  return Number.isNaN(other) ? -1 : sign * (one - other)
}
