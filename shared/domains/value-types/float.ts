import { localize } from '../localize.ts'
import { show } from '../message-text.ts'
import type { ValueType } from './value-type.ts'

export const float: ValueType = {
  description: 'A number with or without a fraction and an exponent: `4.5`, `-3`, `1.2e6`.',
  otherNames: ['number', 'double', 'decimal', 'real'],
  isNumber: true,
  accepts: isFloat,
  explain: text =>
    decimal.test(text)
      ? localize('is {value}, too large to hold; it must be a finite number', { value: show(text) })
      : localize('is {value}, not a number; {advice}', {
          value: show(text),
          advice:
            separatorAdvice(text) ??
            unitAdvice(text) ??
            localize('write digits, such as {example}', { example: '4.5' }),
        }),
  repair: text =>
    withDecimalPoint(text)
      .replace(/^([+-]?)(?=\.\d+$)/, '$10')
      .replace(/\.$/, ''),
  sortKey: floatOf,
  readLimit: text => (isFloat(text) ? { first: Number(text), last: Number(text), keyOf: floatOf } : undefined),
}

/** A number with its decimal comma as a point. The comma in `1,234` may be one between thousands, so it stays. */
export const withDecimalPoint = (text: string): string =>
  /^[+-]?(?:0,\d+|\d+,(?!\d{3}$)\d+)$/.test(text) ? text.replace(',', '.') : text

/** Advice for a number that is followed by a unit; undefined for any other text. */
export const unitAdvice = (text: string): string | undefined =>
  /^[+-]?\d[\d.,]*[^\d.,]\D*$/.test(text) ? localize('write the number alone, without a unit') : undefined

const decimal = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/

function isFloat(text: string): boolean {
  return decimal.test(text) && Number.isFinite(Number(text))
}

function floatOf(text: string): number {
  return isFloat(text) ? Number(text) : NaN
}

const separatorAdvice = (text: string): string | undefined =>
  /^[+-]?\d[\d,. ']*\d$/.test(text)
    ? localize('write a point for the decimal sign and nothing between thousands')
    : undefined
