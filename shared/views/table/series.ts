import { valueTypes } from '../../domains/value-types/index.ts'
import { dayLength } from '../../domains/value-types/ts.ts'

/**
 * Continues values as a spreadsheet does: whole numbers, numbers with decimals, dates, times, and texts with a number
 * at their end, such as `CTL-0007`. One value goes on in steps of 1, or of a day; several go on in the step between
 * them. Dates on the same day of different months go on in months.
 *
 * @param known the values to continue; at least one
 * @param count how many values are wanted after them
 * @returns undefined for values that are no series
 */
export function continued(known: readonly string[], count: number): readonly string[] | undefined {
  const series = monthsOf(known) ?? timesOf(known) ?? numberSeriesOf(known)
  if (!series) return undefined
  const step = series.steps[0]!
  if (series.steps.some(other => other !== step)) return undefined
  const start = known.length - 1
  const next = Array.from({ length: count }, (_, index) => series.write(start, step * BigInt(index + 1)))
  return next.every(text => text !== undefined) ? next : undefined
}

interface NumberSeries {
  /** The steps between the values that follow one another; the usual step for a single value. */
  readonly steps: readonly bigint[]
  /** The text that is some steps away from a value; undefined if there is none. */
  readonly write: (index: number, distance: bigint) => string | undefined
}

const seriesSteps = (numbers: readonly bigint[], usual: bigint): readonly bigint[] =>
  numbers.length === 1 ? [usual] : numbers.slice(1).map((number, index) => number - numbers[index]!)

/** Dates on one day of the month, which go on from month to month. A single date goes on from day to day. */
function monthsOf(known: readonly string[]): NumberSeries | undefined {
  const days = known.map(text => /^(\d{4})-(\d{2})-(\d{2})$/.exec(text))
  const isSameDay = days.every(day => day && day[3] === days[0]?.[3])
  if (known.length < 2 || !isSameDay || !known.every(valueTypes.ts.accepts) || known[0] === known[1]) return undefined
  const months = days.map(day => BigInt(day![1]!) * 12n + BigInt(day![2]!) - 1n)
  return {
    steps: seriesSteps(months, 1n),
    write: (index, distance) => {
      const month = months[index]! + distance
      const date = [String(month / 12n).padStart(4, '0'), String((month % 12n) + 1n).padStart(2, '0'), days[0]![3]]
      // A month without this day has no date of the series.
      const text = date.join('-')
      return valueTypes.ts.accepts(text) ? text : undefined
    },
  }
}

const lengthOfDay = BigInt(dayLength)

/** Dates and times. All of them are written as the last one is: with as many digits, and in its time zone. */
function timesOf(known: readonly string[]): NumberSeries | undefined {
  const forms = known.map(text => /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2})?)?(Z|[+-]\d{2}:\d{2})?$/.exec(text))
  const zone = forms[0]?.[3] ?? ''
  const isOneForm = forms.every(
    (form, index) => form && (form[3] ?? '') === zone && valueTypes.ts.accepts(known[index]!),
  )
  if (!isOneForm) return undefined
  // The time as it is written, whatever its zone: all of them have the same one.
  const times = forms.map(form => BigInt(Date.parse(`${form![1]}${form![2] ?? 'T00:00'}Z`)))
  return {
    steps: seriesSteps(times, lengthOfDay),
    write: (index, distance) => {
      const time = Number(times[index]! + distance)
      if (Math.abs(time) > 8.64e15) return undefined
      const [, , clock] = forms[index]!
      const length = 10 + (clock?.length ?? 0)
      const text = new Date(time).toISOString().slice(0, length) + zone
      return valueTypes.ts.accepts(text) ? text : undefined
    },
  }
}

/** Numbers, and texts that end with a number. Decimals stay as many, and leading zeros keep the width. */
function numberSeriesOf(known: readonly string[]): NumberSeries | undefined {
  const parts = known.map(text => /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text) ?? /^(.*\D)(\d+)()$/s.exec(text))
  const first = parts[0]
  if (!first) return undefined
  const isNumber = parts.every(part => part && /^[+-]?$/.test(part[1]!))
  if (!parts.every(part => part && (isNumber || part[1] === first[1]))) return undefined
  const decimals = Math.max(...parts.map(part => part![3]?.length ?? 0))
  const numbers = parts.map(part => {
    const digits = BigInt(part![2]! + (part![3] ?? '').padEnd(decimals, '0'))
    return isNumber && part![1] === '-' ? -digits : digits
  })
  return {
    steps: seriesSteps(numbers, 10n ** BigInt(decimals)),
    write: (index, distance) => {
      const number = numbers[index]! + distance
      const [, prefix = '', whole = ''] = parts[index]!
      if (number < 0n && !isNumber) return undefined
      const width = (whole.length > 1 && whole.startsWith('0')) || !isNumber ? whole.length : 1
      const digits = String(number < 0n ? -number : number).padStart(width + decimals, '0')
      const plus = isNumber ? prefix.replace('-', '') : prefix
      const end = digits.length - decimals
      return (number < 0n ? '-' : plus) + digits.slice(0, end) + (decimals === 0 ? '' : `.${digits.slice(end)}`)
    },
  }
}
