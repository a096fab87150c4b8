import { valueTypes } from '../../domains/value-types/index.ts'
import { dayProblem, twoDigits } from '../../domains/value-types/ts.ts'
import { isWeekday, monthNamed, withoutJapanese } from './local-words.ts'

/**
 * Dates and times as programs and spreadsheets write them: `30.06.2026 14:05`, `6/30/26`, `30-Jun-2026`,
 * `20260630T140500+02`, `Tue, 30 Jun 2026 14:05:00 +0200`, `Jun 30 14:05:00 2026 GMT`, `30 de junio de 2026`.
 */

/** Reads a date whose day stands before its month, if both are numbers. */
export const readDayFirst = (text: string): string | undefined => readDate(text, ([day, month]) => ({ day, month }))

/** Reads a date whose month stands before its day, if both are numbers. With points between them, the day is first. */
export const readMonthFirst = (text: string): string | undefined =>
  readDate(text, ([first, second], sign) =>
    sign === '.' ? { day: first, month: second } : { day: second, month: first },
  )

/** Whether a date has a year of two digits. */
export const hasShortYear = (text: string): boolean =>
  !/\d{4}/.test(text.replace(/\d{1,2}:\d{2}\S*(?: [+-]\d{4})?/, ''))

type Order = (numbers: readonly [string, string], sign: string) => { readonly day: string; readonly month: string }

/** A date as a timestamp of the notation; undefined for any other text and for a day that does not exist. */
function readDate(text: string, order: Order): string | undefined {
  if (valueTypes.ts.accepts(text)) return text
  const read = readParts(text, order) ?? readBasic(text) ?? readInWords(text)
  return read !== undefined && valueTypes.ts.accepts(read) ? read : undefined
}

/** Why a date cannot be read, if only its day does not exist: `June 2026 has 30 days`. */
export function missingDay(text: string): string | undefined {
  const orders: readonly Order[] = [([day, month]) => ({ day, month }), ([month, day]) => ({ day, month })]
  for (const order of /\d\./.test(text) ? orders.slice(0, 1) : orders) {
    const read = readParts(text, order) ?? readBasic(text) ?? readInWords(text)
    const reason = read && dayProblem(read)
    if (reason) return reason
  }
  return undefined
}

/** The basic format of ISO 8601: `20260630`, `20260630T140500Z`. */
function readBasic(text: string): string | undefined {
  const match = /^(\d{4})(\d{2})(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2}(?:[.,]\d+)?))?(.*))?$/i.exec(text)
  if (!match) return undefined
  const [, year, month, day, hours, minutes, seconds, zone = ''] = match
  const date = `${year}-${month}-${day}`
  const clock = hours === undefined ? '' : readTime(`${hours}:${minutes}${seconds ? `:${seconds}` : ''}${zone}`)
  return clock === undefined ? undefined : date + clock
}

/** A date of a mail, such as `Tue, 30 Jun 2026 14:05:00 +0200`, and one of C, such as `Jun 30 14:05:00 2026 GMT`. */
function readInWords(text: string): string | undefined {
  const [, weekday = '', behind] = /^(\p{L}+)\.?,? +(.+)$/u.exec(text) ?? []
  const ofMail = isWeekday(weekday) ? behind : undefined
  const rest = ofMail ?? text
  const ofC = /^(\p{L}{3}) +(\d{1,2}) +(\d{1,2}:\d{2}:\d{2}) +(\d{4})(?: +(\S+))?$/u.exec(rest)
  if (ofC) return dayAndClock(isoDay(ofC[4]!, monthOf(ofC[1]!), ofC[2]!), readTime(`${ofC[3]} ${ofC[5] ?? ''}`.trim()))
  // The zone stands in C's own date before the year.
  const ofDate = /^(\p{L}{3}) +(\d{1,2}) +(\d{1,2}:\d{2}:\d{2}) +(UTC|GMT|Z|[+-]\d{2}:?\d{2}) +(\d{4})$/u.exec(rest)
  if (ofDate)
    return dayAndClock(isoDay(ofDate[5]!, monthOf(ofDate[1]!), ofDate[2]!), readTime(`${ofDate[3]} ${ofDate[4]}`))
  return ofMail === undefined ? undefined : readParts(ofMail, ([day, month]) => ({ day, month }))
}

const dayAndClock = (day: string, clock: string | undefined): string | undefined =>
  clock === undefined ? undefined : day + clock

