import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdsAllDigits, withoutBinaryError } from './digits.ts'
import { timestampOf, type Value } from './values.ts'

test.each<[text: string, holds: boolean]>([
  ['4.50', true],
  ['+007', true],
  ['-0.00', true],
  ['1e3', true],
  ['0.30000000000000004', true],
  ['9007199254740992', true],
  ['9007199254740993', false],
  ['0.1234567890123456789', false],
  ['2026-06-30', true],
  ['2026-06-30T10:00:00.123Z', true],
  ['2026-06-30T10:00:00.123000+02:00', true],
  ['2026-06-30T10:00:00.1230001', false],
])('%s: %s', (text, holds) => {
  const value: Value = timestampOf(text) ?? Number(text)
  expect(holdsAllDigits(value, text)).toBe(holds)
})

test('results of decimal numbers have no binary error', () => {
  const whole = fc.integer({ min: -1_000_000, max: 1_000_000 })
  fc.assert(
    fc.property(whole, whole, (one, other) => {
      expect(withoutBinaryError((one / 100) * other) === Number(`${one * other}e-2`)).toBe(true)
      expect(withoutBinaryError(one / 100 + other / 1000) === Number(`${one * 10 + other}e-3`)).toBe(true)
    }),
  )
})
