import type { RecordName } from '../../domains/identity.ts'
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
      `${label} is ${show(id)}, the id of ${others.map(other => nameOf(other, reference)).join(' and ')}; it must be the id of ${withArticle(tag)}.`,
      {
        related: () =>
          others
            .flatMap(placesOf)
            .slice(0, 5)
            .map(at => ({ at, message: `${show(id)} is defined here.` })),
        fixes: () =>
          nearest(id, ids()).map(meant => ({
            title: `Change to ${meant}`,
            edits: [{ start: reference.start, end: reference.end, text: meant }],
          })),
      },
    )
  },
}

/** The tag with its article, and with its domain if that is a different one. */
const nameOf = (other: RecordName, { domain }: RecordName): string =>
  other.domain === domain ? withArticle(other.tag) : `${withArticle(other.tag)} of ${other.domain}`
