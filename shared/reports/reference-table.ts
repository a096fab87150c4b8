import { identityOf, recordNameKey, titleOf } from '../domains/identity.ts'
import { localize } from '../domains/localize.ts'
import type { Tag } from '../domains/registry.ts'
import type { RecordNode } from '../syntax/nodes.ts'
import { parse } from '../syntax/tree.ts'
import type { FlowchartNode } from '../views/graph/mermaid.ts'
import type { AppendixRecord } from './appendix.ts'
import type { DrawnGraph, ReportCell, ReportTable } from './filled-report.ts'
import { rowsInWords } from './rows-in-words.ts'
import type { ReportBlock } from './template.ts'

/** The most records in one picture; with more of them, nobody can read it. */
const mostNodes = 60

/**
 * The references of some records of a tag, as a table and as a picture. The records to which they refer are in the
 * picture, too.
 *
 * @param notes sentences about the records that are not here
 */
export function referenceTable(
  { title = '' }: ReportBlock,
  records: readonly AppendixRecord[],
  tag: Tag,
  notes: readonly string[],
  appendix: ReadonlyMap<string, unknown>,
): ReportTable {
  const named = records.map(record => ({ record, node: parse(record.text()).entries[0] as RecordNode }))
  const own = new Map(
    named.map(({ record: { key, id }, node }): [string, FlowchartNode] => [
      key,
      { key, tag: tag.name, id, title: titleOf(node, tag), domain: tag.domain.path, isDangling: false },
    ]),
  )
  const references = named.flatMap(({ record, node }) =>
    identityOf(node, tag).references.map(({ field, ...to }) => {
      const key = recordNameKey(to)
      const other = { key, tag: to.tag, id: to.id, title: '', domain: to.domain, isDangling: false }
      return { from: own.get(record.key)!, to: own.get(key) ?? other, field }
    }),
  )
  const referred = new Set(references.flatMap(({ from, to }) => [from.key, to.key]))
  const alone = records.filter(({ key }) => !referred.has(key)).length
  const { graph, leftOut } = drawnGraph(references)
  const isAlone =
    alone === 1
      ? localize('1 record has no reference to or from these records.')
      : localize('{count} records have no reference to or from these records.', { count: alone })
  const cell = (text: string): ReportCell => ({ text, isNumber: false })
  const cellOf = ({ key, tag: name, id }: FlowchartNode): ReportCell => ({
    ...cell(`${name} ${id}`),
    ...(appendix.has(key) && { record: key }),
  })
  return {
    look: 'graph',
    title,
    columns: ['record', 'field', 'refers to'],
    rows: references.map(({ from, to, field }) => [cellOf(from), cell(field), cellOf(to)]),
    rowsAre: 'reference',
    labelColumns: 0,
    valueColumns: [],
    graph,
    notes: [
      ...(leftOut > 0
        ? [
            localize('The picture leaves out {references}; the table has all of them.', {
              references: rowsInWords(leftOut, 'reference'),
            }),
          ]
        : []),
      ...(alone > 0 ? [isAlone] : []),
      ...notes,
    ],
  }
}

/** The picture of the first references, with as many records as one can read. */
function drawnGraph(
  references: readonly { readonly from: FlowchartNode; readonly to: FlowchartNode; readonly field: string }[],
): { readonly graph: DrawnGraph; readonly leftOut: number } {
  const nodes = new Map<string, FlowchartNode>()
  const edges = references.flatMap(({ from, to, field }) => {
    const fresh = new Set([from.key, to.key].filter(key => !nodes.has(key)))
    if (nodes.size + fresh.size > mostNodes) return []
    nodes.set(from.key, nodes.get(from.key) ?? from)
    nodes.set(to.key, nodes.get(to.key) ?? to)
    return [{ from: from.key, to: to.key, field }]
  })
  return { graph: { nodes: [...nodes.values()], edges }, leftOut: references.length - edges.length }
}
