import { valueRule } from '../rule.ts'

/** A number outside the descriptor's range; both ends are allowed. */
export const outOfRange = valueRule('out-of-range', 'error', ({ value, field, label, report }) => {
  if (!field.range) return
  const [least, greatest] = field.range
  const number = Number(value)
  // A value that is no number, in a field whose descriptor gives a range to text, compares false both ways.
  if (!(number < least) && !(number > greatest)) return
  const unit = field.unit ? ` ${field.unit}` : ''
  report(`${label} is ${value}${unit}; it must be ${least} to ${greatest}${unit}.`)
})
