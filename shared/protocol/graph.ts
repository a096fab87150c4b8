import * as v from 'valibot'
import { atLine, naturalNumber, type ParamsOf, request, type SoFar, whenRead } from './request.ts'

/** The request for a graph of records and references. */

/** The most records that a graph shows: a larger picture is unreadable. */
export const nodeLimit = 300

/** The most records that a graph shows at first if it is too large to be shown as a whole. */
export const startLimit = 80

/** How many records of one group are shown. */
export const groupLimit = v.pipe(naturalNumber, v.minValue(1), v.maxValue(nodeLimit))

/** How many references away from its center a graph can go. */
export const depth = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5))

/** Client to server: the graph of the workspace, of a file, or around a record of a file. */
export const graphRequest = request<SoFar<Graph>>()(
  'recline/graph',
  v.object({
    /** The file; without it, the graph is of the whole workspace. */
    uri: v.optional(v.string()),
    /** The line of the record in the center; without it, the graph is of all records. */
    line: v.optional(naturalNumber),
    /** A record of any file in the center, instead of `line`. */
    center: v.optional(atLine),
    /** How many references away from that record other records may be. */
    depth: v.optional(depth),
    /** The line of the record whose group is shown if the graph is too large. */
    near: v.optional(naturalNumber),
    /** The index of the group to show if the graph is too large. */
    group: v.optional(naturalNumber),
    /** The most records to show of one group. Without it, a large workspace is shown as its tags. */
    limit: v.optional(groupLimit),
    /** The path of a tag: only its records and those next to them are shown. */
    tag: v.optional(v.string()),
    whenRead,
  }),
)

export type GraphParams = ParamsOf<typeof graphRequest>

export interface Graph {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  /** The number of records that are left out because no reference leads from or to them. */
  readonly alone: number
  /** The first of these records. */
  readonly aloneRecords: readonly GraphRecord[]
  /** The number of records with references that are left out because there are too many. */
  readonly leftOut: number
  /** The groups of connected records, the largest first; empty if the graph is shown as a whole. */
  readonly groups: readonly GroupSummary[]
  readonly groupCount: number
  /** The index of the group that is shown; null if the graph is shown as a whole. */
  readonly group: number | null
}

/** A record in a list. */
export interface GraphRecord {
  readonly uri: string
  /** From 0. */
  readonly line: number
  /** Its tag and id. */
  readonly label: string
  readonly title: string
}

/** A group of connected records, named by the record with the most references. */
export interface GroupSummary extends GraphRecord {
  readonly count: number
}

/** A record, an id that a reference names and no record has, or all records of a tag. */
export interface GraphNode {
  readonly key: string
  /** The path of the tag whose records it stands for; undefined for a single record. */
  readonly ofTag?: string
  readonly tag: string
  readonly id: string
  readonly title: string
  /** The path of its domain. */
  readonly domain: string
  /**
   * The state of the record: the value of its field `status`, `stage` or the like, such as `tested`. Empty if it has
   * none, and for records of other files.
   */
  readonly state: string
  readonly isDangling: boolean
  /** Whether the graph was requested around this record. */
  readonly isCenter: boolean
  /** How many records that refer to it, or to which it refers, are not shown. */
  readonly hidden: number
  readonly uri: string
  /** From 0. */
  readonly line: number
}

/** A reference, by the keys of two nodes; or all references between the records of two tags. */
export interface GraphEdge {
  readonly from: string
  readonly to: string
  /** The name of the field with the reference; of several ones, their names with commas. */
  readonly field: string
  /** How many references it stands for; undefined for one. */
  readonly count?: number
}
