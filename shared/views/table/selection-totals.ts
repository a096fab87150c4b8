import { valueTypes } from '../../domains/value-types/index.ts'
import { exactSum } from '../../expression/run/values.ts'
import type { TableTotals } from '../../protocol/table.ts'
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
    return { cells, filled, ...(units.size === 1 && { numbers: numbersOf(valuesOf(isNumeric), [...units][0]!) }) }
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

const isNumeric = ({ field }: Column): boolean =>
  field !== undefined && !field.list && !field.enum && !field.target && valueTypes[field.type].isNumber

/** Whole numbers are exact at any size. A sum of decimals has as many of them as its longest number. */
function numbersOf(values: readonly string[], unit: string): NonNullable<TableTotals['numbers']> {
  const texts = values.filter(valueTypes.float.accepts)
  const others = values.length - texts.length
  const [first, ...rest] = texts
  if (first === undefined) return { count: 0, others, unit }
  if (!texts.every(valueTypes.int.accepts)) {
    const numbers = texts.map(Number)
    const decimals = texts.some(text => /e/i.test(text)) ? 15 : Math.max(...texts.map(decimalsOf))
    const sum = numbers.reduce((total, number) => total + number, 0)
    return {
      count: texts.length,
      others,
      unit,
      sum: shortest(sum, decimals),
      average: shortest(sum / texts.length, decimals + 2),
      least: String(Math.min(...numbers)),
      greatest: String(Math.max(...numbers)),
    }
  }
  const whole = (text: string): bigint => BigInt(text.replace('+', ''))
  const sum = texts.reduce<number | bigint>((total, text) => exactSum(total, whole(text)), 0)
  const least = rest.reduce((one, other) => (whole(other) < whole(one) ? other : one), first)
  const greatest = rest.reduce((one, other) => (whole(other) > whole(one) ? other : one), first)
  return {
    count: texts.length,
    others,
    unit,
    sum: String(sum),
    average: averageOf(BigInt(sum), BigInt(texts.length)),
    least,
    greatest,
  }
}

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0

const shortest = (number: number, decimals: number): string => String(Number(number.toFixed(Math.min(decimals, 15))))

/** The average of whole numbers, with up to two decimals. */
function averageOf(sum: bigint, count: bigint): string {
  if (sum % count === 0n) return String(sum / count)
  const half = sum < 0n ? -count : count
  const hundredths = (sum * 200n + half) / (2n * count)
  const [sign, digits] = [
    hundredths < 0n ? '-' : '',
    String(hundredths < 0n ? -hundredths : hundredths).padStart(3, '0'),
  ]
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`.replace(/0$/, '')
}
