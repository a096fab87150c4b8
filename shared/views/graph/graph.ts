import { type RecordName, recordName } from '../../domains/identity.ts'
import { shorten } from '../../domains/message-text.ts'
import type { IndexedRecord } from '../../index/indexed-file.ts'
import type { RecordIndex } from '../../index/workspace-index.ts'
import { type Graph, type GraphEdge, type GraphNode, nodeLimit } from '../../protocol/graph.ts'

/**
 * The records of some files, their references, and the records and ids in other files to which they refer. Records
 * without any reference, and records after the limit, are counted and left out.
 */
export function graphOfFiles(index: RecordIndex, uris: Iterable<string>, limit = nodeLimit): Graph {
  const graph = new GraphBuilder(index, limit)
  let alone = 0
  for (const uri of uris) {
    for (const record of index.recordsIn(uri)) {
      const { definition, references } = record.identity
      const isReferredTo = definition !== undefined && index.countReferring(definition) > 0
      if (references.length === 0 && !isReferredTo) alone++
      else graph.add(record)
    }
  }
  graph.connect()
  return { ...graph.result(), alone }
}

/** A record and its neighbors in both directions, up to a number of steps. The nearest come first. */
export function graphAround(index: RecordIndex, center: IndexedRecord, depth: number, limit = nodeLimit): Graph {
  const graph = new GraphBuilder(index, limit)
  graph.add(center, true)
  let ring: readonly IndexedRecord[] = [center]
  for (let step = 0; step < depth; step++) {
    ring = ring.flatMap(record => [...neighbours(index, record)]).filter(record => graph.add(record))
  }
  graph.connect()
  return { ...graph.result(), alone: 0 }
}

function* neighbours(
  index: RecordIndex,
  { identity: { definition, references } }: IndexedRecord,
): Iterable<IndexedRecord> {
  for (const reference of references) yield* index.recordsNamed(reference)
  if (definition) yield* index.recordsReferringTo(definition)
}

class GraphBuilder {
  private readonly records = new Map<string, IndexedRecord>()
  private readonly nodes = new Map<string, GraphNode>()
  private readonly edges: GraphEdge[] = []
  private readonly leftOut = new Set<string>()

  constructor(
    private readonly index: RecordIndex,
    private readonly limit: number,
  ) {}

  /** Adds a record if the limit allows; returns whether it is new. */
  add(record: IndexedRecord, isCenter = false): boolean {
    const key = keyOfRecord(record)
    if (this.nodes.has(key)) return false
    if (!this.hasRoomFor(key)) return false
    const {
      tag,
      identity: { definition, title },
    } = record
    const { uri, start } = record.tagPlace()
    this.records.set(key, record)
    this.nodes.set(key, {
      key,
      tag: tag.tag,
      id: shorten(definition?.id ?? ''),
      title,
      domain: tag.domain,
      isDangling: false,
      isCenter,
      uri,
      line: start.line,
    })
    return true
  }

  /** Draws the references of all records that were taken in. */
  connect(): void {
    for (const [from, record] of this.records) {
      for (const reference of record.identity.references) {
        const to = this.target(record, reference)
        if (to !== undefined) this.edges.push({ from, to, field: reference.field })
      }
    }
  }

  result(): Omit<Graph, 'alone'> {
    return { nodes: [...this.nodes.values()], edges: this.edges, leftOut: this.leftOut.size }
  }

  /** The node of the target of a reference; undefined if the limit is reached. */
  private target(from: IndexedRecord, reference: RecordName): string | undefined {
    const key = keyOf(reference)
    if (this.nodes.has(key)) return key
    const [record] = this.index.recordsNamed(reference)
    if (record) {
      // Targets of the requested records are shown, but not their own targets.
      if (!this.hasRoomFor(key)) return undefined
      const { uri, start } = record.tagPlace()
      this.nodes.set(key, { ...nodeOf(reference), title: record.identity.title, uri, line: start.line })
      return key
    }
    if (!this.hasRoomFor(key)) return undefined
    const { uri, start } = from.placeOf(reference)
    this.nodes.set(key, { ...nodeOf(reference), isDangling: true, uri, line: start.line })
    return key
  }

  private hasRoomFor(key: string): boolean {
    if (this.nodes.size < this.limit) return true
    this.leftOut.add(key)
    return false
  }
}

const nodeOf = (name: RecordName): Omit<GraphNode, 'uri' | 'line'> => ({
  key: keyOf(name),
  tag: name.tag,
  id: shorten(name.id),
  title: '',
  domain: name.domain,
  isDangling: false,
  isCenter: false,
})

const keyOf = ({ path, id }: RecordName): string => `${path} ${id}`

/** A record without an id is known by its place. */
function keyOfRecord(record: IndexedRecord): string {
  const { definition } = record.identity
  if (definition) return keyOf(recordName(record.tag, definition.id))
  const { uri, start } = record.tagPlace()
  return `${record.tag.path} at ${uri}:${start.line}`
}
