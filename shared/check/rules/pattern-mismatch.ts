import { withAdvice } from '../../domains/field-text.ts'
import { placedItems } from '../../domains/list-items.ts'
import { cutTo, show } from '../../domains/message-text.ts'
import type { FieldDefinition } from '../../domains/registry.ts'
import { never, type Rule } from '../rule.ts'

export const patternMismatch: Rule = {
  code: 'pattern-mismatch',
  severity: 'error',
  summary: 'A value does not match the pattern of its field as a whole.',
  mayObjectToField: never,
  value: ({ record, written, value, field, label, report }) => {
    if (field.pattern === undefined) return
    if (field.list) {
      for (const { item, at } of placedItems(record, written))
        if (!field.matches(item))
          report(withAdvice(`${label} has the item ${show(item)}; ${demandOf(field.pattern, field)}.`, field), { at })
    } else if (!field.matches(value))
      report(withAdvice(`${label} is ${show(value)}; ${demandOf(field.pattern, field)}.`, field))
  },
}

function demandOf(pattern: string, { example }: FieldDefinition): string {
  const such = example === undefined ? '' : `, such as ${cutTo(200, example)}`
  return `it must match the pattern ${cutTo(200, pattern)}${such}`
}
