import { type Interval, readInterval } from '../domains/interval.ts'
import { fieldOf, type Registry, type Tag } from '../domains/registry.ts'
import { valueTypes } from '../domains/value-types/index.ts'
import { dayLength } from '../domains/value-types/ts.ts'
import { addMonths } from '../expression/functions/time-functions.ts'
import { timestampOf } from '../expression/run/values.ts'
import { type RecordNode, type ValueNode, valueText } from '../syntax/nodes.ts'
import { endOfDays } from './due-days.ts'

/** The day that follows a day of a record, which comes again. */
export interface NextDay {
  /** The name of the field. */
  readonly field: string
  /** The value with the day that was. */
  readonly value: ValueNode
  /** As in `2027-02-28`. */
  readonly day: string
  /** What the value says then: the next day, at the time that is written. */
  readonly text: string
  /** Whether the state of the record ends the day, so that the next one is wanted. */
  readonly isWanted: boolean
}

/**
 * The next days of a record: one for each of its fields that have an `interval` in the descriptor and a day.
 *
 * The next day is a whole number of intervals after the day that is written, and the first one after today. It is
 * wanted if nothing is left to do by the day, and if the day is not already one of a later interval.
 *
 * @param now in milliseconds since 1970
 */
export function nextDaysOf(record: RecordNode, tag: Tag, registry: Registry, now: number): NextDay[] {
  const isOver = endOfDays(record, tag, registry, now)
  const seen = new Set<string>()
  return record.fields.flatMap(({ name, value }) => {
    const field = fieldOf(tag, name)
    const interval = field?.interval === undefined ? undefined : readInterval(field.interval)
    if (!field || !interval || !value || seen.has(name)) return []
    seen.add(name)
    const text = valueText(record, value)
    if (!valueTypes.ts.accepts(text)) return []
    const written = text.slice(0, 10)
    const today = new Date(now).toISOString().slice(0, 10)
    const day = firstAfter(today, written, interval)
    const latest = dayAfter(today, interval, 1)
    if (day === undefined) return []
    const isWanted = isOver(field) && (latest === undefined || written < latest)
    return [{ field: field.name, value, day, text: day + text.slice(10), isWanted }]
  })
}

/** The first day after today that is some intervals after a day, at least one; undefined after the year 9999. */
function firstAfter(today: string, day: string, interval: Interval): string | undefined {
  for (let count = intervalsUntil(today, day, interval); ; count++) {
    const next = dayAfter(day, interval, count)
    if (next === undefined || next > today) return next
  }
}

/** How many intervals surely do not lead past today, at least one. */
function intervalsUntil(today: string, day: string, { months, days }: Interval): number {
  const between = (Date.parse(today) - Date.parse(day)) / dayLength
  return Math.max(1, Math.floor(between / (months * 31 + days)))
}

/**
 * The day some intervals after another one. It counts from that day, so that the last day of a short month does not
 * move all later ones.
 */
function dayAfter(day: string, { months, days }: Interval, count: number): string | undefined {
  const later = addMonths(timestampOf(day)!, months * count)
  if (!later) return undefined
  const text = new Date(later.time + days * count * dayLength).toISOString()
  return text.startsWith('+') ? undefined : text.slice(0, 10)
}
