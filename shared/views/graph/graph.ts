import { withCommas } from '../../basics/text.ts'
import { type RecordName, recordLabel, recordName, recordNameKey } from '../../domains/identity.ts'
import { localize } from '../../domains/localize.ts'
import { shorten } from '../../domains/message-text.ts'
import type { TagName } from '../../domains/registry.ts'
import type { IndexedRecord } from '../../index/indexed-file.ts'
import type { RecordIndex } from '../../index/workspace-index.ts'
import {
  type Graph,
  type GraphEdge,
  type GraphNode,
  type GraphRecord,
  type GroupSummary,
  nodeLimit,
  startLimit,
} from '../../protocol/graph.ts'

/** The most groups, and the most records without references, that are listed. */
const groupCountLimit = 200
const aloneLimit = 200
/** The most neighbors of a record that are counted. */
const hiddenLimit = 1000

/** Where a graph starts that is too large to be shown as a whole. */
export interface GraphStart {
  /** The record whose group is shown, the nearest records first. */
  readonly near?: IndexedRecord | undefined
  /** The index of the group to show; without it, the largest. */
  readonly group?: number | undefined
  /** The most records to show of one group. */
  readonly limit?: number | undefined
  /** The path of a tag: only its records and those next to them are shown. */
  readonly tag?: string | undefined
}

/**
 * The records of some files, their references, and the records and ids in other files to which they refer. Records
 * without any reference are counted and left out. If there are more records than the limit, only one group of connected
 * records is shown.
 */
export function graphOfFiles(
  index: RecordIndex,
  uris: Iterable<string>,
  limit = nodeLimit,
  { near, group, limit: groupLimit = Math.min(limit, startLimit), tag }: GraphStart = {},
): Graph {
  const { records, alone } = readRecords(index, uris)
  const all = neighborsOf(records)
  const neighbors = tag === undefined ? all : neighborsOfTag(all, tag)
  const isWhole = neighbors.size <= (tag === undefined ? limit : groupLimit)
  const groups = isWhole ? [] : groupsOf(neighbors)
  const nearKey = near && keyOfRecord(near)
  const at = groups.findIndex(({ keys }, place) =>
    group === undefined ? keys.includes(nearKey ?? '') : place === group,
  )
  const chosen = groups[Math.max(0, at)]
  const start = group === undefined && at >= 0 ? nearKey : chosen?.keys[0]
  const keys = isWhole || start === undefined ? [...neighbors.keys()] : nearestNodes(neighbors, start, groupLimit)
  const graph = new GraphBuilder(index, Infinity, new Set(keys))
  for (const key of keys) {
    const record = records.get(key)
    if (record) graph.add(record)
  }
  const shown = graph.result()
  const recordCount = shown.nodes.filter(({ key }) => records.has(key)).length
  return {
    ...shown,
    leftOut: records.size - recordCount,
    alone: alone.length,
    aloneRecords: alone.slice(0, aloneLimit).map(listedRecord),
    groups: groups.slice(0, groupCountLimit).map(({ keys }) => toSummary(keys, records)),
    groupCount: groups.length,
    group: isWhole ? null : Math.max(0, at),
  }
}

/**
 * The tags of the records in some files, and how many references lead from the records of one to those of another;
 * undefined if the records are few enough for one picture, or have one tag only.
 */
export function graphOfTags(index: RecordIndex, uris: Iterable<string>, limit = startLimit): Graph | undefined {
  const { records, alone } = readRecords(index, uris)
  const found = new Map<string, { readonly name: TagName; readonly keys: Set<string>; readonly isDangling: boolean }>()
  const edges = new Map<string, { readonly from: string; readonly to: string; readonly fields: string[] }>()
  const add = (name: TagName, key: string, isDangling: boolean): string => {
    const node = isDangling ? `${name.path} missing` : name.path
    const known = found.get(node) ?? { name, keys: new Set(), isDangling }
    found.set(node, known)
    known.keys.add(key)
    return node
  }
  for (const [key, { tag, identity }] of records) {
    const from = add(tag, key, false)
    for (const reference of identity.references) {
      const isDangling = index.recordsNamed(reference)[Symbol.iterator]().next().done === true
      const to = add(reference, recordNameKey(reference), isDangling)
      const edge = edges.get(`${from} ${to}`) ?? { from, to, fields: [] }
      edges.set(`${from} ${to}`, edge)
      edge.fields.push(reference.field)
    }
  }
  const count = [...found.values()].reduce((sum, { keys }) => sum + keys.size, 0)
  if (count <= limit || found.size < 2) return undefined
  return {
    nodes: [...found].map(([key, { name, keys, isDangling }]): GraphNode => {
      const title = isDangling ? idsWithoutRecord(keys.size) : recordsInGraph(keys.size)
      return { ...nodeOf({ ...name, id: '' }), key, ofTag: name.path, title, isDangling, uri: '', line: 0 }
    }),
    edges: [...edges.values()].map(({ from, to, fields }) => ({
      from,
      to,
      field: [...new Set(fields)].join(', '),
      count: fields.length,
    })),
    leftOut: 0,
    alone: alone.length,
    aloneRecords: alone.slice(0, aloneLimit).map(listedRecord),
    groups: [],
    groupCount: 0,
    group: null,
  }
}

