import { shorten } from '../../domains/message-text.ts'
import type { Rule } from '../rule.ts'

export const outOfRange: Rule = {
  code: 'out-of-range',
  severity: 'error',
  summary: 'A number is outside the range of its field; both ends of the range are allowed.',
  value: ({ value, field, label, report }) => {
    if (!field.range) return
    const [least, greatest] = field.range
    const number = Number(value)
    // A value that is no number, in a field whose descriptor gives a range to text, compares false both ways.
    if (!(number < least) && !(number > greatest)) return
    // A score is often declared with its range as the unit: `0-10`.
    const unit = field.unit === undefined || field.unit === `${least}-${greatest}` ? '' : ` ${field.unit}`
    report(`${label} is ${shorten(value)}${unit}; it must be from ${least} to ${greatest}${unit}.`)
  },
}
