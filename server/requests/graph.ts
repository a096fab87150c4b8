import type { RecordIndex } from '../../shared/index/workspace-index.ts'
import type { Graph, GraphParams } from '../../shared/protocol/graph.ts'
import { indexAt, offsetAt } from '../../shared/syntax/tree.ts'
import { graphAround, graphOfFiles } from '../../shared/views/graph/graph.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** The records of all files and their references. */
export const graphOfWorkspace = (index: RecordIndex): Graph => graphOfFiles(index, [...index.uris()].sort())

/** The graph around the record at a line, or of all records of the file if there is no line or no record at it. */
export function graphOfFile({ uri, file, index }: Snapshot, { line, depth = 1 }: Omit<GraphParams, 'uri'>): Graph {
  const entry = line === undefined ? -1 : indexAt(file.tree, offsetAt(file.tree, { line, character: 0 }))
  const center = entry < 0 ? undefined : index.recordAt(uri, entry)
  return center ? graphAround(index, center, depth) : graphOfFiles(index, [uri])
}
