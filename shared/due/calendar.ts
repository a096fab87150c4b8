import { fingerprint } from '../basics/fingerprint.ts'

/** A day in a calendar. */
export interface CalendarDay {
  /** Names of what it is about. The same names give the same event in every later calendar. */
  readonly names: readonly string[]
  /** As in `2026-06-30`. */
  readonly day: string
  readonly summary: string
  readonly description: string
}

/**
 * Days as an iCalendar file (RFC 5545) with an event of a whole day for each. A calendar that is imported again updates
 * its events, as their ids stay.
 *
 * @param now when the calendar is made, in milliseconds since 1970
 */
export function calendarOf(days: readonly CalendarDay[], now: number): string {
  const seen = new Map<string, number>()
  const events = days.flatMap(({ names, day, summary, description }) => {
    const name = fingerprint(JSON.stringify(names))
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return [
      'BEGIN:VEVENT',
      `UID:${name}${count > 1 ? `-${count}` : ''}@recline`,
      `DTSTAMP:${new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')}`,
      `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
      `SUMMARY:${calendarText(summary)}`,
      `DESCRIPTION:${calendarText(description)}`,
      // A due day is no time at which its owner is busy.
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]
  })
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Recline//Due days//EN',
    'CALSCALE:GREGORIAN',
    ...events,
    'END:VCALENDAR',
  ]
  return lines.map(line => `${folded(line)}\r\n`).join('')
}

/** A text as a value, in which some characters have a meaning, and control characters are not allowed. */
const calendarText = (text: string): string =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/[\0-\x08\x0b-\x1f\x7f]/g, ' ')

/** The most bytes of a line. */
const bytesOfLine = 75

/** A line as several, of which each but the first starts with a blank. No character is cut. */
function folded(line: string): string {
  let result = ''
  let bytes = 0
  for (const character of line) {
    const size = utf8Length(character)
    if (bytes + size > bytesOfLine) {
      result += '\r\n '
      bytes = 1
    }
    result += character
    bytes += size
  }
  return result
}

function utf8Length(character: string): number {
  const code = character.codePointAt(0)!
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}
