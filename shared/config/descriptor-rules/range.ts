import { localize } from '../../domains/localize.ts'
import { typeNames, valueTypes } from '../../domains/value-types/index.ts'
import { type DescriptorRule, fieldsOf } from '../descriptors/descriptor-rule.ts'
import { changeFix, propertyOf, propertyValue, removeFix } from '../json.ts'

const numberTypes = typeNames.filter(type => valueTypes[type].isNumber)

export const descriptorRange: DescriptorRule = {
  code: 'descriptor-range',
  severity: 'error',
  summary: 'A field that is not a number has a range, or a range starts with its greatest number.',
  check(draft, report) {
    for (const field of fieldsOf(draft)) {
      const {
        label,
        node,
        value: { range, type },
      } = field
      if (!range) continue
      const [least, greatest] = range
      if (!valueTypes[type].isNumber) {
        report(
          field,
          'range',
          localize('{field} has a range, but its type is {type}; remove the range, or make the type {types}.', {
            field: label,
            type,
            types: { or: numberTypes },
          }),
          { fixes: () => [{ ...removeFix(propertyOf(node, 'range')!), isPreferred: true }] },
        )
      } else if (least > greatest) {
        report(
          field,
          'range',
          localize('The range of {field} goes from {least} down to {greatest}; write the least value first.', {
            field: label,
            least,
            greatest,
          }),
          { fixes: () => [changeFix(propertyValue(node, 'range')!, `[${greatest}, ${least}]`)] },
        )
      }
    }
  },
}
