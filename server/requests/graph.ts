import type { IndexedRecord } from '../../shared/index/indexed-file.ts'
import type { RecordIndex } from '../../shared/index/workspace-index.ts'
import type { Graph, GraphNode, GraphParams } from '../../shared/protocol/graph.ts'
import { valueText } from '../../shared/syntax/nodes.ts'
import { indexAt, offsetAt } from '../../shared/syntax/tree.ts'
import { graphAround, graphOfFiles, graphOfTags } from '../../shared/views/graph/graph.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/**
 * The records of all files and their references, or the graph around a record of any file. It has their tags if there
 * are too many records for one readable picture.
 */
export function graphOfWorkspace(index: RecordIndex, params: GraphParams = {}): Graph {
  const { center, depth = 1, group, limit, tag } = params
  const record = center && recordOnLine(index, center.uri, center.line)
  if (record) return graphAround(index, record, depth)
  const uris = [...index.uris()].sort()
  const isStart = group === undefined && limit === undefined && tag === undefined
  return (isStart && graphOfTags(index, uris)) || graphOfFiles(index, uris, undefined, { group, limit, tag })
}

/** The graph around the record at a line, or of all records of the file if there is no line or no record at it. */
export function graphOfFile(snapshot: Snapshot, params: Omit<GraphParams, 'uri'>): Graph {
  const { line, depth = 1, near, group, limit } = params
  const { uri, index } = snapshot
  const center = indexedRecordAt(snapshot, line)
  const graph = center
    ? graphAround(index, center, depth)
    : graphOfFiles(index, [uri], undefined, { near: indexedRecordAt(snapshot, near), group, limit })
  return { ...graph, nodes: graph.nodes.map(node => ({ ...node, state: stateOfNode(snapshot, node) })) }
}

/** Fields that tell how far something is. */
const stateFieldNames = /(?:^|_)(?:status|state|stage|phase|outcome|decision)$/

/** The state of a record of the file: the value of the first field that tells one, and is allowed. */
function stateOfNode({ uri, file: { tree, entries } }: Snapshot, node: GraphNode): string {
  if (node.uri !== uri || node.isDangling) return ''
  const entry = indexAt(tree, offsetAt(tree, { line: node.line, character: 0 }))
  const record = tree.entries[entry]
  if (record?.kind !== 'record') return ''
  for (const { name, enum: values } of entries[entry]?.tag?.fields.values() ?? []) {
    const field = values && stateFieldNames.test(name) ? record.fields.find(field => field.name === name) : undefined
    const text = field?.value ? valueText(record, field.value) : ''
    if (values?.includes(text)) return text
  }
  return ''
}

function indexedRecordAt(
  { uri, file: { tree }, index }: Snapshot,
  line: number | undefined,
): IndexedRecord | undefined {
  const entry = line === undefined ? -1 : indexAt(tree, offsetAt(tree, { line, character: 0 }))
  return entry < 0 ? undefined : index.recordAt(uri, entry)
}

function recordOnLine(index: RecordIndex, uri: string, line: number): IndexedRecord | undefined {
  for (const record of index.recordsIn(uri)) if (record.tagPlace().start.line === line) return record
  return undefined
}
