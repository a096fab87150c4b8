import { isCurrencyCode } from '../../domains/formats/currencies.ts'
import { localize } from '../../domains/localize.ts'

/**
 * How all numbers of a column are dressed: with a sign of a currency or of percent, or negative ones in parentheses.
 */
export interface NumberDress {
  /** How a number that is dressed is read, in parts of a sentence: `without €`. */
  readonly how: readonly string[]
  /** The sign of a currency or of percent that all have; empty if there is none. */
  readonly unit: string
}

/** Finds out how all numbers of a column are dressed: `50 %`, `1.234,50 €`, `USD 5`, `($1,234.50)`, `1,234.50-`. */
export class DressOfNumbers {
  private unitOfAll: string | undefined
  private hasNegative = false
  private isMixed = false

  /** Takes the next value of the column, which is not empty. */
  take(text: string): void {
    if (this.isMixed || (this.unitOfAll === '' && /^\d+$/.test(text))) return
    const parts = partsOfNumber(text)
    if (!parts || parts.unit !== (this.unitOfAll ?? parts.unit)) {
      this.isMixed = true
      return
    }
    this.unitOfAll = parts.unit
    this.hasNegative ||= parts.isEnclosed
  }

  /** The sign of a currency or of percent that all have so far; undefined if they are not dressed in the same way. */
  get unit(): string | undefined {
    return this.isMixed ? undefined : this.unitOfAll
  }

  /** How the values are dressed; undefined if they are plain, or not dressed in the same way. */
  get dress(): NumberDress | undefined {
    const { unit, hasNegative } = this
    if (unit === undefined || (unit === '' && !hasNegative)) return undefined
    const without = unit === '%' ? localize('without the percent sign') : localize('without {unit}', { unit })
    return {
      how: [
        ...(unit === '' ? [] : [without]),
        ...(hasNegative ? [localize('where parentheses or a minus behind mean a negative number')] : []),
      ],
      unit,
    }
  }
}

/**
 * How all numbers of a column are dressed.
 *
 * @param texts the values of the column without the empty ones
 * @returns undefined if they are plain, or not dressed in the same way
 */
export function dressOf(texts: readonly string[]): NumberDress | undefined {
  const found = new DressOfNumbers()
  for (const text of texts) found.take(text)
  return found.dress
}

/** Makes a function that reads a number that is dressed with a sign: the number alone, undefined for any other text. */
export const withoutDress =
  (unit: string) =>
  (text: string): string | undefined => {
    const parts = partsOfNumber(text)
    return parts && parts.unit === unit ? `${parts.sign}${parts.digits}` : undefined
  }

interface NumberParts {
  readonly sign: string
  readonly digits: string
  /** The sign of a currency or of percent; empty if there is none. */
  readonly unit: string
  /** Whether parentheses, or a minus behind, say that the number is negative. */
  readonly isEnclosed: boolean
}

/** A sign or code of a currency, maybe with letters before it: `€`, `US$`, `CHF`. */
const unitForm = '[A-Z]{0,2}\\p{Sc}|[A-Z]{3}|%'
const dressed = new RegExp(
  `^(\\()?([+\\-\u2212]?)\\s*(${unitForm})?\\s*([+\\-\u2212]?)(?=[\\d.,])([\\d.,'’ \\u00a0\\u202f]*\\d)\\s*(${unitForm})?\\s*(-|\u2212|\\))?$`,
  'u',
)

function partsOfNumber(text: string): NumberParts | undefined {
  const match = dressed.exec(text)
  if (!match) return undefined
  const [, open, before = '', left, inner = '', digits = '', right, close] = match
  const unit = left ?? right ?? ''
  const signs = [before, inner, ...(close === undefined ? [] : ['-'])].filter(sign => sign !== '')
  const isOneUnit = left === undefined || right === undefined
  const isClosed = (open === undefined) === (close !== ')')
  if (!isOneUnit || !isClosed || signs.length > 1 || (unit.length === 3 && /^[A-Z]/.test(unit) && !isCurrency(unit)))
    return undefined
  return { sign: signs[0] ?? '', digits, unit, isEnclosed: close !== undefined }
}

const isCurrency = (unit: string): boolean => /\p{Sc}/u.test(unit) || isCurrencyCode(unit)

/** The sign of a number: a plus, a minus, or the minus of typography. */
const sign = '([+\\-\u2212]?)'
const exponent = '([eE][+-]?\\d+)?'
const decimalComma = new RegExp(
  `^${sign}(\\d+|\\d{1,3}(?:([.'’ \\u00a0\\u202f])\\d{3})(?:\\3\\d{3})*|(?=,))(?:,(\\d+))?${exponent}$`,
)
const decimalPoint = new RegExp(
  `^${sign}(\\d+|\\d{1,3}(?:([,'’ \\u00a0\\u202f])\\d{3})(?:\\3\\d{3})*|\\d{1,2}(?:,\\d{2})+,\\d{3}|(?=\\.))(?:\\.(\\d+))?${exponent}$`,
)

/**
 * Reads a number of a spreadsheet with a decimal comma, and maybe points, blanks or apostrophes between thousands:
 * `1.234,50`, `1 234`, `,5`.
 */
export const readDecimalComma = (text: string): string | undefined => readNumber(decimalComma, text)

/**
 * Reads a number with a decimal point, and maybe commas, blanks or apostrophes between thousands, or commas as in
 * India: `1,234.50`, `12,34,567`, `.5`.
 */
export const readDecimalPoint = (text: string): string | undefined => readNumber(decimalPoint, text)

function readNumber(form: RegExp, text: string): string | undefined {
  const match = form.exec(text)
  if (!match) return undefined
  const [, sign = '', whole = '', , fraction, exponent = ''] = match
  const digits = whole.replace(/\D/g, '') || '0'
  return `${sign.replace('\u2212', '-')}${digits}${fraction === undefined ? '' : `.${fraction}`}${exponent}`
}
