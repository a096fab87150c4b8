import { withCommas } from '../../../shared/basics/text.ts'
import { localize } from '../../../shared/domains/localize.ts'
import type { Graph } from '../../../shared/protocol/graph.ts'
import { recordsOnPage, referencesOnPage } from '../page-counts.ts'

/** A few sentences about what a graph shows, and what it leaves out. */
export function summaryOf({ nodes, edges, alone, leftOut, groupCount }: Graph): string {
  if (nodes.length === 0) return withoutReferences(alone)
  const alonePart = unshownAlone(alone)
  if (nodes.some(({ ofTag }) => ofTag !== undefined)) {
    const references = referencesOnPage(edges.reduce((sum, { count = 1 }) => sum + count, 0))
    const tags = new Set(nodes.map(({ ofTag }) => ofTag)).size
    const shown =
      tags === 1
        ? localize('{references} between the records of 1 tag. Choose a tag to see its records.', { references })
        : localize('{references} between the records of {count} tags. Choose a tag to see its records.', {
            references,
            count: tags,
          })
    return `${shown} ${alonePart}`.trim()
  }
  const dangling = nodes.filter(({ isDangling }) => isDangling).length
  return [
    localize('{records} and {references}.', {
      records: recordsOnPage(nodes.length - dangling),
      references: referencesOnPage(edges.length),
    }),
    danglingIds(dangling),
    alonePart,
    unshownMore(leftOut),
    leftOut > 0 && groupCount > 1
      ? localize('The references form {count} groups.', { count: withCommas(groupCount) })
      : '',
    nodes.some(({ hidden }) => hidden > 0)
      ? localize('A number with a plus shows the other records around a record.')
      : '',
  ]
    .filter(Boolean)
    .join(' ')
}

function withoutReferences(count: number): string {
  if (count === 0) return localize('There are no records yet. Type @ in a .rec file to choose a tag.')
  return localize(
    'None of the {records} refers to another one; write the id of a record into a field such as control_ref to connect them.',
    { records: recordsOnPage(count) },
  )
}

function unshownAlone(count: number): string {
  if (count === 0) return ''
  return count === 1
    ? localize('1 record without references is not shown.')
    : localize('{count} records without references are not shown.', { count: withCommas(count) })
}

function danglingIds(count: number): string {
  if (count === 0) return ''
  return count === 1
    ? localize('1 id has no record.')
    : localize('{count} ids have no record.', { count: withCommas(count) })
}

function unshownMore(count: number): string {
  if (count === 0) return ''
  return count === 1
    ? localize('1 more record with references is not shown.')
    : localize('{count} more records with references are not shown.', { count: withCommas(count) })
}
