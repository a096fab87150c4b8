import { expect, test } from 'vitest'
import { formLike, moment, today, withDate, withTime } from './timestamp-form.ts'

const now = new Date('2026-06-30T22:45:10.123Z')

/** What is written in an empty cell beside a timestamp: a picked date, today, now. */
function beside(other: string): string[] {
  const form = formLike([other])
  return [withDate('', '2026-07-01'), today('', now, form), moment(now, form)]
}

test('a new time is written in the form of the others, and a day is a day', () => {
  expect(beside('2026-01-02')).toEqual(['2026-07-01', '2026-06-30', '2026-06-30T22:45:10Z'])
  expect(beside('2026-01-02T10:00:00Z')).toEqual(['2026-07-01', '2026-06-30', '2026-06-30T22:45:10Z'])
  expect(beside('2026-01-02T10:00+02:00')).toEqual(['2026-07-01', '2026-07-01', '2026-07-01T00:45+02:00'])
  expect(beside('2026-01-02T10:00:00-03:30')[2]).toBe('2026-06-30T19:15:10-03:30')
  expect(beside('2026-01-02T10:00:00')[2]).toBe('2026-06-30T22:45:10')
  expect(beside('soon')).toEqual(beside(''))
  expect(beside('')).toEqual(beside('2026-01-02'))
})

test('a changed timestamp keeps its own form', () => {
  const form = formLike(['2026-01-02T10:00:00Z'])
  expect(withDate('2026-05-11T09:40:00.5+02:00', '2026-06-01')).toBe('2026-06-01T09:40:00.5+02:00')
  expect(withDate('2026-05-11', '2026-06-01')).toBe('2026-06-01')
  expect(today('2026-05-11T09:40Z', now, form)).toBe('2026-06-30T09:40Z')
  expect(withTime('2026-05-11T09:40+02:00', '11:00', form)).toBe('2026-05-11T11:00+02:00')
  expect(withTime('2026-05-11', '11:00', formLike(['2026-01-01']))).toBe('2026-05-11T11:00Z')
  expect(withTime('2026-05-11T11:00Z', '', form)).toBe('2026-05-11')
  expect(withTime('', '11:00', form)).toBe('')
})
