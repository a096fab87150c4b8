import { oneOf, show } from '../../domains/message-text.ts'
import { canonicalField } from '../../domains/notation.ts'
import { fieldSpan } from '../../syntax/nodes.ts'
import type { Rule } from '../rule.ts'

export const lifecycle: Rule = {
  code: 'lifecycle',
  severity: 'warning',
  summary:
    'A field changed from a state to one that cannot follow it; `recline check --since` and an edit of many records look for this.',
  change: ({ node, field, before, value, label, report }) => {
    const { transitions = {}, enum: states = [] } = field
    if (before === value || !Object.hasOwn(transitions, before) || !states.includes(value)) return
    const next = transitions[before]!
    if (next.includes(value)) return
    const allowed = next.length === 0 ? 'no other state can follow' : `it can become ${oneOf(next)}`
    report(`${label} changed from ${show(before)} to ${show(value)}; after ${show(before)}, ${allowed}.`, {
      fixes: () => [
        {
          title: `Change back to ${before}`,
          edits: [{ ...fieldSpan(node), text: canonicalField(field, before) }],
        },
      ],
    })
  },
}
