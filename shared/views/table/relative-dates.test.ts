import { expect, test } from 'vitest'
import { wantedCells } from '../../../test/tables.ts'
import { limitOfWords } from './relative-dates.ts'

/** A Wednesday. */
const now = new Date(2026, 6, 1, 13, 30)

/** The first and the last day that words mean. */
function days(words: string): readonly (string | number)[] | undefined {
  const limit = limitOfWords(words, now)
  return (
    limit &&
    [limit.first, limit.last].map(time =>
      Number.isFinite(time) ? new Date(Number(time)).toISOString().slice(0, 10) : Number(time),
    )
  )
}

test.each([
  ['today', '2026-07-01', '2026-07-01'],
  ['Yesterday', '2026-06-30', '2026-06-30'],
  ['tomorrow', '2026-07-02', '2026-07-02'],
  ['this week', '2026-06-29', '2026-07-05'],
  ['last week', '2026-06-22', '2026-06-28'],
  ['next month', '2026-08-01', '2026-08-31'],
  ['this year', '2026-01-01', '2026-12-31'],
  ['last 30 days', '2026-06-01', '2026-07-01'],
  ['next 1 day', '2026-07-01', '2026-07-02'],
])('%s', (words, first, last) => expect(days(words)).toEqual([first, last]))

test('overdue is before today', () => expect(days('overdue')).toEqual([-Infinity, '2026-06-30']))

test('other words mean no days', () => {
  for (const words of ['', 'day', 'this decade', 'next days', 'last 99999 days']) expect(days(words)).toBeUndefined()
})

test('a column of dates is filtered by words, with and without a sign', () => {
  const day = (by: number): string => {
    const date = new Date()
    return new Date(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate() + by)).toISOString().slice(0, 10)
  }
  const text = [-40, -1, 0, 5].map(by => `@FINDING remediation_due:ts=${day(by)}\n`).join('') + '@FINDING rid=F-1\n'
  const found = (filter: string) =>
    wantedCells(text, 'remediation_due', { filters: [{ column: 'remediation_due', text: filter }] })
  expect(found('overdue')).toEqual([day(-40), day(-1)])
  expect(found('today')).toEqual([day(0)])
  expect(found('>=today')).toEqual([day(0), day(5)])
  expect(found('!overdue')).toEqual([day(0), day(5), null])
  expect(found('last 30 days')).toEqual([day(-1), day(0)])
  expect(found('yesterday..next 7 days')).toEqual([day(-1), day(0), day(5)])
})
