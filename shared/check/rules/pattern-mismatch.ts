import { itemsOf } from '../../domains/list-items.ts'
import { cutTo, show } from '../../domains/message-text.ts'
import type { Rule } from '../rule.ts'

export const patternMismatch: Rule = {
  code: 'pattern-mismatch',
  severity: 'error',
  summary: 'A value does not match the pattern of its field as a whole.',
  value: ({ value, field, label, report }) => {
    const wrong = (field.list ? itemsOf(value) : [value]).find(item => !field.matches(item))
    if (wrong === undefined) return
    const example = field.example === undefined ? '' : `, such as ${cutTo(200, field.example)}`
    report(
      `${label} ${field.list ? 'has the item' : 'is'} ${show(wrong)}; it must match the pattern ${cutTo(200, field.pattern!)}${example}.`,
    )
  },
}
