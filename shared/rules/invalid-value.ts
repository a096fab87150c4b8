import { canonicalField } from '../notation.ts'
import { fieldRule } from '../rule.ts'
import { fieldSpan } from '../syntax.ts'
import { repair } from '../repair.ts'
import { valueTypes } from '../values.ts'

/** A value that is not of the type its field is declared with. */
export const invalidValue = fieldRule('invalid-value', 'error', ({ node, field, value, label, report }) => {
  if (!field || value === undefined || !node.value || valueTypes[field.type].accepts(value)) return
  report(`${label} ${valueTypes[field.type].explain(value)}.`, {
    at: node.value,
    fixes: () => {
      const meant = repair(value, field.type)
      return meant === undefined ? [] : [{
        title: `Change to ${meant}`,
        edits: [{ ...fieldSpan(node), text: canonicalField(field, meant) }],
        isPreferred: true,
      }]
    },
  })
})
