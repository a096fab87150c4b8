import { localize } from './localize.ts'

/** After how long a day comes again: whole months of the calendar, then days. */
export interface Interval {
  readonly months: number
  readonly days: number
}

/**
 * Reads an interval of ISO 8601 in years, months, weeks and days, such as `P3M`, `P1Y6M` or `P2W`.
 *
 * @returns undefined for another text, for one with a time or a fraction, and for one of no length
 */
export function readInterval(text: string): Interval | undefined {
  const parts = /^P(?:(\d{1,4})Y)?(?:(\d{1,5})M)?(?:(\d{1,5})W)?(?:(\d{1,6})D)?$/.exec(text)
  if (!parts) return undefined
  const [years, months, weeks, days] = parts.slice(1).map(part => Number(part ?? 0)) as [number, number, number, number]
  const interval = { months: years * 12 + months, days: weeks * 7 + days }
  return interval.months + interval.days > 0 ? interval : undefined
}

/** An interval in words, such as `3 months` or `1 year 6 months`. */
export function intervalInWords({ months, days }: Interval): string {
  return [inYears(Math.floor(months / 12)), inMonths(months % 12), inDays(days)].filter(Boolean).join(' ')
}

function inYears(count: number): string {
  if (count === 0) return ''
  return count === 1 ? localize('1 year') : localize('{count} years', { count })
}

function inMonths(count: number): string {
  if (count === 0) return ''
  return count === 1 ? localize('1 month') : localize('{count} months', { count })
}

function inDays(count: number): string {
  if (count === 0) return ''
  return count === 1 ? localize('1 day') : localize('{count} days', { count })
}
