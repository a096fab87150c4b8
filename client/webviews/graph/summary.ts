import { countedWithCommas } from '../../../shared/basics/text.ts'
import type { Graph } from '../../../shared/protocol/graph.ts'

/** A few sentences about what a graph shows, and what it leaves out. */
export function summaryOf({ nodes, edges, alone, leftOut, groupCount }: Graph): string {
  if (nodes.length === 0)
    return alone === 0
      ? 'There are no records yet. Type @ in a .rec file to choose a tag.'
      : `None of the ${countedWithCommas(alone, 'record')} refers to another one; write the id of a record into a field such as control_ref to connect them.`
  const alonePart =
    alone > 0 ? `${countedWithCommas(alone, 'record')} without references ${alone === 1 ? 'is' : 'are'} not shown.` : ''
  if (nodes.some(({ ofTag }) => ofTag !== undefined)) {
    const references = edges.reduce((sum, { count = 1 }) => sum + count, 0)
    const tags = countedWithCommas(new Set(nodes.map(({ ofTag }) => ofTag)).size, 'tag')
    return `${countedWithCommas(references, 'reference')} between the records of ${tags}. Choose a tag to see its records. ${alonePart}`.trim()
  }
  const dangling = nodes.filter(({ isDangling }) => isDangling).length
  return [
    `${countedWithCommas(nodes.length - dangling, 'record')} and ${countedWithCommas(edges.length, 'reference')}.`,
    dangling > 0 ? `${countedWithCommas(dangling, 'id')} ${dangling === 1 ? 'has' : 'have'} no record.` : '',
    alonePart,
    leftOut > 0
      ? `${countedWithCommas(leftOut, 'more record')} with references ${leftOut === 1 ? 'is' : 'are'} not shown.`
      : '',
    leftOut > 0 && groupCount > 1 ? `The references form ${countedWithCommas(groupCount, 'group')}.` : '',
    nodes.some(({ hidden }) => hidden > 0) ? 'A number with a plus shows the other records around a record.' : '',
  ]
    .filter(Boolean)
    .join(' ')
}
