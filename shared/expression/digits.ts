import { isTimestamp, type Value } from './values.ts'

/** Whether a value holds all digits of the text that it was read from: of a number, or of a time to the millisecond. */
export function holdsAllDigits(value: Value, text: string): boolean {
  if (typeof value === 'number') return significantDigits(text) === significantDigits(String(value))
  return typeof value !== 'object' || !isTimestamp(value) || !value.isCut
}

/** Whether a result is what was calculated: a whole number that is exact, or a time in milliseconds. */
export function isExactResult(value: Value): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value)
  return typeof value !== 'object' || !isTimestamp(value) || (!value.isCut && Number.isInteger(value.time))
}

/**
 * A result of arithmetic without the small error that binary fractions cause: 1014713 for 1014712.9999999999. A result
 * that has more than 12 digits otherwise, such as 10 / 3.0, stays as it is.
 */
export function withoutBinaryError(result: number): number {
  const rounded = Number(result.toPrecision(15))
  return significantDigits(String(rounded)).length > 12 ? result : rounded
}

/** The digits of a decimal number from the first to the last one that is not 0, without its point and exponent. */
const significantDigits = (number: string): string =>
  number
    .replace(/e.*/i, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '')