function readParts(text: string, order: Order): string | undefined {
  const [, date = '', time] = /^(.*?\d)(?:(?:,? +|T)(\d{1,2}:.*))?$/.exec(withoutJapanese(text)) ?? []
  const day = readDay(date, order)
  if (day === undefined) return undefined
  return time === undefined ? day : dayAndClock(day, readTime(time))
}

function readDay(date: string, order: Order): string | undefined {
  const yearFirst = /^(\d{4})([./-])(\d{1,2})\2(\d{1,2})$/.exec(date)
  if (yearFirst) return isoDay(yearFirst[1]!, yearFirst[3]!, yearFirst[4]!)
  const numbers = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(date)
  if (numbers) {
    const { day, month } = order([numbers[1]!, numbers[3]!], numbers[2]!)
    return isoDay(numbers[4]!, month, day)
  }
  // Spanish says "30 de junio de 2026", and French counts the first day of a month: "1er juin 2026".
  const named = /^(\d{1,2})(?:\.|er)?(?:[ -]| de )(\p{L}+)\.?(?:[ -]| de | del )(\d{4}|\d{2})$/u.exec(date)
  if (named) return isoDay(named[3]!, monthOf(named[2]!), named[1]!)
  const monthNamed = /^(\p{L}+)\.? +(\d{1,2}),? (\d{4})$/u.exec(date)
  return monthNamed ? isoDay(monthNamed[3]!, monthOf(monthNamed[1]!), monthNamed[2]!) : undefined
}

/** The number of a month by its name in any language that is read, with two digits; `00` for another word. */
const monthOf = (name: string): string => twoDigits(String(monthNamed(name) ?? 0))

/** A year of two digits is one of 1950 to 2049, as Windows reads it. */
const isoDay = (year: string, month: string, day: string): string =>
  `${year.length === 4 ? year : `${Number(year) < 50 ? 20 : 19}${year}`}-${twoDigits(month)}-${twoDigits(day)}`

function readTime(text: string): string | undefined {
  const match =
    /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?: ?([ap])\.?m\.?)?(?: ?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?))?(?: \(\w+\))?$/i.exec(
      text,
    )
  if (!match) return undefined
  const [, hours = '', minutes = '', seconds, fraction, half, zone] = match
  if (half !== undefined && (Number(hours) < 1 || Number(hours) > 12)) return undefined
  const afternoon = half?.toLowerCase() === 'p' ? 12 : 0
  const hour = half === undefined ? hours : String((Number(hours) % 12) + afternoon)
  const second = seconds === undefined ? '' : `:${seconds}${fraction === undefined ? '' : `.${fraction}`}`
  return `T${twoDigits(hour)}:${minutes}${second}${zone === undefined ? '' : readZone(zone)}`
}

const readZone = (zone: string): string => {
  const [, sign, hours, minutes = '00'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? []
  return sign === undefined ? 'Z' : `${sign}${hours}:${minutes}`
}

/** Reads days since 1900: five digits, for the years 1927 to 2173, and maybe the time as a fraction. */
export const readDayNumber = (text: string): string | undefined => readDays(text, 0)

/** Reads days since 1904, as workbooks of early Macs count them. */
export const readDayNumberSince1904 = (text: string): string | undefined => readDays(text, daysFrom1900To1904)

function readDays(text: string, added: number): string | undefined {
  if (!/^[1-9]\d{4}(?:[.,]\d+)?$/.test(text)) return undefined
  const days = Number(text.replace(',', '.')) + added
  // https://learn.microsoft.com/office/troubleshoot/excel/1900-and-1904-date-system
  const time = new Date(Math.round((days - daysTo1970) * secondsOfDay) * 1000).toISOString().slice(0, 19)
  return Number.isInteger(days) ? time.slice(0, 10) : time
}

const daysTo1970 = 25_569
const daysFrom1900To1904 = 1462
const secondsOfDay = 86_400

/** Reads seconds since 1970: 9 or 10 digits, for the years 1973 to 2286, and maybe a fraction. */
export function readSeconds(text: string): string | undefined {
  const [, seconds, fraction = ''] = /^([1-9]\d{8,9})((?:\.\d+)?)$/.exec(text) ?? []
  return seconds === undefined ? undefined : `${timeOf(Number(seconds) * 1000).slice(0, 19)}${fraction}Z`
}

/** Reads milliseconds since 1970: 12 or 13 digits, for the years 1973 to 2286. */
export const readMilliseconds = (text: string): string | undefined =>
  /^[1-9]\d{11,12}$/.test(text) ? timeOf(Number(text)).replace('.000Z', 'Z') : undefined

const timeOf = (milliseconds: number): string => new Date(milliseconds).toISOString()
