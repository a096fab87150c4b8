import { localize } from '../domains/localize.ts'
import { dayLength } from '../domains/value-types/ts.ts'

/** The periods at whose ends a query can be counted. */
export const periods = ['day', 'week', 'month', 'quarter', 'year'] as const

export type Period = (typeof periods)[number]

/** The time that numbers over time are about. */
export interface TimeSpan {
  readonly every: Period
  /** A day, a month or a year, such as `2026-01`; it begins there. */
  readonly since: string
  /** Likewise; it ends there. By default, it ends with the time of the run. */
  readonly until?: string
}

/** What a query says about time. */
export type SpanOptions = Partial<TimeSpan>

/** The last day of a period. */
export interface PeriodEnd {
  /** The day, such as `2026-01-31`. */
  readonly day: string
  /** The last millisecond that counts: the end of the day in UTC, or the time of the run if that is earlier. */
  readonly time: number
}

/** How many periods an overview looks back on. */
const periodsOfOverview = 12

/** The last twelve periods, with the one of the run. */
export function lastPeriods(every: Period, now: number): TimeSpan {
  const back = periodsOfOverview - 1
  const [year, month, day] = [
    new Date(now).getUTCFullYear(),
    new Date(now).getUTCMonth(),
    new Date(now).getUTCDate(),
  ] as const
  const firsts: Readonly<Record<Period, number>> = {
    day: Date.UTC(year, month, day - back),
    week: Date.UTC(year, month, day - 7 * back),
    month: Date.UTC(year, month - back),
    quarter: Date.UTC(year, month - 3 * back),
    year: Date.UTC(year - back, 0),
  }
  return { every, since: textOfDay(firsts[every]) }
}

/** A sentence about what is wrong with a span. */
interface SpanProblem {
  readonly problem: string
}

/** The span that a query asks for; undefined for a query about now. */
export function timeSpanOf({ every, since, until }: SpanOptions): TimeSpan | SpanProblem | undefined {
  const [lost] = Object.entries({ since, until }).filter(([, text]) => text !== undefined)
  if (every === undefined)
    return (
      lost && {
        problem: localize('{option} needs --every, such as --every month, to count at the end of each period.', {
          option: `--${lost[0]}`,
        }),
      }
    )
  if (since === undefined) return { problem: localize('--every needs --since, such as --since 2026-01.') }
  for (const [name, text] of Object.entries({ since, until }))
    if (text !== undefined && !daysIn(text))
      return {
        problem: localize('{option} is no day, month or year; write it as 2026-01-31, 2026-01 or 2026.', {
          option: `--${name} ${text}`,
        }),
      }
  return { every, since, ...(until !== undefined && { until }) }
}

/** The most periods of a span. */
const mostPeriods = 4000

/**
 * The ends of the periods of a span, the first one first. The last period can end early: where the span ends, or with
 * the run.
 *
 * @param now the time of the run, in milliseconds since 1970
 */
export function periodEnds({ every, since, until }: TimeSpan, now: number): readonly PeriodEnd[] | SpanProblem {
  const first = daysIn(since)!.first
  const today = Math.floor(now / dayLength) * dayLength
  const last = Math.min(today, until === undefined ? Infinity : daysIn(until)!.last)
  if (first > last)
    return {
      problem:
        last < today
          ? localize('There is no day from {first} to {last}; write an earlier --since or a later --until.', {
              first: textOfDay(first),
              last: textOfDay(last),
            })
          : localize('There is no day from {first} to {last}; write an earlier --since.', {
              first: textOfDay(first),
              last: textOfDay(last),
            }),
    }
  const ends: PeriodEnd[] = []
  for (let day = first; day <= last; ) {
    if (ends.length === mostPeriods)
      return {
        problem: localize('{options} gives more than {most} rows; ask for fewer.', {
          options: `--every ${every} --since ${since}`,
          most: mostPeriods,
        }),
      }
    const end = Math.min(last, endOfPeriod(new Date(day), every))
    ends.push({ day: textOfDay(end), time: Math.min(now, end + dayLength - 1) })
    day = end + dayLength
  }
  return ends
}

/** The first and the last day of what a text names, in milliseconds since 1970; undefined if it names no days. */
function daysIn(text: string): { readonly first: number; readonly last: number } | undefined {
  const [, year, month, day] = /^([1-9]\d{3})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(text) ?? []
  if (year === undefined) return undefined
  const first = Date.UTC(Number(year), Number(month ?? 1) - 1, Number(day ?? 1))
  // A day that does not exist would be one of another month.
  if (!textOfDay(first).startsWith(text)) return undefined
  if (day !== undefined) return { first, last: first }
  return { first, last: endOfPeriod(new Date(first), month === undefined ? 'year' : 'month') }
}

/** The last day of the period that a day is in. Weeks end on Sunday. */
function endOfPeriod(day: Date, every: Period): number {
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()]
  if (every === 'day') return day.getTime()
  if (every === 'week') return day.getTime() + ((7 - day.getUTCDay()) % 7) * dayLength
  if (every === 'month') return Date.UTC(year, month + 1, 0)
  return every === 'quarter' ? Date.UTC(year, month - (month % 3) + 3, 0) : Date.UTC(year, 11, 31)
}

const textOfDay = (time: number): string => new Date(time).toISOString().slice(0, 10)
