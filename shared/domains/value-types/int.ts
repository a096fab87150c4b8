import { localize } from '../localize.ts'
import { show } from '../message-text.ts'
import { float, unitAdvice, withDecimalPoint } from './float.ts'
import type { ValueType } from './value-type.ts'

export const int: ValueType = {
  description: 'A whole number, with or without a sign: `5`, `-3`.',
  otherNames: ['integer', 'long'],
  isNumber: true,
  accepts: text => /^[+-]?\d+$/.test(text),
  explain: text =>
    float.accepts(text)
      ? localize('is {value}, a number with a fraction or an exponent; it must be a whole number, such as {example}', {
          value: show(text),
          example: wholeNumberNear(text),
        })
      : localize('is {value}, not a whole number; {advice}', {
          value: show(text),
          advice: unitAdvice(text) ?? localize('write digits only, such as {example}', { example: '5' }),
        }),
  repair: text => withDecimalPoint(text).replace(/\.0+$/, ''),
  // A fraction is not allowed in the record, but a filter or a sorted column can have one.
  sortKey: float.sortKey!,
  readLimit: text =>
    float.accepts(text) ? { first: wholeSortKey(text), last: wholeSortKey(text), keyOf: wholeSortKey } : undefined,
}

/** The number that a text of digits says: a bigint only where a number does not hold it exactly. */
export function exactWhole(text: string): number | bigint {
  const number = Number(text)
  // BigInt reads no plus sign.
  return Number.isSafeInteger(number) ? number : BigInt(text.replace(/^\+/, ''))
}

/** The number that a text of the type `float` says. A whole number keeps all its digits, as in `exactWhole`. */
export function exactNumber(text: string): number | bigint {
  const [, digits] = /^([+-]?\d+)(?:\.0+)?$/.exec(text) ?? []
  return digits === undefined ? Number(text) : exactWhole(digits)
}

const wholeSortKey = (text: string): number | bigint => (int.accepts(text) ? exactWhole(text) : float.sortKey!(text))

function wholeNumberNear(text: string): string {
  const rounded = Math.round(Number(text))
  return Number.isSafeInteger(rounded) ? String(rounded) : '5'
}
