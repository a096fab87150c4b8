/** Arithmetic with decimal numbers as they are written, without the noise of binary fractions. */

/** A decimal number: whole digits, and how many of them are behind the point. */
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

export const zero: Decimal = { digits: 0n, scale: 0 }

/**
 * The decimal of a number, or of its text, such as `-1.5e3`; undefined for any other text, for no finite number, and
 * for an exponent beyond those of the numbers of JavaScript.
 */
export function exactDecimal(number: number | bigint | string): Decimal | undefined {
  if (typeof number === 'bigint') return { digits: number, scale: 0 }
  const [, whole, fraction = '', exponent = '0'] =
    /^([+-]?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(String(number)) ?? []
  if (whole === undefined || Math.abs(Number(exponent)) > greatestExponent) return undefined
  const scale = fraction.length - Number(exponent)
  const digits = BigInt(whole.replace('+', '') + fraction)
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale }
}

/** A short text with a larger exponent would have so many digits that they do not fit into memory. */
const greatestExponent = 400

/** The exact sum of two decimals. */
export function decimalSum(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale)
  return { digits: digitsAt(one, scale) + digitsAt(other, scale), scale }
}

/** The exact difference of two decimals. */
export const decimalDifference = (one: Decimal, other: Decimal): Decimal =>
  decimalSum(one, { digits: -other.digits, scale: other.scale })

/** The exact product of two decimals. */
export const decimalProduct = (one: Decimal, other: Decimal): Decimal => ({
  digits: one.digits * other.digits,
  scale: one.scale + other.scale,
})

/** The order of two decimals: negative, 0 or positive. */
export function compareDecimals(one: Decimal, other: Decimal): number {
  const { digits } = decimalDifference(one, other)
  return digits < 0n ? -1 : Number(digits > 0n)
}

/** A decimal divided by a whole number above 0, exactly if it has at most 17 digits then, else rounded to as many. */
export function decimalQuotient({ digits, scale }: Decimal, count: number): Decimal {
  const divisor = BigInt(count)
  const all = digits < 0n ? -digits : digits
  // So many digits more that the result has more than 17.
  const more = Math.max(0, 18 + String(divisor).length - String(all).length)
  const many = all * 10n ** BigInt(more)
  const whole = many / divisor
  const excess = Math.max(0, Math.min(String(whole).length - 17, scale + more))
  const unit = 10n ** BigInt(excess)
  const isExact = many % divisor === 0n && whole % unit === 0n
  const rounded = isExact ? whole / unit : (whole + unit / 2n) / unit
  return { digits: digits < 0n ? -rounded : rounded, scale: scale + more - excess }
}

/** The text of a decimal, without zeros at the end of its fraction. */
export function textOfDecimal({ digits, scale }: Decimal): string {
  const all = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  const whole = all.slice(0, all.length - scale)
  const fraction = all.slice(all.length - scale).replace(/0+$/, '')
  return `${digits < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

const digitsAt = ({ digits, scale }: Decimal, wanted: number): bigint => digits * 10n ** BigInt(wanted - scale)
