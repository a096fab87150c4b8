import { itemsOf } from '../../domains/list-items.ts'
import { oneOf, show } from '../../domains/message-text.ts'
import { nearest } from '../../domains/nearest.ts'
import { canonicalField } from '../../domains/notation.ts'
import { fieldSpan } from '../../syntax/nodes.ts'
import type { Rule } from '../rule.ts'

export const notInEnum: Rule = {
  code: 'not-in-enum',
  severity: 'error',
  summary: 'A value is not one of the allowed values of its field; case matters.',
  value: ({ node, field, value, label, report }) => {
    const allowed = field.enum
    if (!allowed) return
    if (field.list) {
      const wrong = itemsOf(value).find(item => !allowed.includes(item))
      if (wrong !== undefined) report(`${label} has the item ${show(wrong)}; an item must be ${oneOf(allowed)}.`)
      return
    }
    if (allowed.includes(value)) return
    report(`${label} is ${show(value)}; it must be ${oneOf(allowed)}.`, {
      fixes: () => {
        const meant = nearest(value, allowed)
        return meant.map(candidate => ({
          title: `Change to ${candidate}`,
          edits: [{ ...fieldSpan(node), text: canonicalField(field, candidate) }],
          isPreferred:
            meant.length === 1 || (candidate === meant[0] && candidate.toLowerCase() === value.toLowerCase()),
        }))
      },
    })
  },
}
