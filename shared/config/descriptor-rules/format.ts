import { localize } from '../../domains/localize.ts'
import { type DescriptorRule, fieldsOf } from '../descriptors/descriptor-rule.ts'
import { propertyOf, removeFix } from '../json.ts'

export const descriptorFormat: DescriptorRule = {
  code: 'descriptor-format',
  severity: 'error',
  summary: 'A field with a format has another type than string.',
  check(draft, report) {
    for (const field of fieldsOf(draft)) {
      const {
        label,
        node,
        value: { format, type },
      } = field
      if (format === undefined || type === 'string') continue
      report(
        field,
        'format',
        localize(
          '{field} has the format {format}, but its type is {type}; make the type string, or remove the format.',
          { field: label, format, type },
        ),
        { fixes: () => [{ ...removeFix(propertyOf(node, 'format')!), isPreferred: true }] },
      )
    }
  },
}
