import { allOf, show, withArticle } from '../../domains/message-text.ts'
import type { Rule, UniqueContext } from '../rule.ts'

/**
 * As for ids: in one file, the later record has the problem. If the records are in several files, a record in each file
 * has it, because no file comes first.
 */
export const duplicateKey: Rule = {
  code: 'duplicate-key',
  severity: 'warning',
  summary: 'Two records of the same domain and tag have the same values in fields that must differ.',
  key: context => {
    const { fields, count, isLater, isElsewhere, others, report } = context
    if (!isLater && !isElsewhere()) return
    const what = repeatedRecord(context)
    const which = fields.length === 1 ? 'the value' : 'one of these values'
    report(
      `${what.charAt(0).toUpperCase()}${what.slice(1)} exists ${count === 2 ? 'twice' : `${count} times`}; keep one record, or change ${which}.`,
      { related: () => others().map(at => ({ at, message: `Another record has the same ${allOf(fields)}.` })) },
    )
  },
}

const repeatedRecord = ({ tag, fields, values }: UniqueContext): string =>
  `${withArticle(tag)} with ${allOf(fields.map((field, index) => `${field} ${show(values[index]!)}`))}`
