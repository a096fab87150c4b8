import { valueTypes } from '../domains/value-types/index.ts'

/**
 * Dates and times as spreadsheets write them into CSV: `30.06.2026 14:05`, `6/30/26`, `30-Jun-2026`, and 46203 for the
 * days since 1900.
 */

/** Reads a date whose day stands before its month, if both are numbers. */
export const readDayFirst = (text: string): string | undefined => readDate(text, ([day, month]) => ({ day, month }))

/** Reads a date whose month stands before its day, if both are numbers. With points between them, the day is first. */
export const readMonthFirst = (text: string): string | undefined =>
  readDate(text, ([first, second], sign) =>
    sign === '.' ? { day: first, month: second } : { day: second, month: first },
  )

/** Whether a number counts days: it has five digits, for the years 1927 to 2173, and maybe the time as a fraction. */
export const isDayNumber = (text: string): boolean => /^[1-9]\d{4}(?:[.,]\d+)?$/.test(text)

/** Whether a date has a year of two digits. */
export const hasShortYear = (text: string): boolean => !/\d{4}/.test(text.replace(/:.*/, ''))

type Order = (numbers: readonly [string, string], sign: string) => { readonly day: string; readonly month: string }

/** A date as a timestamp of the notation; undefined for any other text and for a day that does not exist. */
function readDate(text: string, order: Order): string | undefined {
  if (valueTypes.ts.accepts(text)) return text
  if (isDayNumber(text)) return readDayNumber(Number(text.replace(',', '.')))
  const [, date = '', time] = /^(.*?\d)(?:(?:,? +|T)(\d{1,2}:.*))?$/.exec(text.trim()) ?? []
  const day = readDay(date, order)
  const clock = time === undefined ? '' : readTime(time)
  const read = day === undefined || clock === undefined ? undefined : day + clock
  return read !== undefined && valueTypes.ts.accepts(read) ? read : undefined
}

function readDay(date: string, order: Order): string | undefined {
  const yearFirst = /^(\d{4})([./-])(\d{1,2})\2(\d{1,2})$/.exec(date)
  if (yearFirst) return dayOf(yearFirst[1]!, yearFirst[3]!, yearFirst[4]!)
  const numbers = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(date)
  if (numbers) {
    const { day, month } = order([numbers[1]!, numbers[3]!], numbers[2]!)
    return dayOf(numbers[4]!, month, day)
  }
  const named = /^(\d{1,2})\.?[ -](\p{L}+)\.?[ -](\d{4}|\d{2})$/u.exec(date)
  if (named) return dayOf(named[3]!, monthOf(named[2]!), named[1]!)
  const monthNamed = /^(\p{L}+)\.? (\d{1,2}),? (\d{4})$/u.exec(date)
  return monthNamed ? dayOf(monthNamed[3]!, monthOf(monthNamed[1]!), monthNamed[2]!) : undefined
}

/** The first letters of the months in English, and in German where they are others. */
const months = 'jan feb mar|mär|mrz apr may|mai jun jul aug sep oct|okt nov dec|dez'.split(' ')

/** The number of a month by its English or German name, which can be cut; `00` for another word. */
function monthOf(name: string): string {
  const start = name.toLowerCase().slice(0, 3)
  return String(months.findIndex(month => month.split('|').includes(start)) + 1)
}

/** A year of two digits is one of 1950 to 2049, as Windows reads it. */
const dayOf = (year: string, month: string, day: string): string =>
  `${year.length === 4 ? year : `${Number(year) < 50 ? 20 : 19}${year}`}-${two(month)}-${two(day)}`

function readTime(text: string): string | undefined {
  const match = /^(\d{1,2}):(\d{2})(:\d{2}(?:\.\d+)?)?(?: ?([ap])\.?m\.?)?(Z|[+-]\d{2}:\d{2})?$/i.exec(text)
  if (!match) return undefined
  const [, hours = '', minutes = '', seconds = '', half, zone = ''] = match
  if (half !== undefined && (Number(hours) < 1 || Number(hours) > 12)) return undefined
  const afternoon = half?.toLowerCase() === 'p' ? 12 : 0
  const hour = half === undefined ? hours : String((Number(hours) % 12) + afternoon)
  return `T${two(hour)}:${minutes}${seconds}${zone.toUpperCase()}`
}

const daysTo1970 = 25_569
const secondsOfDay = 86_400

/**
 * The day that a spreadsheet counts, and the time to the second.
 * https://learn.microsoft.com/office/troubleshoot/excel/1900-and-1904-date-system
 */
function readDayNumber(days: number): string {
  const text = new Date(Math.round((days - daysTo1970) * secondsOfDay) * 1000).toISOString().slice(0, 19)
  return Number.isInteger(days) ? text.slice(0, 10) : text
}

const two = (digits: string): string => digits.padStart(2, '0')

/** Numbers as spreadsheets write them into CSV: `1.234,50`, `1,234.50` and `1 234`. */

/** Reads a number with a decimal comma, and maybe points, blanks or apostrophes between thousands. */
export const readDecimalComma = (text: string): string | undefined =>
  readNumber(/^([+-]?)(\d+|\d{1,3}(?:([.'’ \u00a0\u202f])\d{3})(?:\3\d{3})*)(?:,(\d+))?([eE][+-]?\d+)?$/, text)

/** Reads a number with a decimal point, and maybe commas, blanks or apostrophes between thousands. */
export const readDecimalPoint = (text: string): string | undefined =>
  readNumber(/^([+-]?)(\d+|\d{1,3}(?:([,'’ \u00a0\u202f])\d{3})(?:\3\d{3})*)(?:\.(\d+))?([eE][+-]?\d+)?$/, text)

function readNumber(form: RegExp, text: string): string | undefined {
  const match = form.exec(text)
  if (!match) return undefined
  const [, sign = '', whole = '', , fraction, exponent = ''] = match
  return `${sign}${whole.replace(/\D/g, '')}${fraction === undefined ? '' : `.${fraction}`}${exponent}`
}