/** A record and its neighbors in both directions, up to a number of steps. The nearest come first. */
export function graphAround(index: RecordIndex, center: IndexedRecord, depth: number, limit = nodeLimit): Graph {
  const graph = new GraphBuilder(index, limit)
  graph.add(center, true)
  let ring: readonly IndexedRecord[] = [center]
  for (let step = 0; step < depth; step++) {
    ring = ring.flatMap(record => [...graph.neighboring(record)]).filter(record => graph.add(record))
  }
  return { ...graph.result(), alone: 0, aloneRecords: [], groups: [], groupCount: 0, group: null }
}

/** The records of files that have references or to which others refer, by their keys, and all others. */
function readRecords(
  index: RecordIndex,
  uris: Iterable<string>,
): { records: Map<string, IndexedRecord>; alone: IndexedRecord[] } {
  const records = new Map<string, IndexedRecord>()
  const alone: IndexedRecord[] = []
  for (const uri of uris) {
    for (const record of index.recordsIn(uri)) {
      const { definition, references } = record.identity
      const isReferredTo = definition !== undefined && isReferenced(index, definition)
      const key = keyOfRecord(record)
      if (references.length === 0 && !isReferredTo) alone.push(record)
      else if (!records.has(key)) records.set(key, record)
    }
  }
  return { records, alone }
}

const isReferenced = (index: RecordIndex, name: RecordName): boolean =>
  index.recordsReferringTo(name)[Symbol.iterator]().next().done !== true

function neighborsOf(records: ReadonlyMap<string, IndexedRecord>): Neighbors {
  const neighbors = new Map<string, Set<string>>([...records.keys()].map(key => [key, new Set()]))
  const connect = (from: string, to: string): void => {
    neighbors.set(from, (neighbors.get(from) ?? new Set()).add(to))
  }
  for (const [from, { identity }] of records) {
    for (const reference of identity.references) {
      connect(from, recordNameKey(reference))
      connect(recordNameKey(reference), from)
    }
  }
  return neighbors
}

/** The records of a tag with all of their neighbors, and those with these records. */
function neighborsOfTag(neighbors: Neighbors, tag: string): Neighbors {
  // A key starts with the path of the tag.
  const isOfTag = (key: string): boolean => key.startsWith(`${tag} `)
  const kept = new Map<string, ReadonlySet<string>>()
  for (const [key, others] of neighbors) {
    const near = isOfTag(key) ? others : new Set([...others].filter(isOfTag))
    if (near.size > 0) kept.set(key, near)
  }
  return kept
}

function toSummary(keys: readonly string[], records: ReadonlyMap<string, IndexedRecord>): GroupSummary {
  const members = keys.flatMap(key => records.get(key) ?? [])
  const [first] = members
  return { ...(first ? listedRecord(first) : { uri: '', line: 0, label: '', title: '' }), count: members.length }
}

function listedRecord(record: IndexedRecord): GraphRecord {
  const { definition, title } = record.identity
  const { uri, start } = record.tagPlace()
  return { uri, line: start.line, label: recordLabel(record.tag.tag, definition && shorten(definition.id)), title }
}

class GraphBuilder {
  private readonly records = new Map<string, IndexedRecord>()
  private readonly nodes = new Map<string, GraphNode>()
  private readonly edges: GraphEdge[] = []
  private readonly leftOut = new Set<string>()
  /** The records of names. Many records can refer to one, and the index searches it among all of these. */
  private readonly named = new Map<string, readonly IndexedRecord[]>()

