import { withAdvice } from '../../domains/field-text.ts'
import { localize } from '../../domains/localize.ts'
import { canonicalField, canonicalStart } from '../../domains/notation.ts'
import { valueTypes } from '../../domains/value-types/index.ts'
import { fieldSpan, fieldType } from '../../syntax/nodes.ts'
import { foreignTypes, typeNamed } from '../../syntax/type-words.ts'
import { never, type Rule } from '../rule.ts'

export const typeMismatch: Rule = {
  code: 'type-mismatch',
  severity: 'error',
  summary: 'The type written in the record is not the declared type of the field.',
  mayHaveSafeFix: true,
  mayObjectToField: never,
  field: ({ record, node, field, fieldName, value, label, report }) => {
    const written = fieldType(record, node)
    if (!field || written === undefined || node.equals < 0) return
    if (typeNamed(written) === undefined && !foreignTypes.has(written)) return
    // `:ref` is correct on a field that refers to records.
    if (typeNamed(written) === field.type || (written === 'ref' && field.target)) return
    const places = { field: label, written, type: field.type }
    report(
      withAdvice(localize('{field} is written with the type {written}; it is declared as {type}.', places), field),
      {
        at: { start: node.typeStart, end: node.typeEnd },
        fixes: () => {
          const isOfType = value !== undefined && valueTypes[field.type].accepts(value)
          const isWhole = isOfType && node.value?.kind !== 'list' && node.value?.closed && !node.value.hasTextBehind
          const text = isWhole ? canonicalField(field, value) : canonicalStart(fieldName, field.type)
          const end = isWhole ? fieldSpan(node).end : node.equals + 1
          return [
            {
              title:
                field.type === 'string'
                  ? localize('Remove the type {type}', { type: written })
                  : localize('Change the type to {type}', places),
              edits: [{ start: node.nameStart, end, text }],
              isPreferred: true,
              isSafe: isOfType,
            },
          ]
        },
      },
    )
  },
}
