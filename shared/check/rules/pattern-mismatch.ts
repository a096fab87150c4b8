import { withAdvice } from '../../domains/field-text.ts'
import { placedItems } from '../../domains/list-items.ts'
import { localize } from '../../domains/localize.ts'
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
          report(
            withAdvice(
              localize('{field} has the item {value}; {demand}.', {
                field: label,
                value: show(item),
                demand: demandOf(field.pattern, field),
              }),
              field,
            ),
            { at },
          )
    } else if (!field.matches(value))
      report(
        withAdvice(
          localize('{field} is {value}; {demand}.', {
            field: label,
            value: show(value),
            demand: demandOf(field.pattern, field),
          }),
          field,
        ),
      )
  },
}

function demandOf(pattern: string, { example }: FieldDefinition): string {
  const places = { pattern: cutTo(200, pattern), example: cutTo(200, example ?? '') }
  return example === undefined
    ? localize('it must match the pattern {pattern}', places)
    : localize('it must match the pattern {pattern}, such as {example}', places)
}
