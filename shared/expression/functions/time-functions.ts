import { dayLength } from '../../domains/value-types/ts.ts'
import { dayOf, durationOf, type Timestamp, timestampOf } from '../run/values.ts'
import { type ExpressionFunction, textParameter } from './function.ts'

/** The functions of timestamps and durations. */
export const timeFunctions: readonly ExpressionFunction[] = [
  {
    name: 'timestamp',
    parameters: [textParameter],
    result: 'ts',
    description:
      'The timestamp that a text says: a date such as `"2026-06-30"`, which is the whole day, or a date and time. A time without a zone is UTC.',
    example: 'timestamp("2026-06-30") < timestamp("2026-07-01T08:00:00Z")',
    evaluate: written => timestampOf(written as string),
  },
  {
    name: 'duration',
    parameters: [textParameter],
    result: 'duration',
    description:
      'The duration that a text says: numbers with the units `d`, `h`, `m`, `s`, `ms`, `us` and `ns`, such as `"90d"` or `"1h30m"`.',
    example: 'timestamp("2026-06-30") + duration("2d") == timestamp("2026-07-02")',
    evaluate: written => durationOf(written as string),
  },
  {
    name: 'daysBetween',
    parameters: [
      { name: 'start', type: 'ts' },
      { name: 'end', type: 'ts' },
    ],
    result: 'int',
    description:
      'The number of days in the calendar from one timestamp to another, as their days are written; negative if the end is earlier.',
    example: 'daysBetween(timestamp("2026-06-30"), timestamp("2026-07-02")) == 2',
    evaluate: (start, end) => dayOf(end as Timestamp) - dayOf(start as Timestamp),
  },
  ...[
    later('addMonths', 'months', 1, 'addMonths(timestamp("2026-01-31"), 1) == timestamp("2026-02-28")'),
    later('addYears', 'years', 12, 'addYears(timestamp("2028-02-29"), 1) == timestamp("2029-02-28")'),
    part('getFullYear', 'The year, in UTC.', 2026, date => date.getUTCFullYear()),
    part('getMonth', 'The month in UTC, from 0 for January, as in CEL.', 5, date => date.getUTCMonth()),
    part('getDate', 'The day of the month in UTC, from 1.', 30, date => date.getUTCDate()),
    part('getDayOfWeek', 'The day of the week in UTC, from 0 for Sunday.', 2, date => date.getUTCDay()),
    part('getHours', 'The hour in UTC, from 0.', 14, date => date.getUTCHours()),
    part('getMinutes', 'The minute in UTC, from 0.', 5, date => date.getUTCMinutes()),
    part('getSeconds', 'The second in UTC, from 0.', 9, date => date.getUTCSeconds()),
  ],
]

/** A function that reads a part of a timestamp. A date has no time of day, so its hours are absent. */
function part(name: string, description: string, example: number, read: (date: Date) => number): ExpressionFunction {
  const isOfDay = /Hours|Minutes|Seconds/.test(name)
  return {
    name,
    receiver: { name: 'time', type: 'ts' },
    parameters: [],
    result: 'int',
    description: isOfDay ? `${description} A date without a time has none.` : description,
    example: `timestamp("2026-06-30T14:05:09Z").${name}() == ${example}`,
    evaluate: value => {
      const { time, isDate } = value as Timestamp
      return isOfDay && isDate ? undefined : read(new Date(time))
    },
  }
}

/** A function that gives the same day of a later or an earlier month, or its last day if that has no such day. */
function later(name: string, unit: string, months: number, example: string): ExpressionFunction {
  return {
    name,
    parameters: [
      { name: 'time', type: 'ts' },
      { name: unit, type: 'int' },
    ],
    result: 'ts',
    description: `A timestamp some ${unit} later, or earlier if the number is negative, at the same time of its day as it is written. Where the month has no such day, it is its last one.`,
    example,
    evaluate: (time, count) => addMonths(time as Timestamp, Number(count) * months),
  }
}

/**
 * The same day of a later or an earlier month; its last day if it has no such day.
 *
 * @param months a whole number, negative for earlier ones
 * @returns undefined before the year 1 and after the year 9999, which the notation does not have
 */
export function addMonths(from: Timestamp, months: number): Timestamp | undefined {
  const day = dayOf(from)
  const start = new Date(day * dayLength)
  const month = start.getUTCFullYear() * 12 + start.getUTCMonth() + months
  const year = Math.floor(month / 12)
  if (!(year >= 1 && year <= 9999)) return undefined
  const last = dayIn(year, (month % 12) + 1, 0)
  const moved = Math.min(dayIn(year, month % 12, start.getUTCDate()), last) - day
  return { ...from, time: from.time + moved * dayLength }
}

/** The number of a day since 1970. Years below 100 are those of the first century, unlike those of `Date.UTC`. */
function dayIn(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day) / dayLength
}
