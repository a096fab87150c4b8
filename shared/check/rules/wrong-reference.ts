import type { RecordName } from '../../domains/identity.ts'
import { localize } from '../../domains/localize.ts'
import { show, withArticle } from '../../domains/message-text.ts'
import { nearest } from '../../domains/nearest.ts'
import type { Rule } from '../rule.ts'

export const wrongReference: Rule = {
  code: 'wrong-reference',
  severity: 'warning',
  summary: 'A field refers to an id that only records of another tag have.',
  reference: ({ label, reference, otherTags, ids, placesOf, report }) => {
    const others = otherTags()
    if (others.length === 0) return
    const { id, tag } = reference
    report(
      localize('{field} is {id}, the id of {others}; it must be the id of {aTag}.', {
        field: label,
        id: show(id),
        others: { and: others.map(other => nameOf(other, reference)) },
        tag,
        aTag: withArticle(tag),
      }),
      {
        related: () =>
          others
            .flatMap(placesOf)
            .slice(0, 5)
            .map(at => ({ at, message: localize('{id} is defined here.', { id: show(id) }) })),
        fixes: () =>
          nearest(id, ids()).map(meant => ({
            title: localize('Change to {text}', { text: meant }),
            edits: [{ start: reference.start, end: reference.end, text: meant }],
          })),
      },
    )
  },
}

/** The tag with its article, and with its domain if that is a different one. */
const nameOf = (other: RecordName, { domain }: RecordName): string =>
  other.domain === domain
    ? localize('{aTag}', { tag: other.tag, aTag: withArticle(other.tag) })
    : localize('{aTag} of {domain}', { tag: other.tag, aTag: withArticle(other.tag), domain: other.domain })
