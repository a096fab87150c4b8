import { localize } from '../../domains/localize.ts'
import { show, withArticle } from '../../domains/message-text.ts'
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
    const { fields, isLater, isElsewhere, others, report } = context
    if (!isLater && !isElsewhere()) return
    report(repetition(context), {
      related: () =>
        others().map(at => ({
          at,
          message: localize('Another record has the same {fields}.', { fields: { and: fields } }),
        })),
    })
  },
}

function repetition({ tag, fields, values, count }: UniqueContext): string {
  const [article, ...name] = withArticle(tag)
  const places = {
    tag,
    // Only English has the article in its sentence.
    aTag: `${article!.toUpperCase()}${name.join('')}`,
    values: { and: fields.map((field, index) => `${field} ${show(values[index]!)}`) },
    count,
  }
  if (fields.length === 1)
    return count === 2
      ? localize('{aTag} with {values} exists twice; keep one record, or change the value.', places)
      : localize('{aTag} with {values} exists {count} times; keep one record, or change the value.', places)
  return count === 2
    ? localize('{aTag} with {values} exists twice; keep one record, or change one of these values.', places)
    : localize('{aTag} with {values} exists {count} times; keep one record, or change one of these values.', places)
}
