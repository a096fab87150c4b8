import { type Registry, tagOfPath } from '../../shared/domains/registry.ts'
import { completeExpression, type ExpressionContext } from '../../shared/expression/complete.ts'
import { readCondition } from '../../shared/expression/expression.ts'
import type { WhereCompletion, WhereText, WhereTextParams } from '../../shared/protocol/table.ts'

/** The most completions that are offered at once. */
const completionLimit = 100

/**
 * What is wrong with an expression that filters the records of a tag, and what can be written at the cursor; null if no
 * domain defines the tag.
 */
export function whereText(registry: Registry, { table, where, offset }: WhereTextParams): WhereText | null {
  const tag = tagOfPath(registry, table)
  if (!tag) return null
  const { problems } = where.trim() === '' ? { problems: [] } : readCondition(where, tag, registry)
  return {
    problems: problems.map(({ start, end, message }) => ({ start, end, message })),
    completions: completionsAt(where, offset, { tag, registry, expected: { kind: 'bool' } }),
  }
}

/** The items that match what is typed; those that start with it come first. */
function completionsAt(where: string, offset: number, context: ExpressionContext): WhereCompletion[] {
  const matching = completeExpression(where, offset, context).flatMap(item => {
    const typed = where.slice(item.replaced.start, offset).toLowerCase()
    const at = item.filter.toLowerCase().indexOf(typed)
    return at < 0 || item.text === where.slice(item.replaced.start, item.replaced.end) ? [] : [{ item, at }]
  })
  const ordered = [...matching.filter(({ at }) => at === 0), ...matching.filter(({ at }) => at > 0)]
  return ordered.slice(0, completionLimit).map(({ item: { label, detail = '', replaced, text, cursor } }) => {
    return { label, detail, start: replaced.start, end: replaced.end, text, cursor }
  })
}
