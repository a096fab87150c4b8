import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-values.ts'
import {
  compareDecimals,
  type Decimal,
  decimalDifference,
  decimalProduct,
  decimalQuotient,
  decimalSum,
  exactDecimal,
  textOfDecimal,
} from './decimals.ts'

const decimal = (text: number | bigint | string): Decimal => exactDecimal(text) ?? expect.unreachable()

test.each([
  ['1.50', '1.5'],
  ['-0.05', '-0.05'],
  ['007', '7'],
  ['+2', '2'],
  ['1e3', '1000'],
  ['1.25e-3', '0.00125'],
  ['-0', '0'],
])('%s is %s', (text, expected) => expect(textOfDecimal(decimal(text))).toBe(expected))

test.each(['', '1.', '.5', '1,5', 'NaN', 'Infinity', '1e9999', '0x1'])('%s is no decimal', text =>
  expect(exactDecimal(text)).toBeUndefined(),
)

test('sums, differences and products are exact', () => {
  expect(textOfDecimal(decimalSum(decimal(0.1), decimal(0.2)))).toBe('0.3')
  expect(textOfDecimal(decimalDifference(decimal('1000000.1'), decimal(1_000_000)))).toBe('0.1')
  expect(textOfDecimal(decimalProduct(decimal('1.1'), decimal('1.1')))).toBe('1.21')
  expect(textOfDecimal(decimalSum(decimal('9007199254740993'), decimal('0.01')))).toBe('9007199254740993.01')
})

test.each([
  ['1', 3, '0.33333333333333333'],
  ['2', 3, '0.66666666666666667'],
  ['-2', 3, '-0.66666666666666667'],
  ['7', 2, '3.5'],
  ['18014398509481987', 2, '9007199254740993.5'],
  ['100', 4, '25'],
  ['0', 7, '0'],
  ['123456789012345678901234567890', 7, '17636684144620811271604938270'],
])('%s / %s is %s', (text, count, expected) =>
  expect(textOfDecimal(decimalQuotient(decimal(text), count))).toBe(expected),
)

test('texts, orders and sums of cents are those of whole numbers', () => {
  const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })
  const text = (number: number): string =>
    `${number < 0 ? '-' : ''}${Math.trunc(Math.abs(number) / 100)}.${String(Math.abs(number) % 100).padStart(2, '0')}`
  fc.assert(
    fc.property(cents, cents, (one, other) => {
      const [left, right] = [decimal(text(one)), decimal(text(other))]
      expect(Number(textOfDecimal(left))).toBe(one / 100)
      expect(Math.sign(compareDecimals(left, right))).toBe(Math.sign(one - other))
      expect(decimalSum(left, right).digits).toBe(BigInt(one + other))
    }),
    { numRuns: runs(1000) },
  )
})
