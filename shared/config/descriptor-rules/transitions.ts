import type { Node } from 'jsonc-parser'
import { oneOf, shorten } from '../../domains/message-text.ts'
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
        const why = list ? 'is a list' : 'has no enum'
        report(field, 'transitions', `${label} has transitions, but it ${why}; remove the transitions.`, {
          fixes: () => [
            { ...removeFix(propertyOf(node, 'transitions')!, 'Remove the transitions'), isPreferred: true },
          ],
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
      `The transitions of ${field.label} name ${shorten(state)}, which its enum does not have; write ${oneOf(states)}.`,
      { at: spanOf(name), fixes: () => changeFixes(name, nearest(state, states)) },
    )
  }
}
