import { expect, test } from 'vitest'
import { isLoincCode, isLuhn } from './check-digits.ts'

test.each(['79927398713', '4539578763621486', '18', '00', '0'.repeat(100)])('%s ends with its check digit', digits => {
  expect(isLuhn(digits)).toBe(true)
})

test.each(['79927398714', '97927398713', '81', '0', '', '0'.repeat(101), '7992 7398 713', 'x18', '18x', '-18'])(
  '"%s" does not end with its check digit',
  digits => {
    expect(isLuhn(digits)).toBe(false)
  },
)

test.each(['2345-7', '1-8', '1234567-4', '10154-3'])('%s is a code of LOINC', code => {
  expect(isLoincCode(code)).toBe(true)
})

test.each(['2345-8', '23457', '-0', '00000000-0', '2345-75', 'x2345-7', '2345-7x', '2345-', '23 45-7'])(
  '"%s" is no code of LOINC',
  code => {
    expect(isLoincCode(code)).toBe(false)
  },
)
