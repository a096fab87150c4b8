import { listOf, meantOr, shorten } from '../../domains/message-text.ts'
import { nearest } from '../../domains/nearest.ts'
import { fieldNames, isFieldName, nameSpan } from '../../syntax/nodes.ts'
import { removeField } from '../edits.ts'
import type { Rule } from '../rule.ts'

export const unknownField: Rule = {
  code: 'unknown-field',
  severity: 'warning',
  summary: 'The tag does not define the field.',
  field: ({ record, tag, node, field, fieldName, report }) => {
    if (!tag || field || !isFieldName(fieldName)) return
    const fields = [...tag.fields.keys()]
    const used = fieldNames(record)
    const meant = nearest(
      fieldName,
      fields.filter(name => !used.has(name)),
    )
    report(`${shorten(fieldName)} is not a field of ${tag.name}${meantOr(meant, `, which has ${listOf(fields)}`)}`, {
      at: nameSpan(node),
      fixes: () => [
        ...meant.map(candidate => ({
          title: `Change to ${candidate}`,
          edits: [{ ...nameSpan(node), text: candidate }],
          isPreferred: meant.length === 1,
        })),
        { title: `Remove ${shorten(fieldName)}`, edits: [removeField(record, node)] },
      ],
    })
  },
}
