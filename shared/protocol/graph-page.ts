import * as v from 'valibot'
import { depth, type Graph, groupLimit } from './graph.ts'
import { pageRequest } from './page.ts'
import { atLine, naturalNumber, type SoFar, whenRead } from './request.ts'

/** The requests of the graph page. */
export const graphPageRequests = {
  /** The graph, with this depth if it is a graph around a record, or else a part of it if it is too large. */
  graph: pageRequest<ShownGraph>()(
    v.object({
      depth: v.nullable(depth),
      center: v.optional(atLine),
      group: v.optional(naturalNumber),
      limit: v.optional(groupLimit),
      tag: v.optional(v.string()),
      whenRead,
    }),
  ),
  /** Shows a record in a text editor. */
  open: pageRequest<void>()(atLine),
  /** Asks the user for a file and writes the graph to it. */
  save: pageRequest<void>()(v.object({ format: v.picklist(['svg', 'mermaid']), text: v.string() })),
}

export interface ShownGraph extends SoFar<object> {
  readonly graph: Graph
  /** How many references away from its center the graph goes; null if it is a graph of all records. */
  readonly depth: number | null
  /** The title of the view. */
  readonly title: string
}
