import { localize } from '../../domains/localize.ts'
import { valueTypes } from '../../domains/value-types/index.ts'
import { becameText, noteOnValues, type TableNote } from './table-notes.ts'
import { isFixedZone } from './value-choices.ts'

/** Gives all times of a column that have no zone the one of a place. */
export function inTimeZone(
  column: string,
  read: (text: string) => string,
  texts: readonly string[],
  timeZone: string,
  told: (text: string) => string,
): { readonly read: (text: string) => string; readonly notes: readonly TableNote[] } {
  const withZone = zoneGiver(timeZone)
  const zoned = (text: string): string | undefined => {
    const value = read(text)
    return lacksZone(value) && valueTypes.ts.accepts(value) ? withZone(value) : value
  }
  const given = texts.filter(text => ![undefined, read(text)].includes(zoned(text)))
  const open = texts.filter(text => zoned(text) === undefined)
  const note = (some: readonly string[], what: string): TableNote[] => {
    const [first] = some
    if (first === undefined) return []
    const value = zoned(first)
    const example = value === undefined ? told(first) : becameText(told(first), value)
    return [noteOnValues(column, 'time', some.length, what, example)]
  }
  const unclear = localize('left without a zone, because a clock of {zone} shows such a time twice or never', {
    zone: timeZone,
  })
  return {
    read: text => zoned(text) ?? read(text),
    notes: [...note(given, localize('given the zone {zone}', { zone: timeZone })), ...note(open, unclear)],
  }
}

/** Whether a timestamp has a time, and no zone. */
const lacksZone = (timestamp: string): boolean => /T[\d:.]+$/.test(timestamp)

/**
 * Makes a function that gives times without a zone the one that holds at this time in a time zone. It returns undefined
 * for a time that a clock there shows twice or never.
 *
 * @param timeZone `Z`, an offset such as `+02:00`, or a name such as `Europe/Berlin`
 */
function zoneGiver(timeZone: string): (timestamp: string) => string | undefined {
  if (isFixedZone(timeZone)) return timestamp => timestamp + timeZone
  const clock = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  /** How many minutes the clock is before UTC. */
  const offsetAt = (milliseconds: number): number => {
    const part = new Map(clock.formatToParts(milliseconds).map(({ type, value }) => [type, Number(value)]))
    const [year, month, day] = [part.get('year')!, part.get('month')!, part.get('day')!]
    const shown = Date.UTC(year, month - 1, day, part.get('hour')!, part.get('minute')!, part.get('second')!)
    return Math.round((shown - Math.floor(milliseconds / 1000) * 1000) / 60_000)
  }
  return timestamp => {
    const asUtc = Date.parse(`${timestamp}Z`)
    const offsets = new Set([offsetAt(asUtc - dayInMilliseconds), offsetAt(asUtc + dayInMilliseconds)])
    const fitting = [...offsets].filter(offset => offsetAt(asUtc - offset * 60_000) === offset)
    return fitting.length === 1 ? timestamp + zoneOf(fitting[0]!) : undefined
  }
}

const dayInMilliseconds = 86_400_000

function zoneOf(minutes: number): string {
  const most = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(most / 60))}:${two(most % 60)}`
}

const two = (number: number): string => String(number).padStart(2, '0')
