import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-values.ts'
import { type CalendarDay, calendarOf } from './calendar.ts'

const now = Date.UTC(2026, 5, 30, 8, 15)

/** The events of a calendar, as a program reads them that others wrote. */
const eventsOf = (calendar: string): ICAL.Event[] =>
  new ICAL.Component(ICAL.parse(calendar)).getAllSubcomponents('vevent').map(event => new ICAL.Event(event))

test('an event of a whole day for each due day', () => {
  const calendar = calendarOf(
    [
      {
        names: ['core.compliance.FINDING', 'F-1'],
        day: '2026-07-10',
        summary: 'FINDING F-1: Logs; all',
        description: 'Kim',
      },
    ],
    now,
  )
  expect(calendar).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/)
  expect(calendar).toContain('\r\nDTSTAMP:20260630T081500Z\r\n')
  expect(calendar).toContain('\r\nDTSTART;VALUE=DATE:20260710\r\n')
  expect(calendar).toContain('\r\nSUMMARY:FINDING F-1: Logs\\; all\r\n')
  const [event] = eventsOf(calendar)
  expect([event!.summary, event!.startDate.isDate, event!.startDate.toString(), event!.duration.toString()]).toEqual([
    'FINDING F-1: Logs; all',
    true,
    '2026-07-10',
    'P1D',
  ])
})

const name = fc.string({ unit: 'binary', maxLength: 200 }).map(text => text.replace(/\p{Cc}|\p{Cs}/gu, ''))
const dueDay: fc.Arbitrary<CalendarDay> = fc.record({
  names: fc.array(name, { minLength: 1, maxLength: 3 }),
  day: fc.constantFrom('2026-02-28', '2028-02-29', '0999-12-31'),
  summary: name,
  description: name,
})

test('texts come back as they are, lines are short, and ids stay and are all different', () => {
  fc.assert(
    fc.property(fc.array(dueDay, { maxLength: 5 }), days => {
      const calendar = calendarOf(days, now)
      for (const line of calendar.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      const events = eventsOf(calendar)
      expect(events.map(({ summary, description }) => [summary, description])).toEqual(
        days.map(({ summary, description }) => [summary, description]),
      )
      const ids = events.map(({ uid }) => uid)
      expect(new Set(ids).size).toBe(days.length)
      expect(eventsOf(calendarOf(days, now + 1000)).map(({ uid }) => uid)).toEqual(ids)
    }),
    { numRuns: runs(5000) },
  )
})
