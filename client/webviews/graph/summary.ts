import type { Graph } from '../../../shared/protocol/graph.ts'

/** A few sentences about what a graph shows, and what it leaves out. */
export function summaryOf({ nodes, edges, alone, leftOut, groupCount }: Graph): string {
  if (nodes.length === 0)
    return alone === 0 ? 'There are no records yet.' : `None of the ${count(alone, 'record')} refers to another one.`
  const dangling = nodes.filter(({ isDangling }) => isDangling).length
  return [
    `${count(nodes.length - dangling, 'record')} and ${count(edges.length, 'reference')}.`,
    dangling > 0 ? `${count(dangling, 'id')} ${dangling === 1 ? 'has' : 'have'} no record.` : '',
    alone > 0 ? `${count(alone, 'record')} without references ${alone === 1 ? 'is' : 'are'} not shown.` : '',
    leftOut > 0 ? `${count(leftOut, 'more record')} with references ${leftOut === 1 ? 'is' : 'are'} not shown.` : '',
    leftOut > 0 && groupCount > 1 ? `The references form ${count(groupCount, 'group')}.` : '',
    nodes.some(({ hidden }) => hidden > 0) ? 'A number with a plus shows the other records around a record.' : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** A number with what it counts. */
export const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
