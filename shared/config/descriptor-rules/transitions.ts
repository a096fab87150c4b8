import type { Node } from 'jsonc-parser'
import { localize, sentenceOfClauses } from '../../domains/localize.ts'
import { shorten } from '../../domains/message-text.ts'
import { nearest } from '../../domains/nearest.ts'
import {
  type DescriptorReport,
  type DescriptorRule,
  type DraftField,
  fieldsOf,
} from '../descriptors/descriptor-rule.ts'
import { arrayItems, changeFixes, propertiesOf, propertyOf, propertyValue, removeFix, spanOf } from '../json.ts'

export const descriptorTransitions: DescriptorRule = {
  code: 'descriptor-transitions',
  severity: 'error',
  summary: 'Transitions have a value that the enum of the field does not have, or the field has no enum.',
  check(draft, report) {
    for (const field of fieldsOf(draft)) {
      const {
        label,
        node,
        value: { transitions, enum: states, list },
      } = field
      if (!transitions) continue
      if (!states || list) {
        const message = list
          ? localize('{field} has transitions, but it is a list; remove the transitions.', { field: label })
          : localize('{field} has transitions, but it has no enum; remove the transitions.', { field: label })
        report(field, 'transitions', message, {
          fixes: () => [{ ...removeFix(propertyOf(node, 'transitions')!), isPreferred: true }],
        })
      } else checkStates(field, states, propertyValue(node, 'transitions')!, report)
    }
  },
}

/** Checks all values in transitions, before and after the colon. */
function checkStates(field: DraftField, states: readonly string[], transitions: Node, report: DescriptorReport): void {
  const names = propertiesOf(transitions).flatMap(([from, to]) => [from, ...arrayItems(to)])
  for (const name of names) {
    const state = String(name.value)
    if (states.includes(state)) continue
    report(
      field,
      'transitions',
      sentenceOfClauses(
        localize('The transitions of {field} name {value}, which its enum does not have', {
          field: field.label,
          value: shorten(state),
        }),
        localize('write {text}', { text: { or: states } }),
      ),
      { at: spanOf(name), fixes: () => changeFixes(name, nearest(state, states)) },
    )
  }
}
