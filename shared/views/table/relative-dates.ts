import { valueTypes } from '../../domains/value-types/index.ts'
import type { Limit } from '../../domains/value-types/value-type.ts'

/**
 * The days that words such as `today`, `last 30 days` or `next month` mean, as a limit of a filter; undefined for other
 * text. `overdue` means all days before today. Weeks start on Monday.
 *
 * @param now the time whose local date is today
 */
export function limitOfWords(text: string, now: Date): Limit | undefined {
  const words = text.trim().toLowerCase()
  const days = daysOfWords(words, new Date(now.getFullYear(), now.getMonth(), now.getDate()))
  if (!days) return undefined
  const [first, last] = days.map(day => valueTypes.ts.readLimit!(isoDate(day))) as [Limit, Limit]
  return words === 'overdue' ? { ...first, first: -Infinity } : { ...first, last: last.last }
}

/** The first and the last day. */
function daysOfWords(words: string, today: Date): readonly [Date, Date] | undefined {
  const [, which, unit] = /^(this|last|next) (week|month|year)$/.exec(words) ?? []
  if (which) return periodAround(today, unit!, { this: 0, last: -1, next: 1 }[which]!)
  const [, way, count] = /^(last|next) (\d{1,4}) days?$/.exec(words) ?? []
  if (count) return way === 'last' ? [dayFrom(today, -Number(count)), today] : [today, dayFrom(today, Number(count))]
  const offset = { today: 0, yesterday: -1, tomorrow: 1, overdue: -1 }[words]
  return offset === undefined ? undefined : [dayFrom(today, offset), dayFrom(today, offset)]
}

/** A week, month or year, some of them before or after that of a day. */
function periodAround(day: Date, unit: string, by: number): readonly [Date, Date] {
  const [year, month] = [day.getFullYear(), day.getMonth()]
  if (unit === 'year') return [new Date(year + by, 0, 1), new Date(year + by, 11, 31)]
  if (unit === 'month') return [new Date(year, month + by, 1), new Date(year, month + by + 1, 0)]
  const monday = dayFrom(day, -((day.getDay() + 6) % 7) + 7 * by)
  return [monday, dayFrom(monday, 6)]
}

const dayFrom = (day: Date, days: number): Date => new Date(day.getFullYear(), day.getMonth(), day.getDate() + days)

const isoDate = (day: Date): string =>
  [
    String(day.getFullYear()).padStart(4, '0'),
    ...[day.getMonth() + 1, day.getDate()].map(part => String(part).padStart(2, '0')),
  ].join('-')
