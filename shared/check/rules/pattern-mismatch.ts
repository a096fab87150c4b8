import { show } from '../../domains/values.ts'
import { valueRule } from '../rule.ts'

/** A value that does not match its field's pattern as a whole. */
export const patternMismatch = valueRule('pattern-mismatch', 'error', ({ value, field, label, report }) => {
  if (field.matches(value)) return
  const example = field.example === undefined ? '' : `, such as ${field.example}`
  report(`${label} is ${show(value)}; it must match the pattern ${field.pattern}${example}.`)
})
