import { localize } from '../../domains/localize.ts'
import { show } from '../../domains/message-text.ts'
import { nearest } from '../../domains/nearest.ts'
import { canonicalField } from '../../domains/notation.ts'
import { escapeSnippet, fieldSnippet } from '../fixes/edits.ts'
import type { Fix, ReferenceContext, Rule } from '../rule.ts'

export const danglingReference: Rule = {
  code: 'dangling-reference',
  severity: 'warning',
  summary: 'A field refers to a record that does not exist.',
  reference: context => {
    const { label, reference, target, otherTags, report } = context
    // If the tag does not exist, that is a problem of the descriptor.
    if (!target || otherTags().length > 0) return
    report(
      localize('{field} is {id}, but no {tag} has that id; write an existing id, or add the record.', {
        field: label,
        id: show(reference.id),
        tag: reference.tag,
      }),
      { fixes: () => fixes(context) },
    )
  },
}

function fixes(context: ReferenceContext): Fix[] {
  const {
    reference: { id, start, end },
    ids,
  } = context
  const meant = nearest(id, ids())
  return [
    ...meant.map(candidate => ({
      title: localize('Change to {text}', { text: candidate }),
      edits: [{ start, end, text: candidate }],
      isPreferred: meant.length === 1,
    })),
    ...createRecord(context),
  ]
}

/** Inserts the missing record below this one, with tab stops for its other required fields. */
function createRecord({ record, reference: { id, tag: name }, target, isInForce }: ReferenceContext): Fix[] {
  if (!record || !target || !isInForce) return []
  const ownField = target.identityField
  const identity = escapeSnippet(canonicalField({ name: ownField, type: 'string' }, id))
  const others = target.required
    .filter(field => field.name !== ownField)
    .map((field, index) => fieldSnippet(field, index + 1))
  const text = `@${name} ${[identity, ...others].join(' | ')}`
  const end = record.text.length
  const endsLine = /[\r\n]$/.test(record.text)
  return [
    {
      title: localize('Create {record}', { record: `@${name} ${id}` }),
      edits: [{ start: end, end, text: endsLine ? `${text}\n` : `\n${text}`, isSnippet: true }],
    },
  ]
}
