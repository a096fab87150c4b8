import fc from 'fast-check'
import { expect, test } from 'vitest'
import { continued } from './series.ts'

const after = (known: string, count = 3): string => continued(known.split(' '), count)?.join(' ') ?? 'no series'

test('numbers', () => {
  expect(after('7')).toBe('8 9 10')
  expect(after('10 20')).toBe('30 40 50')
  expect(after('5 3')).toBe('1 -1 -3')
  expect(after('0.5 0.75')).toBe('1.00 1.25 1.50')
  expect(after('-0.5')).toBe('0.5 1.5 2.5')
  expect(after('9007199254740993')).toBe('9007199254740994 9007199254740995 9007199254740996')
  expect(after('007')).toBe('008 009 010')
  expect(after('+1')).toBe('+2 +3 +4')
})

test('ids, with their width', () => {
  expect(after('CTL-0007')).toBe('CTL-0008 CTL-0009 CTL-0010')
  expect(after('CTL-0010 CTL-0020')).toBe('CTL-0030 CTL-0040 CTL-0050')
  expect(after('A1B9')).toBe('A1B10 A1B11 A1B12')
})

test('dates by days, and by months if they are on one day of the month', () => {
  expect(after('2026-02-27')).toBe('2026-02-28 2026-03-01 2026-03-02')
  expect(after('2026-01-01 2026-01-08')).toBe('2026-01-15 2026-01-22 2026-01-29')
  expect(after('2026-11-15 2026-12-15')).toBe('2027-01-15 2027-02-15 2027-03-15')
  expect(after('2024-06-30 2025-06-30')).toBe('2026-06-30 2027-06-30 2028-06-30')
})

test('times, as they are written', () => {
  expect(after('2026-01-01T08:00Z')).toBe('2026-01-02T08:00Z 2026-01-03T08:00Z 2026-01-04T08:00Z')
  expect(after('2026-01-01T23:00:00+02:00 2026-01-01T23:30:00+02:00', 1)).toBe('2026-01-02T00:00:00+02:00')
})

test('what is no series', () => {
  expect(after('high')).toBe('no series')
  expect(after('1 2 4')).toBe('no series')
  expect(after('A-1 B-2')).toBe('no series')
  // September has no day 31, and numbers in texts are not negative.
  expect(after('2026-01-31 2026-03-31')).toBe('no series')
  expect(after('A-1 A-0')).toBe('no series')
})

test('whole numbers go on with the step between the first two', () => {
  const whole = fc.bigInt(-(10n ** 20n), 10n ** 20n)
  fc.assert(
    fc.property(whole, whole, fc.integer({ min: 1, max: 20 }), (start, step, count) => {
      const expected = Array.from({ length: count }, (_, index) => String(start + step * BigInt(index + 2)))
      expect(continued([String(start), String(start + step)], count)).toEqual(expected)
    }),
  )
})
