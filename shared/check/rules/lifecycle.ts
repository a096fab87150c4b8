import { localize } from '../../domains/localize.ts'
import { show } from '../../domains/message-text.ts'
import { canonicalField } from '../../domains/notation.ts'
import type { FieldDefinition } from '../../domains/registry.ts'
import { fieldSpan } from '../../syntax/nodes.ts'
import type { Rule } from '../rule.ts'

export const lifecycle: Rule = {
  code: 'lifecycle',
  severity: 'warning',
  summary:
    'A field changed from a state to one that cannot follow it; `recline check --since` and an edit of many records look for this.',
  change: ({ node, field, before, value, report }) => {
    const message = brokenTransition(field, before, value)
    if (message === undefined) return
    report(message, {
      fixes: () => [
        {
          title: localize('Change back to {text}', { text: before }),
          edits: [{ ...fieldSpan(node), text: canonicalField(field, before) }],
        },
      ],
    })
  },
}

/** What is wrong with a change of a field from one value to another, as a sentence; undefined if it may be so. */
export function brokenTransition(
  { label, transitions = {}, enum: states = [] }: FieldDefinition,
  before: string,
  value: string,
): string | undefined {
  if (before === value || !Object.hasOwn(transitions, before) || !states.includes(value)) return undefined
  const next = transitions[before]!
  if (next.includes(value)) return undefined
  const places = { field: label, before: show(before), value: show(value), states: { or: next } }
  return next.length === 0
    ? localize('{field} changed from {before} to {value}; after {before}, no other state can follow.', places)
    : localize('{field} changed from {before} to {value}; after {before}, it can become {states}.', places)
}
