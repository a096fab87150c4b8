import { exactNumber } from '../../domains/value-types/int.ts'
import { finite, type Value, wholeValue } from '../run/values.ts'
import type { ExpressionFunction } from './function.ts'

const twoNumbers: ExpressionFunction['parameters'] = [
  { name: 'one', type: 'number' },
  { name: 'other', type: 'number' },
]

/** The functions of numbers, and conversions. */
export const numberFunctions: readonly ExpressionFunction[] = [
  {
    name: 'abs',
    parameters: [{ name: 'number', type: 'number' }],
    result: 'number',
    description: 'The number without its sign.',
    example: 'abs(-3) == 3',
    evaluate: number => {
      if (typeof number !== 'bigint') return Math.abs(number as number)
      return number < 0n ? -number : number
    },
  },
  {
    name: 'min',
    parameters: twoNumbers,
    result: 'number',
    description: 'The smaller one of two numbers.',
    example: 'min(2, 3) == 2',
    evaluate: (one, other) => (other < one ? other : one),
  },
  {
    name: 'max',
    parameters: twoNumbers,
    result: 'number',
    description: 'The greater one of two numbers.',
    example: 'max(2, 3) == 3',
    evaluate: (one, other) => (other > one ? other : one),
  },
  {
    name: 'round',
    parameters: [{ name: 'number', type: 'number' }],
    result: 'int',
    description: 'The nearest whole number; a half is rounded away from zero.',
    example: 'round(2.5) == 3 && round(-2.5) == -3',
    evaluate: number =>
      typeof number === 'bigint' ? number : exact(Math.sign(number as number) * Math.round(Math.abs(number as number))),
  },
  {
    name: 'int',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'int',
    description: 'A text or a number as a whole number; a fraction is cut off.',
    example: 'int("42") == 42 && int(3.9) == 3',
    evaluate: value => {
      if (typeof value === 'bigint') return value
      if (typeof value !== 'string') return exact(Math.trunc(numberOfValue(value)))
      return /^[+-]?\d+$/.test(value) ? wholeValue(BigInt(value)) : undefined
    },
  },
  {
    name: 'double',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'float',
    description: 'A text or a number as a number that can have a fraction.',
    example: 'double("2.5") == 2.5',
    evaluate: value => {
      if (typeof value === 'bigint') return value
      if (typeof value !== 'string') return finite(numberOfValue(value))
      if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value)) return undefined
      const number = exactNumber(value)
      return typeof number === 'bigint' ? number : finite(number)
    },
  },
  {
    name: 'string',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'string',
    description: 'A value as text. A timestamp is written in UTC, and a duration as in `90d`.',
    example: 'string(42) == "42"',
  },
]

const numberOfValue = (value: Value): number =>
  typeof value === 'object' || typeof value === 'boolean' ? NaN : Number(value)
/** A number without a fraction as a whole number, up to the limit that other implementations of the language have. */
const exact = (number: number): number | bigint | undefined => {
  if (Number.isSafeInteger(number)) return number + 0
  return Math.abs(number) < 2 ** 63 ? BigInt(number) : undefined
}
