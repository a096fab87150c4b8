import { localize } from '../localize.ts'
import { show } from '../message-text.ts'
import type { Limit, ValueType } from './value-type.ts'

export const ts: ValueType = {
  description: 'A date or a date and time of ISO 8601: `2026-06-30`, `2026-06-30T14:05:00Z`, `2026-06-30T14:05+02:00`.',
  otherNames: ['date', 'time', 'datetime', 'timestamp'],
  isNumber: false,
  accepts: isValidTimestamp,
  explain: text => localize('is {value}; {advice}', { value: show(text), advice: timestampProblem(text) ?? '' }),
  repair: repairTimestamp,
  sortKey: millisecondsOf,
  readLimit,
  suggest: now => {
    const time = `${now.toISOString().slice(0, 19)}Z`
    return [
      { value: time.slice(0, 10), name: 'today', description: localize('Today, as a date (UTC).') },
      { value: time, name: 'now', description: localize('The time now, to the second, in UTC.') },
    ]
  },
  inWords: weekday,
}

/**
 * The number of days in a month of the Gregorian calendar.
 *
 * @param month from 1
 */
export function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

const timestamp = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:Z|[+-](\d{2}):(\d{2}))?)?$/

function isValidTimestamp(text: string): boolean {
  return timestampProblem(text) === undefined
}

/**
 * What is wrong with a timestamp, or undefined. Accepted are the extended formats of ISO 8601-1:2019 (5.2.2 and 5.4.2)
 * with a full date, but not hour 24 and leap seconds.
 */
function timestampProblem(text: string): string | undefined {
  const match = timestamp.exec(text)
  if (!match) return formProblem(text)
  const part = (group: number): number => Number(match[group] ?? 0)
  const [year, month, day, hour, minute, second] = [part(1), part(2), part(3), part(4), part(5), part(6)]
  if (month < 1 || month > 12) return localize('there is no month {month}', { month: match[2]! })
  const days = daysOf(year, month)
  if (day < 1 || day > days) return noDay(match, days)
  if (hour > 23)
    return hour === 24
      ? localize('hour 24 does not exist, midnight is 00:00 of the next day')
      : localize('there is no hour {hour}', { hour: match[4]! })
  if (minute > 59) return localize('there is no minute {minute}', { minute: match[5]! })
  if (second > 59) return localize('there is no second {second}', { second: match[6]! })
  if (part(7) > 23 || part(8) > 59) return localize('there is no time zone {zone}', { zone: `${match[7]}:${match[8]}` })
  return undefined
}

const noDay = ([, year, month, day]: readonly string[], count: number): string =>
  localize('there is no day {day} in {month}, which has {count} days', { day: day!, month: `${year}-${month}`, count })

/**
 * What is wrong with a date or time of the notation in which only the day does not exist; undefined for another text.
 */
export function dayProblem(text: string): string | undefined {
  const match = timestamp.exec(text)
  const month = Number(match?.[2])
  if (!match || !(month >= 1 && month <= 12)) return undefined
  const days = daysOf(Number(match[1]), month)
  return Number(match[3]) > days ? noDay(match, days) : undefined
}

function formProblem(text: string): string {
  const missing = dayProblem(repairTimestamp(text) ?? '')
  if (missing !== undefined) return missing
  if (/^\d{1,2}[./-]\d{1,2}[./-]\d{4}/.test(text)) return localize('the year comes first: write it as YYYY-MM-DD')
  if (/^\d{4}[./]\d{1,2}[./]\d{1,2}/.test(text)) return localize('write the date with hyphens, as YYYY-MM-DD')
  if (/^\d{4}-\d{2}-\d{2}[ t]+\d{1,2}:/.test(text))
    return localize('write T between date and time, as YYYY-MM-DDThh:mm:ssZ')
  if (/^\d{4}-(\d-\d{1,2}|\d{2}-\d)(T|$)/.test(text))
    return localize('write month and day with two digits, as YYYY-MM-DD')
  if (/^\d{8}(T|$)/.test(text)) return localize('write hyphens between year, month and day, as YYYY-MM-DD')
  if (/^\d{4}-\d{2}-\d{2}T.*[+-]\d{1,4}$/.test(text)) return localize('write the time zone as Z or as +hh:mm')
  if (/^\d{4}-\d{2}-\d{2}T/.test(text)) return localize('write the time as hh:mm or hh:mm:ss, then Z or +hh:mm')
  return localize('it must be a date YYYY-MM-DD, or a date and time YYYY-MM-DDThh:mm:ssZ')
}

/** A date with slashes can start with the day or with the month, so only one with points is repaired. */
function repairTimestamp(text: string): string | undefined {
  const dayFirst = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text)
  if (dayFirst) return `${dayFirst[3]}-${twoDigits(dayFirst[2]!)}-${twoDigits(dayFirst[1]!)}`
  const match =
    /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?:[Tt ]+([^Tt ].*))?$/.exec(text) ??
    /^(\d{4})(\d{2})(\d{2})(?:T(.+))?$/.exec(text)
  if (!match) return undefined
  const [, year, month, day, time] = match
  const date = `${year}-${twoDigits(month!)}-${twoDigits(day!)}`
  return time === undefined
    ? date
    : `${date}T${time
        .replace(/^\d:/, '0$&')
        .replace(/ ?z$/i, 'Z')
        .replace(/([+-]\d{2})(\d{2})?$/, (_, hours: string, minutes = '00') => `${hours}:${minutes}`)}`
}

/** The digits of a month, a day or an hour, with a zero in front of a single one. */
export const twoDigits = (digits: string): string => digits.padStart(2, '0')

/** Milliseconds since 1970. A date and time without a zone is read as UTC, not as the time zone of this machine. */
function millisecondsOf(text: string): number {
  return isValidTimestamp(text) ? Date.parse(/T[\d:.]+$/.test(text) ? `${text}Z` : text) : NaN
}

/**
 * Reads a year, month, day, minute or second: each as long as it is written. Without a zone, it is compared with the
 * date and time as they are written, because that is what people read in the records.
 */
function readLimit(text: string): Limit | undefined {
  const [, year, month] = /^(\d{4})(?:-(\d{2}))?$/.exec(text) ?? []
  const lastMonth = month ?? '12'
  const from = year === undefined ? text : `${year}-${month ?? '01'}-01`
  const to = year === undefined ? text : `${year}-${lastMonth}-${daysOf(Number(year), Number(lastMonth))}`
  if (!isValidTimestamp(from)) return undefined
  return {
    first: millisecondsOf(from),
    last: millisecondsOf(to) + timestampDuration(to) - 1,
    keyOf: zone.test(text) ? millisecondsOf : value => millisecondsOf(value.replace(zone, '')),
  }
}

const zone = /(?<=T.*)(?:Z|[+-]\d\d:\d\d)$/

/** The milliseconds of a day in UTC, which has no leap seconds. */
export const dayLength = 86_400_000

/** How long a timestamp lasts, in milliseconds. */
function timestampDuration(text: string): number {
  if (!text.includes('T')) return dayLength
  if (!/T\d\d:\d\d:/.test(text)) return 60_000
  return text.includes('.') ? 1 : 1000
}

/** The date in words, as the user wrote it, whatever the time zone is. */
function weekday(text: string): string {
  return new Date(`${text.slice(0, 10)}T00:00:00Z`).toLocaleDateString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
}
