import { type DescriptorRule, fieldsOf } from '../descriptors/descriptor-rule.ts'
import { propertyOf, removeFix } from '../json.ts'

/** The expression in `due` is one of `descriptor-expression`. */
export const descriptorDue: DescriptorRule = {
  code: 'descriptor-due',
  severity: 'error',
  summary: 'A field with a due day has another type than ts.',
  check(draft, report) {
    for (const field of fieldsOf(draft)) {
      const {
        label,
        node,
        value: { due, type },
      } = field
      if (due === undefined || type === 'ts') continue
      report(
        field,
        'due',
        `${label} has due days, but its type is ${type}, which has no days; make the type ts, or remove due.`,
        { fixes: () => [{ ...removeFix(propertyOf(node, 'due')!, 'Remove due'), isPreferred: true }] },
      )
    }
  },
}
