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
