import { isInRange } from '../../domains/allowed-value.ts'
import { withAdvice } from '../../domains/field-text.ts'
import { localize } from '../../domains/localize.ts'
import { shorten } from '../../domains/message-text.ts'
import { never, type Rule } from '../rule.ts'

export const outOfRange: Rule = {
  code: 'out-of-range',
  severity: 'error',
  summary: 'A number is outside the range of its field; both ends of the range are allowed.',
  mayObjectToField: never,
  value: ({ value, field, label, report }) => {
    if (!field.range) return
    const [least, greatest] = field.range
    // If a descriptor gives a range to text, the number is NaN, and no problem.
    if (isInRange(Number(value), field)) return
    // Descriptors often repeat the range of a score as its unit: `0-10`.
    const unit = field.unit === undefined || field.unit === `${least}-${greatest}` ? '' : ` ${field.unit}`
    const places = { field: label, value: `${shorten(value)}${unit}`, least, greatest: `${greatest}${unit}` }
    report(withAdvice(localize('{field} is {value}; it must be from {least} to {greatest}.', places), field))
  },
}
