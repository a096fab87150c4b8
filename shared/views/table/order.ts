import { valueTypes } from '../../domains/values.ts'
import { type Column, type ColumnKind, kindOf } from './tables.ts'

/**
 * Puts things into the order of their cells in a column: numbers by size, timestamps by time, allowed values as the
 * descriptor lists them, text by its characters with the numbers in it by size. What cannot be compared comes last either
 * way, and things with equal cells keep their order.
 */
export function sortByCells<Thing>(
  things: readonly Thing[],
  cells: readonly (string | null)[],
  column: Column,
  isDescending: boolean,
): Thing[] {
  const kind = kindOf(column)
  const sign = isDescending ? -1 : 1
  const indexes = things.map((_, index) => index)
  if (kind === 'string' || kind === 'reference') {
    const keys = cells.map(textKey)
    indexes.sort((one, other) => compareKeys(keys[one], keys[other], sign) || one - other)
  } else {
    const choices = new Map(column.field?.enum?.map((value, index) => [value, index]))
    const keys = Float64Array.from(cells, cell =>
      kind === 'enum' ? (choices.get(cell ?? '') ?? NaN) : numberOf(cell, kind),
    )
    indexes.sort((one, other) => compareNumbers(keys[one]!, keys[other]!, sign) || one - other)
  }
  return indexes.map(index => things[index]!)
}

/** A value as a number to compare it by: a timestamp is its milliseconds, true is 1; NaN for what is no value of the kind. */
export function numberOf(cell: string | null, kind: ColumnKind): number {
  if (cell === null) return NaN
  switch (kind) {
    case 'int':
    case 'float':
      return valueTypes.float.accepts(cell) ? Number(cell) : NaN
    case 'bool':
      return valueTypes.bool.accepts(cell) ? Number(cell === 'true') : NaN
    // Without a zone a date and time would be taken as that of this machine.
    case 'ts':
      return valueTypes.ts.accepts(cell) ? Date.parse(/T[\d:.]+$/.test(cell) ? `${cell}Z` : cell) : NaN
    default:
      return NaN
  }
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

function compareNumbers(one: number, other: number, sign: number): number {
  if (Number.isNaN(one)) return Number.isNaN(other) ? 0 : 1
  return Number.isNaN(other) ? -1 : sign * (one - other)
}
