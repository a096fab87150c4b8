import type { IndexedRecord } from '../../shared/index/indexed-file.ts'
import type { RecordIndex } from '../../shared/index/workspace-index.ts'
import type { Graph, GraphParams } from '../../shared/protocol/graph.ts'
import { indexAt, offsetAt } from '../../shared/syntax/tree.ts'
import { graphAround, graphOfFiles } from '../../shared/views/graph/graph.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** The records of all files and their references, or the graph around a record of any file. */
export function graphOfWorkspace(index: RecordIndex, { center, depth = 1, group, limit }: GraphParams = {}): Graph {
  const record = center && recordOnLine(index, center.uri, center.line)
  if (record) return graphAround(index, record, depth)
  return graphOfFiles(index, [...index.uris()].sort(), undefined, { group, limit })
}

/** The graph around the record at a line, or of all records of the file if there is no line or no record at it. */
export function graphOfFile(snapshot: Snapshot, params: Omit<GraphParams, 'uri'>): Graph {
  const { line, depth = 1, near, group, limit } = params
  const { uri, index } = snapshot
  const center = recordAt(snapshot, line)
  if (center) return graphAround(index, center, depth)
  return graphOfFiles(index, [uri], undefined, { near: recordAt(snapshot, near), group, limit })
}

function recordAt({ uri, file: { tree }, index }: Snapshot, line: number | undefined): IndexedRecord | undefined {
  const entry = line === undefined ? -1 : indexAt(tree, offsetAt(tree, { line, character: 0 }))
  return entry < 0 ? undefined : index.recordAt(uri, entry)
}

function recordOnLine(index: RecordIndex, uri: string, line: number): IndexedRecord | undefined {
  for (const record of index.recordsIn(uri)) if (record.tagPlace().start.line === line) return record
  return undefined
}
