import { localize, sentenceOfClauses } from '../../domains/localize.ts'
import { shorten } from '../../domains/message-text.ts'
import { nearest } from '../../domains/nearest.ts'
import { type DescriptorRule, fieldsOf } from '../descriptors/descriptor-rule.ts'
import { arrayItems, changeFixes, propertiesOf, propertyOf, propertyValue, removeFix, spanOf } from '../json.ts'

export const descriptorEnum: DescriptorRule = {
  code: 'descriptor-enum',
  severity: 'warning',
  summary: '`enumDescriptions` describes a value that the enum of the field does not have.',
  check(draft, report) {
    for (const field of fieldsOf(draft)) {
      const { label, node, value } = field
      if (!value.enumDescriptions) continue
      const written = propertyValue(node, 'enum')
      if (!written) {
        report(
          field,
          'enumDescriptions',
          localize('{field} has enumDescriptions, but no enum; add the enum, or remove them.', { field: label }),
          { fixes: () => [removeFix(propertyOf(node, 'enumDescriptions')!)] },
        )
        continue
      }
      const values = arrayItems(written).map(item => String(item.value))
      const descriptions = propertyValue(node, 'enumDescriptions')!
      for (const [key] of propertiesOf(descriptions)) {
        const name = String(key.value)
        if (values.includes(name)) continue
        const message = sentenceOfClauses(
          localize('The enumDescriptions of {field} describe {value}, which its enum does not have', {
            field: label,
            value: shorten(name),
          }),
          localize('write {text}', { text: { or: values } }),
        )
        // Only the description of this value does not count.
        report({ ...field, node: descriptions, value: value.enumDescriptions }, name, message, {
          at: spanOf(key),
          fixes: () => changeFixes(key, nearest(name, values)),
        })
      }
    }
  },
}
