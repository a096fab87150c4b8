import { readInterval } from '../../domains/interval.ts'
import { localize } from '../../domains/localize.ts'
import { shorten } from '../../domains/message-text.ts'
import { type DescriptorRule, fieldsOf } from '../descriptors/descriptor-rule.ts'
import { propertyOf, removeFix } from '../json.ts'

/** The expression in `due` is one of `descriptor-expression`. */
export const descriptorDue: DescriptorRule = {
  code: 'descriptor-due',
  severity: 'error',
  summary: 'A field with a due day or an interval has another type than ts, or the interval is none.',
  check(draft, report) {
    for (const field of fieldsOf(draft)) {
      const {
        label,
        node,
        value: { due, interval, type },
      } = field
      const remove = (key: string) => () => [{ ...removeFix(propertyOf(node, key)!), isPreferred: true }]
      if (due !== undefined && type !== 'ts')
        report(
          field,
          'due',
          localize(
            '{field} has due days, but its type is {type}, which has no days; make the type ts, or remove due.',
            { field: label, type },
          ),
          { fixes: remove('due') },
        )
      if (interval === undefined) continue
      if (type !== 'ts')
        report(
          field,
          'interval',
          localize(
            '{field} has an interval, but its type is {type}, which has no days; make the type ts, or remove interval.',
            { field: label, type },
          ),
          { fixes: remove('interval') },
        )
      else if (!readInterval(interval))
        report(
          field,
          'interval',
          localize(
            'The interval of {field} is "{interval}"; write years, months, weeks or days, such as P1Y, P3M or P2W.',
            { field: label, interval: shorten(interval) },
          ),
        )
    }
  },
}
