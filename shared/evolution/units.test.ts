import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-values.ts'
import { unitConversion } from './units.ts'

test.each([
  ['h', 'min', '1.5', '90'],
  ['min', 'h', '90', '1.5'],
  ['hours', 'days', '6', '0.25'],
  ['seconds', 'ms', '-0.0015', '-1.5'],
  ['mi', 'km', '100', '160.9344'],
  ['lb', 'kg', '1', '0.45359237'],
  ['%', '0-1', '5', '0.05'],
  ['bytes', 'KiB', '512', '0.5'],
  ['degrees Celsius', 'K', '36.6', '309.75'],
  ['°F', '°C', '212', '100'],
  ['km/h', 'm/s', '36', '10'],
  ['g', 'kg', '1e3', '1'],
  ['m', 'mm', '0', '0'],
])('%s to %s: %s is %s', (from, to, before, after) => expect(unitConversion(from, to)?.(before)).toBe(after))

test.each([
  ['h', 'km'],
  ['EUR', 'USD'],
  ['days', 'months'],
  ['MB', 'mb'],
  ['constructor', 'h'],
])('%s to %s is not known', (from, to) => expect(unitConversion(from, to)).toBeUndefined())

test('what has no end in decimals is no result, and neither is what is no number', () => {
  expect(unitConversion('min', 'h')!('10')).toBeUndefined()
  expect(unitConversion('km', 'mi')!('1')).toBeUndefined()
  for (const text of ['', 'many', '1,5', '0x10', '1e9999', 'Infinity'])
    expect(unitConversion('h', 'min')!(text)).toBeUndefined()
})

test('there and back is the number before', () =>
  fc.assert(
    fc.property(
      fc.constantFrom(['h', 'min'], ['kg', 'mg'], ['in', 'mm'], ['%', '0-1'], ['°C', 'K'], ['GiB', 'bytes']),
      fc.bigInt(),
      fc.nat(12),
      ([large, small], digits, decimals) => {
        const number = `${digits}`.replace(new RegExp(`(?<=\\d)(?=\\d{${decimals}}$)`), decimals > 0 ? '.' : '')
        const there = unitConversion(large!, small!)!(number)!
        const back = unitConversion(small!, large!)!(there)!
        expect([back, Number(back)]).toEqual([expect.stringMatching(/^-?\d+(\.\d*[1-9])?$/), Number(number)])
      },
    ),
    { numRuns: runs(2000) },
  ))
