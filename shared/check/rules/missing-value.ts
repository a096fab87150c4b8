import { canonicalStart } from '../../domains/notation.ts'
import { shorten } from '../../domains/values.ts'
import { fieldSpan } from '../../syntax/nodes.ts'
import { fieldSnippet, removeField } from '../edits.ts'
import type { FieldContext, Fix, Rule } from '../rule.ts'

export const missingValue: Rule = {
  code: 'missing-value',
  severity: 'error',
  summary: 'A field has a name but no value.',
  field: context => {
    const { node, field, fieldName, label, report } = context
    if (node.value) return
    const type = field?.type ?? 'string'
    const example = type === 'string' && fieldName !== 'rid' ? '"…"' : '…'
    report(`${label} has no value; write ${canonicalStart(shorten(fieldName), type)}${example} or remove the field.`, {
      fixes: () => fixes(context),
    })
  },
}

function fixes({ record, node, field, fieldName }: FieldContext): Fix[] {
  const remove: Fix = { title: `Remove ${shorten(fieldName)}`, edits: [removeField(record, node)] }
  if (!field) return [remove]
  const complete: Fix = {
    title: `Write a value for ${fieldName}`,
    edits: [{ ...fieldSpan(node), text: fieldSnippet(field, 1), isSnippet: true }],
    isPreferred: true,
  }
  return [complete, remove]
}
