import * as v from 'valibot'
import { naturalNumber, type ParamsOf, request } from './request.ts'

/** The request for a graph of records and references. */

/** How many references away from its center a graph can go. */
export const depth = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5))

/** Client to server: the graph of the workspace, of a file, or around a record of a file. */
export const graphRequest = request<Graph>()(
  'recline/graph',
  v.object({
    /** The file; without it, the graph is of the whole workspace. */
    uri: v.optional(v.string()),
    /** The line of the record in the center; without it, the graph is of all records. */
    line: v.optional(naturalNumber),
    /** How many references away from that record other records may be. */
    depth: v.optional(depth),
  }),
)

export type GraphParams = ParamsOf<typeof graphRequest>

/** The most records that a graph shows: a larger picture is unreadable. */
export const nodeLimit = 300

export interface Graph {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  /** The number of records that are left out because no reference leads from or to them. */
  readonly alone: number
  /** The number of records with references that are left out because there are too many. */
  readonly leftOut: number
}

/** A record, or an id that a reference names and no record has. */
export interface GraphNode {
  readonly key: string
  readonly tag: string
  readonly id: string
  readonly title: string
  /** The path of its domain. */
  readonly domain: string
  readonly isDangling: boolean
  /** Whether the graph was requested around this record. */
  readonly isCenter: boolean
  readonly uri: string
  /** From 0. */
  readonly line: number
}

/** A reference, by the keys of two nodes. */
export interface GraphEdge {
  readonly from: string
  readonly to: string
  /** The name of the field with the reference. */
  readonly field: string
}
