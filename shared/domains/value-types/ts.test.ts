import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accepts, explains, refuses } from '../../../test/value-types.ts'
import { ts } from './ts.ts'

test('a date, or a date and time, with or without a zone', () => {
  accepts(
    ts,
    '2026-06-30',
    '2026-06-30T14:05',
    '2026-06-30T14:05:09',
    '2026-06-30T14:05:09.1',
    '2026-06-30T14:05:09.123456789',
  )
  accepts(
    ts,
    '2026-06-30T14:05Z',
    '2026-06-30T14:05:09Z',
    '2026-06-30T14:05:09.5Z',
    '2026-06-30T00:00:00+02:00',
    '2026-06-30T23:59:59-11:30',
    '0001-01-01',
  )
  refuses(
    ts,
    '',
    '2026',
    '2026-06',
    '2026-06-30T',
    '2026-06-30T14',
    '2026-06-30T14Z',
    '2026-06-30T1405',
    '2026-06-30T14:05:09.',
    '2026-06-30T14:05:09,5',
  )
  refuses(
    ts,
    '2026-06-30Z',
    '2026-06-30+02:00',
    '2026-06-30t14:05',
    '2026-06-30T14:05z',
    '2026-06-30T14:05+02',
    '2026-06-30T14:05+0200',
    '2026-06-30T14:05 Z',
  )
  refuses(
    ts,
    '2026-W01-1',
    '2026-181',
    '20260630',
    '+2026-06-30',
    '12026-06-30',
    '26-06-30',
    '2026-6-3',
    ' 2026-06-30',
    '2026-06-30 ',
    '2026-06-30\n',
    '14:05',
  )
})

test('a date and time that exist', () => {
  accepts(ts, '2024-02-29', '2000-02-29', '2026-02-28', '2026-01-31', '2026-04-30', '2026-12-31T23:59:59')
  refuses(
    ts,
    '2026-02-29',
    '2026-02-30',
    '1900-02-29',
    '2100-02-29',
    '2026-04-31',
    '2026-06-31',
    '2026-09-31',
    '2026-11-31',
    '2026-01-32',
  )
  refuses(
    ts,
    '2026-00-10',
    '2026-13-10',
    '2026-06-00',
    '2026-06-30T24:00',
    '2026-06-30T24:00:00Z',
    '2026-06-30T25:00',
    '2026-06-30T14:60',
    '2026-06-30T23:59:60',
  )
  refuses(ts, '2026-06-30T14:05+24:00', '2026-06-30T14:05+02:60')
})

test('every day that the calendar has, and no other', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9999 }),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 32 }),
      (year, month, day) => {
        const date = new Date(0)
        date.setUTCFullYear(year, month - 1, day)
        const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
        const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
        expect(ts.accepts(text)).toBe(exists)
      },
    ),
  ))

test('what a text in another form means', () => {
  for (const [text, meant] of [
    ['1.7.2026', '2026-07-01'],
    ['2026/6/3', '2026-06-03'],
    ['20260630', '2026-06-30'],
    ['20260630T9:05z', '2026-06-30T09:05Z'],
    ['2026-6-30 14:05 Z', '2026-06-30T14:05Z'],
    ['2026-06-30T14:05-0230', '2026-06-30T14:05-02:30'],
    ['2026-06-30 14:05+02', '2026-06-30T14:05+02:00'],
    ['2026-6-30 14:05+02:00', '2026-06-30T14:05+02:00'],
  ])
    expect(ts.repair?.(text!), text).toBe(meant)
  for (const text of ['6/30/2026', '120260630', '202606301', 'soon']) expect(ts.repair?.(text), text).toBeUndefined()
})

test('what is wrong with a timestamp', () => {
  explains(ts, '2026-02-30', 'is "2026-02-30"; there is no day 30 in 2026-02, which has 28 days')
  explains(ts, '31.06.2026', 'is "31.06.2026"; there is no day 31 in 2026-06, which has 30 days')
  explains(ts, '2024-02-30', 'is "2024-02-30"; there is no day 30 in 2024-02, which has 29 days')
  explains(ts, '2026-13-01', 'is "2026-13-01"; there is no month 13')
  explains(ts, '2026-06-30T24:00', 'is "2026-06-30T24:00"; hour 24 does not exist, midnight is 00:00 of the next day')
  explains(ts, '2026-06-30T25:00', 'is "2026-06-30T25:00"; there is no hour 25')
  explains(ts, '2026-06-30T14:61', 'is "2026-06-30T14:61"; there is no minute 61')
  explains(ts, '2026-06-30T14:05:61', 'is "2026-06-30T14:05:61"; there is no second 61')
  explains(ts, '2026-06-30T14:05+25:00', 'is "2026-06-30T14:05+25:00"; there is no time zone 25:00')
  explains(ts, '2026-06-30 14:05', 'is "2026-06-30 14:05"; write T between date and time, as YYYY-MM-DDThh:mm:ssZ')
  explains(ts, '30.06.2026', 'is "30.06.2026"; the year comes first: write it as YYYY-MM-DD')
  explains(ts, '6/30/2026', 'is "6/30/2026"; the year comes first: write it as YYYY-MM-DD')
  explains(ts, '2026/06/30', 'is "2026/06/30"; write the date with hyphens, as YYYY-MM-DD')
  explains(ts, '2026-6-3', 'is "2026-6-3"; write month and day with two digits, as YYYY-MM-DD')
  explains(ts, '20260630', 'is "20260630"; write hyphens between year, month and day, as YYYY-MM-DD')
  explains(ts, '2026-06-30T14:05+0200', 'is "2026-06-30T14:05+0200"; write the time zone as Z or as +hh:mm')
  explains(ts, '2026-06-30T14', 'is "2026-06-30T14"; write the time as hh:mm or hh:mm:ss, then Z or +hh:mm')
  explains(ts, 'soon', 'is "soon"; it must be a date YYYY-MM-DD, or a date and time YYYY-MM-DDThh:mm:ssZ')
})
