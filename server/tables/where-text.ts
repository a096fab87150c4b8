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

/**
 * The items that match what is typed: first the one that is typed completely, then those that start with it. There are
 * none if the typed one is the only one.
 */
function completionsAt(where: string, offset: number, context: ExpressionContext): WhereCompletion[] {
  const matching = completeExpression(where, offset, context).flatMap(item => {
    const { start, end } = item.replaced
    const at = item.filter.toLowerCase().indexOf(where.slice(start, offset).toLowerCase())
    if (at < 0) return []
    const isWritten = item.text === where.slice(start, end)
    return [{ item, rank: isWritten ? -1 : Math.min(at, 1) }]
  })
  if (matching.every(({ rank }) => rank < 0)) return []
  const ordered = matching.sort((one, other) => one.rank - other.rank)
  return ordered.slice(0, completionLimit).map(({ item: { label, detail = '', replaced, text, cursor } }) => {
    return { label, detail, start: replaced.start, end: replaced.end, text, cursor }
  })
}
