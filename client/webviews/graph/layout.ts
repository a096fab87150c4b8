import { Graph as LayoutGraph, layout } from '@dagrejs/dagre'
import type { Graph, GraphEdge, GraphNode } from '../../../shared/protocol/graph.ts'

/** A graph with the positions of its nodes and edges, in the units of the drawing. */
export interface GraphLayout {
  readonly nodes: readonly PlacedNode[]
  readonly edges: readonly PlacedEdge[]
  readonly width: number
  readonly height: number
}

export interface PlacedNode {
  readonly node: GraphNode
  /** The center of the node. */
  readonly x: number
  readonly y: number
}

export interface PlacedEdge {
  readonly edge: GraphEdge
  readonly points: readonly { readonly x: number; readonly y: number }[]
}

export const nodeWidth = 190
export const nodeHeight = 40

/** Lays out a graph from left to right, in the direction of the references. */
export function layoutOf({ nodes, edges }: Graph): GraphLayout {
  const graph = new LayoutGraph({ multigraph: true })
  graph.setGraph({ rankdir: 'LR', ranksep: 90, nodesep: 14, marginx: 20, marginy: 20 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { key } of nodes) graph.setNode(key, { width: nodeWidth, height: nodeHeight })
  for (const [index, { from, to }] of edges.entries()) graph.setEdge(from, to, {}, String(index))
  layout(graph)
  const { width = 0, height = 0 } = graph.graph()
  return {
    width,
    height,
    nodes: nodes.map(node => ({ node, x: graph.node(node.key).x ?? 0, y: graph.node(node.key).y ?? 0 })),
    edges: edges.map((edge, index) => ({ edge, points: graph.edge(edge.from, edge.to, String(index)).points ?? [] })),
  }
}
