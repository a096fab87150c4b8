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
  const parts = texts.map(decimalOf)
  const decimals = Math.max(...parts.map(part => part.decimals))
  const numbers = parts.map(part => part.digits * 10n ** BigInt(decimals - part.decimals))
  const sum = numbers.reduce((total, number) => total + number, 0n)
  const isLess = (one: number, other: number): boolean => numbers[one]! < numbers[other]!
  const places = [...texts.keys()]
  return {
    count: texts.length,
    others,
    unit,
    sum: writtenDecimal(sum, decimals),
    average: writtenDecimal(rounded(sum * 100n, BigInt(texts.length)), decimals + 2),
    least: texts[places.reduce((least, place) => (isLess(place, least) ? place : least))]!,
    greatest: texts[places.reduce((greatest, place) => (isLess(greatest, place) ? place : greatest))]!,
  }
}

/** A number as whole digits and how many of them are decimals: `1.50` is 150 and 2, and `1e3` is 1000 and 0. */
function decimalOf(text: string): { readonly digits: bigint; readonly decimals: number } {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? []
  const decimals = fraction.length - Number(exponent)
  const digits = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`)
  return decimals < 0 ? { digits: digits * 10n ** BigInt(-decimals), decimals: 0 } : { digits, decimals }
}

/** A number with decimals, without zeros at its end. */
function writtenDecimal(digits: bigint, decimals: number): string {
  const text = String(digits < 0n ? -digits : digits).padStart(decimals + 1, '0')
  const [whole, fraction] = [text.slice(0, text.length - decimals), text.slice(text.length - decimals)]
  const end = fraction.replace(/0+$/, '')
  return `${digits < 0n ? '-' : ''}${whole}${end === '' ? '' : `.${end}`}`
}

/** A quotient, rounded to the nearest whole number. */
function rounded(number: bigint, by: bigint): bigint {
  const half = number < 0n ? -by : by
  return (2n * number + half) / (2n * by)
}
