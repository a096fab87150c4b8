/** The messages about graphs of records and references that client and server exchange. */

/** Client to server: the graph of a file's records, of those of the workspace, or of those around the record at a place. */
export const graphMethod = 'recline/graph'

export interface GraphParams {
  /** Without a file, the whole workspace. */
  readonly uri?: string | undefined
  /** The line, from 0, of the record to look around; without it all records are meant. */
  readonly line?: number | undefined
  /** How many references away from that record others may be. */
  readonly depth?: number | undefined
}

/** More records than this no one can make sense of in a picture. */
export const nodeLimit = 300

export interface Graph {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  /** How many records are left out as they neither refer to another nor are referred to. */
  readonly alone: number
  /** How many more records with references there are than are shown. */
  readonly leftOut: number
}

/** A record, or the id that a reference names and no record has. */
export interface GraphNode {
  readonly key: string
  readonly tag: string
  readonly id: string
  readonly title: string
  /** The path of its domain. */
  readonly domain: string
  readonly isDangling: boolean
  /** The record that was looked around. */
  readonly isCenter: boolean
  readonly uri: string
  /** From 0. */
  readonly line: number
}

/** A reference, by the keys of the record that refers and the one that is referred to. */
export interface GraphEdge {
  readonly from: string
  readonly to: string
  readonly field: string
}
