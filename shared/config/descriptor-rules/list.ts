import { localize } from '../../domains/localize.ts'
import { type DescriptorRule, fieldsOf } from '../descriptors/descriptor-rule.ts'
import { propertyOf, removeFix } from '../json.ts'

export const descriptorList: DescriptorRule = {
  code: 'descriptor-list',
  severity: 'error',
  summary: 'A field whose values are lists has another type than string.',
  check(draft, report) {
    for (const field of fieldsOf(draft)) {
      const {
        label,
        node,
        value: { list, type },
      } = field
      if (!list || type === 'string') continue
      report(
        field,
        'list',
        localize(
          '{field} is a list, but its type is {type}, which has no commas; make the type string, or remove list.',
          { field: label, type },
        ),
        { fixes: () => [{ ...removeFix(propertyOf(node, 'list')!), isPreferred: true }] },
      )
    }
  },
}
