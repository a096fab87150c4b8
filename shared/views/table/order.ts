import { valueTypes } from '../../domains/value-types/index.ts'
import { exactWhole } from '../../domains/value-types/int.ts'
import { type Column, columnKind } from './tables.ts'

/**
 * Sorts by the cells of a column: numbers by size, timestamps by time, allowed values in the order of the descriptor,
 * text by its characters, with numbers in it by size. Cells that cannot be compared come last in both directions, and
 * equal cells keep their order.
 */
export function sortByCells<Thing>(
  things: readonly Thing[],
  cells: readonly (string | null)[],
  column: Column,
  isDescending: boolean,
): Thing[] {
  const sortKey = sortKeyOf(column)
  const sign = isDescending ? -1 : 1
  const indexes = things.map((_, index) => index)
  if (!sortKey) {
    const keys = cells.map(textKey)
    indexes.sort((one, other) => compareKeys(keys[one], keys[other], sign) || one - other)
  } else {
    const keys = Float64Array.from(cells, cell => (cell === null ? NaN : sortKey(cell)))
    indexes.sort(
      (one, other) =>
        compareNumbers(keys[one]!, keys[other]!, sign) ||
        sign * compareLarge(keys[one]!, cells[one], cells[other]) ||
        one - other,
    )
  }
  return indexes.map(index => things[index]!)
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

function compareNumbers(one: number, other: number, sign: number): number {
  if (Number.isNaN(one)) return Number.isNaN(other) ? 0 : 1
  return Number.isNaN(other) ? -1 : sign * (one - other)
}
