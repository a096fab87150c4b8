import { compareDecimals, type Decimal, decimalSum, exactDecimal, textOfDecimal, zero } from '../../basics/decimals.ts'
import { valueTypes } from '../../domains/value-types/index.ts'
import type { TableTotals } from '../../protocol/table/table.ts'
import { type Column, columnKind } from './tables.ts'

/**
 * What some cells have in common: how many there are, and the totals of those that are numbers or times. Numbers are
 * added only if all their columns have one unit.
 *
 * @param rows the cells of each record, one for each column
 */
export function totalsOf(columns: readonly Column[], rows: readonly (readonly (string | null)[])[]): TableTotals {
  const cells = rows.length * columns.length
  const filled = rows.reduce((count, row) => count + row.filter(cell => cell !== null).length, 0)
  const valuesOf = (isWanted: (column: Column) => boolean): string[] => {
    const places = columns.flatMap((column, place) => (isWanted(column) ? [place] : []))
    return rows.flatMap(row => places.flatMap(place => row[place] ?? []))
  }
  const numeric = columns.filter(isNumeric)
  if (numeric.length > 0) {
    const units = new Set(numeric.map(({ field }) => field?.unit ?? ''))
    return { cells, filled, ...(units.size === 1 && { numbers: totalsOfNumbers(valuesOf(isNumeric), [...units][0]!) }) }
  }
  const times = valuesOf(column => columnKind(column) === 'ts').filter(valueTypes.ts.accepts)
  if (times.length === 0) return { cells, filled }
  const timeOf = valueTypes.ts.sortKey!
  const isLess = (one: string, other: string): boolean => timeOf(one) < timeOf(other)
  return {
    cells,
    filled,
    times: {
      first: times.reduce((least, time) => (isLess(time, least) ? time : least)),
      last: times.reduce((greatest, time) => (isLess(greatest, time) ? time : greatest)),
    },
  }
}

/** Whether the values of a column are numbers, which can be added. */
export const isNumeric = ({ field }: Column): boolean =>
  field !== undefined && !field.list && !field.enum && !field.target && valueTypes[field.type].isNumber

/** All are exact at any size, but the average is rounded: to two decimals more than the numbers have. */
function totalsOfNumbers(values: readonly string[], unit: string): NonNullable<TableTotals['numbers']> {
  const texts = values.filter(valueTypes.float.accepts)
  const others = values.length - texts.length
  if (texts.length === 0) return { count: 0, others, unit }
  // A number without a decimal has an exponent below -400, and is read as 0 everywhere.
  const numbers = texts.map(text => exactDecimal(text) ?? zero)
  const sum = numbers.reduce(decimalSum, zero)
  const isLess = (one: number, other: number): boolean => compareDecimals(numbers[one]!, numbers[other]!) < 0
  const places = [...texts.keys()]
  const scale = Math.max(...numbers.map(number => number.scale)) + 2
  return {
    count: texts.length,
    others,
    unit,
    sum: textOfDecimal(sum),
    average: textOfDecimal(roundedQuotient(sum, texts.length, scale)),
    least: texts[places.reduce((least, place) => (isLess(place, least) ? place : least))]!,
    greatest: texts[places.reduce((greatest, place) => (isLess(greatest, place) ? place : greatest))]!,
  }
}

/** A decimal divided by a whole number, rounded to so many digits behind the point. */
function roundedQuotient({ digits, scale }: Decimal, count: number, wanted: number): Decimal {
  const number = digits * 10n ** BigInt(wanted - scale)
  return { digits: rounded(number, BigInt(count)), scale: wanted }
}

/** A quotient, rounded to the nearest whole number. */
function rounded(number: bigint, by: bigint): bigint {
  const half = number < 0n ? -by : by
  return (2n * number + half) / (2n * by)
}
