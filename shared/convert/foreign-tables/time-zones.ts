import { localize } from '../../domains/localize.ts'
import { valueTypes } from '../../domains/value-types/index.ts'
import { dayLength } from '../../domains/value-types/ts.ts'
import { becameText, noteOnValues, type PlacedValue, type TableNote } from './table-notes.ts'
import { isFixedZone } from './value-choices.ts'

/** Gives all times of a column that have no zone the one of a place. */
export class TimesInZone {
  private readonly withZone: (timestamp: string) => string | undefined
  private readonly given = new CountedTimes()
  /** Times that a clock of the place shows twice or never. */
  private readonly open = new CountedTimes()

  /** @param readTime how the times are read before they get a zone */
  constructor(
    private readonly column: string,
    private readonly readTime: (text: string) => string,
    private readonly timeZone: string,
    private readonly told: (time: PlacedValue) => string,
  ) {
    this.withZone = zoneGiver(timeZone)
  }

  readonly take = (text: string, row: number): void => {
    const zoned = this.zoned(text)
    if (zoned === undefined) this.open.add(text, row)
    else if (zoned !== this.readTime(text)) this.given.add(text, row)
  }

  readonly read = (text: string): string => this.zoned(text) ?? this.readTime(text)

  notes(): TableNote[] {
    const { timeZone } = this
    const unclear = localize('left without a zone, because a clock of {zone} shows such a time twice or never', {
      zone: timeZone,
    })
    return [
      ...this.note(this.given, localize('given the zone {zone}', { zone: timeZone })),
      ...this.note(this.open, unclear),
    ]
  }

  private note({ count, first }: CountedTimes, what: string): TableNote[] {
    if (first === undefined) return []
    const value = this.zoned(first.text)
    const example = value === undefined ? this.told(first) : becameText(this.told(first), value)
    return [noteOnValues(this.column, 'time', count, what, example)]
  }

  /** A time with its zone; undefined if that is unclear. */
  private zoned(text: string): string | undefined {
    const value = this.readTime(text)
    return lacksZone(value) && valueTypes.ts.accepts(value) ? this.withZone(value) : value
  }
}

class CountedTimes {
  count = 0
  first: PlacedValue | undefined

  add(text: string, row: number): void {
    this.count++
    this.first ??= { text, row }
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
    const offsets = new Set([offsetAt(asUtc - dayLength), offsetAt(asUtc + dayLength)])
    const fitting = [...offsets].filter(offset => offsetAt(asUtc - offset * 60_000) === offset)
    return fitting.length === 1 ? timestamp + zoneOf(fitting[0]!) : undefined
  }
}

function zoneOf(minutes: number): string {
  const most = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(most / 60))}:${two(most % 60)}`
}

const two = (number: number): string => String(number).padStart(2, '0')
