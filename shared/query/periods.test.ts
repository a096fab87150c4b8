import { expect, test } from 'vitest'
import { lastPeriods, type Period, periodEnds, periods, type SpanOptions, timeSpanOf } from './periods.ts'

const now = Date.parse('2026-06-30T12:00:00Z')

/** The days of a span, or what is wrong with it. */
function days(options: SpanOptions): string {
  const span = timeSpanOf(options)
  if (!span) return 'now'
  const ends = 'problem' in span ? span : periodEnds(span, now)
  return 'problem' in ends ? ends.problem : ends.map(({ day }) => day).join(' ')
}

test.each<[Period, string, string | undefined, string]>([
  ['day', '2026-02-27', '2026-03-01', '2026-02-27 2026-02-28 2026-03-01'],
  ['week', '2026-01-01', '2026-01', '2026-01-04 2026-01-11 2026-01-18 2026-01-25 2026-01-31'],
  ['month', '2026-01', undefined, '2026-01-31 2026-02-28 2026-03-31 2026-04-30 2026-05-31 2026-06-30'],
  ['month', '2024-01-15', '2024-03-15', '2024-01-31 2024-02-29 2024-03-15'],
  ['quarter', '2025-11', '2026', '2025-12-31 2026-03-31 2026-06-30'],
  ['year', '2024', undefined, '2024-12-31 2025-12-31 2026-06-30'],
])('every %s from %s to %s', (every, since, until, expected) => {
  expect(days({ every, since, ...(until && { until }) })).toBe(expected)
})

test.each(periods)('an overview looks back on twelve ends of each %s', every => {
  for (const text of ['2026-06-30T12:00:00Z', '2024-02-29T23:59:59Z', '2026-01-01T00:00:00Z', '2027-12-31T00:00:00Z']) {
    const time = Date.parse(text)
    const ends = periodEnds(lastPeriods(every, time), time)
    expect('problem' in ends ? ends.problem : ends.length).toBe(12)
  }
})

test.each<[SpanOptions, string]>([
  [{}, 'now'],
  [{ since: '2026' }, '--since needs --every, such as --every month, to count at the end of each period.'],
  [{ every: 'month' }, '--every needs --since, such as --since 2026-01.'],
  [
    { every: 'month', since: '2026-02-30' },
    '--since 2026-02-30 is no day, month or year; write it as 2026-01-31, 2026-01 or 2026.',
  ],
  [
    { every: 'month', since: '2026', until: 'May' },
    '--until May is no day, month or year; write it as 2026-01-31, 2026-01 or 2026.',
  ],
  [{ every: 'month', since: '2027' }, 'There is no day from 2027-01-01 to 2026-06-30; write an earlier --since.'],
  [
    { every: 'day', since: '2026-02', until: '2025' },
    'There is no day from 2026-02-01 to 2025-12-31; write an earlier --since or a later --until.',
  ],
  [{ every: 'day', since: '1990' }, '--every day --since 1990 gives more than 4000 rows; ask for fewer.'],
])('%j', (options, expected) => {
  expect(days(options)).toBe(expected)
})

test('a day ends with its last millisecond in UTC, and the last one with the run', () => {
  const ends = periodEnds({ every: 'day', since: '2026-06-29' }, now)
  expect(ends).toEqual([
    { day: '2026-06-29', time: Date.parse('2026-06-29T23:59:59.999Z') },
    { day: '2026-06-30', time: now },
  ])
})