  constructor(
    private readonly index: RecordIndex,
    private readonly limit: number,
    /** The keys of the nodes that may be shown; without it, all. */
    private readonly wanted?: ReadonlySet<string>,
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
      state: '',
      isDangling: false,
      isCenter,
      hidden: 0,
      uri,
      line: start.line,
    })
    return true
  }

  /** The records to which a record refers, then those that refer to it. */
  *neighboring({ identity: { definition, references } }: IndexedRecord): Iterable<IndexedRecord> {
    for (const reference of references) {
      const key = recordNameKey(reference)
      const known = this.named.get(key) ?? [...this.index.recordsNamed(reference)]
      this.named.set(key, known)
      yield* known
    }
    if (definition) yield* this.index.recordsReferringTo(definition)
  }

  /** All records that were added, with their references. */
  result(): Pick<Graph, 'nodes' | 'edges' | 'leftOut'> {
    this.connect()
    const nodes = [...this.nodes.values()].map(node => ({ ...node, hidden: this.hiddenBehind(node.key) }))
    return { nodes, edges: this.edges, leftOut: this.leftOut.size }
  }

  /** How many neighbors of a record are not shown. */
  private hiddenBehind(key: string): number {
    const record = this.records.get(key)
    if (!record) return 0
    const hidden = new Set<string>()
    for (const neighbor of this.neighboring(record)) {
      const other = keyOfRecord(neighbor)
      if (!this.nodes.has(other)) hidden.add(other)
      if (hidden.size >= hiddenLimit) break
    }
    return hidden.size
  }

  private connect(): void {
    for (const [from, record] of this.records) {
      for (const reference of record.identity.references) {
        const to = this.target(record, reference)
        if (to !== undefined) this.edges.push({ from, to, field: reference.field })
      }
    }
  }

  /** The node of the target of a reference; undefined if the limit is reached. */
  private target(from: IndexedRecord, reference: RecordName): string | undefined {
    const key = recordNameKey(reference)
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
    if (this.wanted) return this.wanted.has(key)
    if (this.nodes.size < this.limit) return true
    this.leftOut.add(key)
    return false
  }
}

const nodeOf = (name: RecordName): Omit<GraphNode, 'uri' | 'line'> => ({
  key: recordNameKey(name),
  tag: name.tag,
  id: shorten(name.id),
  title: '',
  domain: name.domain,
  state: '',
  isDangling: false,
  isCenter: false,
  hidden: 0,
})

/** A record without an id is known by its place. */
function keyOfRecord(record: IndexedRecord): string {
  const { definition } = record.identity
  if (definition) return recordNameKey(recordName(record.tag, definition.id))
  const { uri, start } = record.tagPlace()
  return `${record.tag.path} at ${uri}:${start.line}`
}

/** Nodes that are connected with one another, by their keys. */
interface ConnectedNodes {
  /** The node with the most neighbors comes first, then its neighbors, then theirs. */
  readonly keys: readonly string[]
}

/** The neighbors of each node in both directions. */
export type Neighbors = ReadonlyMap<string, ReadonlySet<string>>

/** The nodes in groups that no reference connects, the largest group first. */
export function groupsOf(neighbors: Neighbors): ConnectedNodes[] {
  const byDegree = [...neighbors.keys()].sort((one, other) => degree(neighbors, other) - degree(neighbors, one))
  const found = new Set<string>()
  const groups: ConnectedNodes[] = []
  for (const key of byDegree) {
    if (found.has(key)) continue
    const keys = nearestNodes(neighbors, key)
    for (const member of keys) found.add(member)
    groups.push({ keys })
  }
  return groups.sort((one, other) => other.keys.length - one.keys.length)
}

/** A node and all nodes that it is connected with, the nearest first. */
export function nearestNodes(neighbors: Neighbors, start: string, limit = Infinity): string[] {
  const found = new Set([start])
  for (const key of found) {
    for (const neighbor of neighbors.get(key) ?? []) {
      if (found.size >= limit) return [...found]
      found.add(neighbor)
    }
  }
  return [...found]
}

const degree = (neighbors: Neighbors, key: string): number => neighbors.get(key)?.size ?? 0

const idsWithoutRecord = (count: number): string =>
  count === 1
    ? localize('1 id without a record')
    : localize('{count} ids without a record', { count: withCommas(count) })

const recordsInGraph = (count: number): string =>
  count === 1 ? localize('1 record') : localize('{count} records', { count: withCommas(count) })
