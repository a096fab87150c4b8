import type { Tag } from '../../shared/domains/registry.ts'
import { fieldText, gapsOf, recordHead, separator, writeRecord } from './layout.ts'
import { isWhole, type Refactoring } from './refactoring.ts'

/**
 * Sorts the fields into the order of the descriptor: the rid comes first, and unknown fields come last. Each line keeps
 * its number of fields.
 */
export const sortFields: Refactoring = {
  kind: 'refactor.rewrite.sort',
  isRewriting: true,
  offers: context => {
    const { record, tag } = context
    if (!tag || !isWhole(record)) return []
    const { fields } = record
    const ranks = ranksIn(tag)
    const rankOf = (index: number): number => ranks.get(fields[index]!.name) ?? Infinity
    const order = [...fields.keys()].sort((one, other) =>
      rankOf(one) === rankOf(other) ? one - other : rankOf(one) - rankOf(other),
    )
    if (order.every((from, to) => from === to)) return []
    const gaps = gapsOf(record)
    const cells = order.map((from, to) => ({
      gap: to === 0 || gaps[to]!.includes('|') ? gaps[to]! : separator,
      text: fieldText(context, fields[from]!),
    }))
    return [
      {
        title: 'Sort the fields into descriptor order',
        changes: writeRecord(context, recordHead(record), cells, gaps.at(-1)!),
      },
    ]
  },
}

const ranksIn = ({ fields }: Tag): Map<string, number> =>
  new Map([...new Set(['rid', ...fields.keys()])].map((name, rank) => [name, rank]))
