import { removeField } from '../edits.ts'
import { recordRule } from '../rule.ts'
import { fieldName, fieldSpan, nameSpan, rawValue, type Field } from '../syntax.ts'

/** A field that the record already has. */
export const duplicateField = recordRule('duplicate-field', 'error', ({ record, name, report }) => {
  if (record.fields.length < 2) return
  const seen = new Map<string, Field>()
  for (const field of record.fields) {
    const duplicated = fieldName(record, field)
    const first = seen.get(duplicated)
    if (!first) {
      seen.set(duplicated, field)
      continue
    }
    report(`${name ?? 'The record'} has ${duplicated} twice; a record has each field once, and the first one counts.`, {
      at: fieldSpan(field),
      related: [{ at: nameSpan(first), message: `${duplicated} is first given here.` }],
      fixes: () => [{
        title: `Remove this ${duplicated}`,
        edits: [removeField(record, field)],
        isPreferred: true,
        isSafe: first.value !== undefined && field.value !== undefined && rawValue(record, first.value) === rawValue(record, field.value),
      }],
    })
  }
})
