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
    // The command line reuses the message for the same field of other records, so it does not depend on this one.
    const message = meantOr(nearest(fieldName, fields), `, which has ${listOf(fields)}`)
    report(`${shorten(fieldName)} is not a field of ${tag.name}${message}`, {
      at: nameSpan(node),
      fixes: () => {
        const used = fieldNames(record)
        const meant = nearest(
          fieldName,
          fields.filter(name => !used.has(name)),
        )
        return [
          ...meant.map(candidate => ({
            title: `Change to ${candidate}`,
            edits: [{ ...nameSpan(node), text: candidate }],
            isPreferred: meant.length === 1,
          })),
          { title: `Remove ${shorten(fieldName)}`, edits: [removeField(record, node)] },
        ]
      },
    })
  },
}
