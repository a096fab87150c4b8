import { withAdvice } from '../../domains/field-text.ts'
import { localize } from '../../domains/localize.ts'
import { shorten } from '../../domains/message-text.ts'
import { canonicalField } from '../../domains/notation.ts'
import { repair, valueTypes } from '../../domains/value-types/index.ts'
import { fieldSpan } from '../../syntax/nodes.ts'
import { never, type Rule } from '../rule.ts'

export const invalidValue: Rule = {
  code: 'invalid-value',
  severity: 'error',
  summary: 'A value is not of the type of its field.',
  mayHaveAnswer: true,
  mayObjectToField: never,
  field: ({ node, field, value, isOfType, label, report }) => {
    const written = node.value
    if (isOfType || !field || value === undefined || !written) return
    const wrong = `${label} ${valueTypes[field.type].explain(value)}.`
    // Of the values of another type, only a fraction is meant as it is written.
    report(Number.isFinite(Number(value)) ? withAdvice(wrong, field) : wrong, {
      at: written,
      fixes: () => {
        // Without its quotes, the value would include the text after it.
        const meant = written.hasTextBehind ? undefined : repair(value, field.type)
        return meant === undefined
          ? []
          : [
              {
                title: localize('Change to {text}', { text: shorten(meant) }),
                edits: [{ ...fieldSpan(node), text: canonicalField(field, meant) }],
                isPreferred: true,
                // No other word means the same truth value.
                ...(field.type === 'bool' && !field.list && { answer: { field: field.name } }),
              },
            ]
      },
    })
  },
}
