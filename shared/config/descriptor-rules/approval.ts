import { localize, sentenceOfClauses } from '../../domains/localize.ts'
import { shorten } from '../../domains/message-text.ts'
import { nameAdvice } from '../../domains/name-advice.ts'
import { nearest } from '../../domains/nearest.ts'
import type { DescriptorRule } from '../descriptors/descriptor-rule.ts'
import { changeFixes, propertiesOf, propertyValue, spanOf } from '../json.ts'

export const descriptorApproval: DescriptorRule = {
  code: 'descriptor-approval',
  severity: 'error',
  summary: 'An `approval` names a field that the tag does not have, or a value that is not in the enum of the field.',
  check({ records }, report) {
    for (const record of records) {
      const written = propertyValue(record.node, 'approval')
      if (!record.value.approval || !written) continue
      const { fields } = record.value
      const names = fields.map(({ name }) => name)
      for (const [field, states] of propertiesOf(written)) {
        const name = String(field.value)
        const definition = fields.find(one => one.name === name)
        if (!definition) {
          const near = nearest(name, names)
          report(
            record,
            'approval',
            sentenceOfClauses(
              localize('The approval of {tag} names {field}, which is no field of it', {
                tag: shorten(record.tag),
                field: shorten(name),
              }),
              nameAdvice(near, names),
            ),
            { at: spanOf(field), fixes: () => changeFixes(field, near) },
          )
          continue
        }
        for (const [value] of propertiesOf(states)) {
          const state = String(value.value)
          if (!definition.enum || definition.enum.includes(state)) continue
          report(
            record,
            'approval',
            sentenceOfClauses(
              localize('The approval of {tag} names {value}, which the enum of {field} does not have', {
                tag: shorten(record.tag),
                value: shorten(state),
                field: name,
              }),
              localize('write {text}', { text: { or: definition.enum } }),
            ),
            { at: spanOf(value), fixes: () => changeFixes(value, nearest(state, definition.enum!)) },
          )
        }
      }
    }
  },
}
