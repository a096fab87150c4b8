import {
  type Decimal,
  decimalDifference,
  decimalProduct,
  decimalSum,
  exactDecimal,
  textOfDecimal,
} from '../../basics/decimals.ts'
import { isNumber, type Type } from '../check/types.ts'
import type { BinaryNode } from '../read/nodes.ts'
import type { Frame } from './frame.ts'
import {
  compareTimestamps,
  durationBetween,
  finite,
  isEqual,
  moved,
  type Timestamp,
  type Value,
  wholeValue,
} from './values.ts'

/** What binary operators calculate. */

/** Calculates a value from both sides; undefined if it has none, or takes too many steps. */
type Operation = (one: Value, other: Value, frame: Frame) => Value | undefined

/** What a binary operator does with two values that are there. */
export function operation({ operator }: BinaryNode, left: Type, right: Type): Operation {
  switch (operator) {
    case '==':
      return isEqual
    case '!=':
      return (one, other) => !isEqual(one, other)
    case '<':
    case '<=':
    case '>':
    case '>=':
      return left.kind === 'ts' ? ordered(operator, compareAsTimestamps) : orderedPlainly(operator)
    case 'in':
      return (one, other, frame) => {
        const list = other as readonly Value[]
        if (!frame.take(list.length)) return undefined
        if (typeof one === 'string') return list.includes(one)
        for (const item of list) if (isEqual(item, one)) return true
        return false
      }
    default:
      return arithmeticOperation(operator, left, right)
  }
}

type OrderOperator = '<' | '<=' | '>' | '>='

const compareAsTimestamps = (one: Value, other: Value): number =>
  compareTimestamps(one as Timestamp, other as Timestamp)

function ordered(operator: OrderOperator, compare: (one: Value, other: Value) => number): Operation {
  if (operator === '<') return (one, other) => compare(one, other) < 0
  if (operator === '<=') return (one, other) => compare(one, other) <= 0
  if (operator === '>') return (one, other) => compare(one, other) > 0
  return (one, other) => compare(one, other) >= 0
}

/** Compares two numbers, or two texts by their UTF-16 code units. */
function orderedPlainly(operator: OrderOperator): Operation {
  if (operator === '<') return (one, other) => one < other
  if (operator === '<=') return (one, other) => one <= other
  if (operator === '>') return (one, other) => one > other
  return (one, other) => one >= other
}

function arithmeticOperation(operator: string, left: Type, right: Type): Operation {
  if (left.kind === 'ts' && right.kind === 'ts')
    return (one, other) => durationBetween(other as Timestamp, one as Timestamp)
  if (left.kind === 'ts') {
    const sign = operator === '-' ? -1 : 1
    return (one, other) => moved(one as Timestamp, sign * (other as number))
  }
  if (right.kind === 'ts') return (one, other) => moved(other as Timestamp, one as number)
  if (operator === '+' && left.kind === 'list')
    return (one, other, frame) => {
      const sum = (one as readonly Value[]).length + (other as readonly Value[]).length
      if (sum > longestList || !frame.take(sum)) return undefined
      return [...(one as readonly Value[]), ...(other as readonly Value[])]
    }
  if (operator === '+' && !isNumber(left) && left.kind !== 'duration')
    return (one, other, frame) => {
      const sum = (one as string).length + (other as string).length
      return sum > longestSum || !frame.take(1 + (sum >> 4)) ? undefined : (one as string) + (other as string)
    }
  const isInt = left.kind === 'int' && right.kind === 'int'
  const calculate = numeric(operator, isInt)
  if (!isInt)
    return (one, other) =>
      exactSumOrProduct(operator, one, other) ??
      decimalResult(operator, one, other) ??
      finite(calculate(Number(one), Number(other)))
  return (one, other) => {
    if (typeof one !== 'bigint' && typeof other !== 'bigint') {
      const result = calculate(one as number, other as number)
      if (Number.isSafeInteger(result)) return result
    }
    return exactly(operator, one as number | bigint, other as number | bigint)
  }
}

/** What an operator calculates of two whole numbers; undefined for a division by zero. */
function exactly(operator: string, left: number | bigint, right: number | bigint): Value | undefined {
  const one = BigInt(left)
  const other = BigInt(right)
  if (operator === '+') return wholeValue(one + other)
  if (operator === '-') return wholeValue(one - other)
  if (operator === '*') return wholeValue(one * other)
  if (other === 0n) return undefined
  return wholeValue(operator === '/' ? one / other : one % other)
}

/**
 * The exact result of an operator for two whole numbers, if at least one of them is a bigint. Undefined for other
 * values, and for a quotient, which can have a fraction.
 */
function exactSumOrProduct(operator: string, one: Value, other: Value): Value | undefined {
  if (typeof one !== 'bigint' && typeof other !== 'bigint') return undefined
  return isWholeValue(one) && isWholeValue(other) && '+-*'.includes(operator)
    ? exactly(operator, one, other)
    : undefined
}

const decimalOperations: Readonly<Record<string, (one: Decimal, other: Decimal) => Decimal>> = {
  '+': decimalSum,
  '-': decimalDifference,
  '*': decimalProduct,
}

/**
 * The number next to the exact result of two decimals, as they are written: 0.1 + 0.2 is 0.3. Undefined for whole
 * numbers, which have no noise, and for a quotient.
 */
function decimalResult(operator: string, one: Value, other: Value): Value | undefined {
  const calculate = decimalOperations[operator]
  if (!calculate || (Number.isInteger(one) && Number.isInteger(other))) return undefined
  const [left, right] = [exactDecimal(one as number), exactDecimal(other as number)]
  return left && right && finite(Number(textOfDecimal(calculate(left, right))))
}

const isWholeValue = (value: Value): value is number | bigint =>
  typeof value === 'bigint' || Number.isSafeInteger(value)

function numeric(operator: string, isInt: boolean): (one: number, other: number) => number {
  switch (operator) {
    case '+':
      return (one, other) => one + other
    case '-':
      return (one, other) => one - other
    case '*':
      return (one, other) => one * other
    case '/':
      return isInt ? (one, other) => Math.trunc(one / other) + 0 : (one, other) => one / other
    default:
      return (one, other) => (one % other) + 0
  }
}

/** The longest text that `+` makes, in UTF-16 code units, and the longest list. */
const longestSum = 1_000_000
const longestList = 100_000
