import { Graph as LayoutGraph, layout } from '@dagrejs/dagre'
import { groupBy } from '../../../shared/basics/group.ts'
import type { Graph, GraphEdge, GraphNode } from '../../../shared/protocol/graph.ts'
import { type Box, boxOfRecord, boxWidth, type MeasureText } from './boxes.ts'

/** A graph with the positions of its nodes and edges, in the units of the drawing. */
export interface GraphLayout extends NodeSize {
  readonly nodes: readonly PlacedNode[]
  readonly edges: readonly PlacedEdge[]
}

export interface PlacedNode extends Point {
  /** Its position is its center. */
  readonly node: GraphNode
  readonly box: Box
}

export interface PlacedEdge {
  readonly edge: GraphEdge
  readonly points: readonly Point[]
}

interface NodeSize {
  readonly width: number
  readonly height: number
}

interface Point {
  readonly x: number
  readonly y: number
}

const partMargin = 20
const rankGap = 90
const nodeGap = 14

/** At a smaller scale than this, text is hard to read, so a more compact layout is used. */
const readableScale = 0.6

/**
 * Lays out a graph from left to right, in the direction of the references. Records that no reference connects are laid
 * out apart, side by side, so that the whole fits into a view as large as possible.
 */
export function layoutOf(graph: Graph, view: NodeSize, measure: MeasureText): GraphLayout {
  const references = new Map<string, number>()
  for (const { to, count = 1 } of graph.edges) references.set(to, (references.get(to) ?? 0) + count)
  const boxes = new Map(graph.nodes.map(node => [node.key, boxOfRecord(node, references.get(node.key) ?? 0, measure)]))
  return pack(
    connectedParts(graph).map(part => layOutPart(part, boxes, view)),
    view,
  )
}

type GraphPart = Pick<Graph, 'nodes' | 'edges'>

/** The parts of a graph that no edge connects. */
function connectedParts({ nodes, edges }: Graph): GraphPart[] {
  const parents = new Map(nodes.map(({ key }) => [key, key]))
  const rootOf = (key: string): string => {
    let root = key
    for (let parent = parents.get(root)!; parent !== root; parent = parents.get(root)!) root = parent
    parents.set(key, root)
    return root
  }
  for (const { from, to } of edges) parents.set(rootOf(from), rootOf(to))
  const parts = new Map<string, { nodes: GraphNode[]; edges: GraphEdge[] }>()
  for (const node of nodes) {
    const part = parts.get(rootOf(node.key)) ?? { nodes: [], edges: [] }
    parts.set(rootOf(node.key), part)
    part.nodes.push(node)
  }
  for (const edge of edges) parts.get(rootOf(edge.from))!.edges.push(edge)
  return [...parts.values()]
}

function layOutPart({ nodes, edges }: GraphPart, boxes: ReadonlyMap<string, Box>, view: NodeSize): GraphLayout {
  const graph = new LayoutGraph({ multigraph: true })
  graph.setGraph({ rankdir: 'LR', ranksep: rankGap, nodesep: nodeGap, marginx: partMargin, marginy: partMargin })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { key } of nodes) graph.setNode(key, { width: boxWidth, height: boxes.get(key)!.height })
  for (const [index, { from, to }] of edges.entries()) if (from !== to) graph.setEdge(from, to, {}, String(index))
  layout(graph)
  const { width = 0, height = 0 } = graph.graph()
  const placed = nodes.map(
    (node): PlacedNode => ({
      node,
      box: boxes.get(node.key)!,
      x: graph.node(node.key).x ?? 0,
      y: graph.node(node.key).y ?? 0,
    }),
  )
  if (scaleOf({ width, height }, view) < readableScale) return wrapRanks(placed, edges, view)
  const places = new Map(placed.map(node => [node.node.key, node]))
  const pointsOf = ({ from, to }: GraphEdge, index: number): readonly Point[] =>
    from === to ? loopAt(places.get(from)!) : (graph.edge(from, to, String(index)).points ?? [])
  return { width, height, nodes: placed, edges: edges.map((edge, index) => ({ edge, points: pointsOf(edge, index) })) }
}

/** How large a picture can be in a view, as a factor. */
const scaleOf = ({ width, height }: NodeSize, view: NodeSize): number =>
  Math.min(view.width / Math.max(1, width), view.height / Math.max(1, height))

/** Breaks each column of nodes with the same rank into several, so that the picture is about as wide as the view. */
function wrapRanks(placed: readonly PlacedNode[], edges: readonly GraphEdge[], view: NodeSize): GraphLayout {
  const ranks = ranksOf(placed)
  const highest = Math.max(...ranks.map(({ length }) => length))
  const rowHeight = Math.max(...placed.map(({ box }) => box.height)) + nodeGap
  const sizeFor = (rows: number): NodeSize => ({
    width: ranks.reduce(
      (sum, { length }) => sum + columnsWidth(Math.ceil(length / rows)) + rankGap,
      2 * partMargin - rankGap,
    ),
    height: 2 * partMargin + Math.min(rows, highest) * rowHeight - nodeGap,
  })
  const rowCounts = Array.from({ length: highest }, (_, index) => index + 1)
  const rows = rowCounts.reduce((best, count) =>
    scaleOf(sizeFor(count), view) > scaleOf(sizeFor(best), view) ? count : best,
  )
  const size = sizeFor(rows)
  let left = partMargin
  const nodes = ranks.flatMap(rank => {
    const start = left
    left += columnsWidth(Math.ceil(rank.length / rows)) + rankGap
    return rank.map(({ node, box }, index): PlacedNode => {
      const column = Math.floor(index / rows)
      const inColumn = Math.min(rows, rank.length - column * rows)
      const top = (size.height - inColumn * rowHeight + nodeGap) / 2
      return {
        node,
        box,
        x: start + column * (boxWidth + nodeGap) + boxWidth / 2,
        y: top + (index % rows) * rowHeight + (rowHeight - nodeGap) / 2,
      }
    })
  })
  const places = new Map(nodes.map(node => [node.node.key, node]))
  return { ...size, nodes, edges: edges.map(edge => straight(edge, places.get(edge.from)!, places.get(edge.to)!)) }
}

/** The nodes of each rank from top to bottom, from the left rank to the right one. */
function ranksOf(placed: readonly PlacedNode[]): PlacedNode[][] {
  return [...groupBy(placed, ({ x }) => x)]
    .sort(([one], [other]) => one - other)
    .map(([, nodes]) => nodes.sort((one, other) => one.y - other.y))
}

const columnsWidth = (columns: number): number => columns * (boxWidth + nodeGap) - nodeGap

/** An edge from the side of one node to the nearest side of another. */
function straight(edge: GraphEdge, from: PlacedNode, to: PlacedNode): PlacedEdge {
  if (from === to) return { edge, points: loopAt(from) }
  const side = to.x >= from.x ? boxWidth / 2 : -boxWidth / 2
  return {
    edge,
    points: [
      { x: from.x + side, y: from.y },
      { x: to.x - side, y: to.y },
    ],
  }
}

/** A curve from a node around its upper right corner to itself. */
function loopAt({ x, y, box }: PlacedNode): Point[] {
  const [right, top] = [x + boxWidth / 2, y - box.height / 2]
  const [start, above, beside] = [right - 36, top - nodeGap + 1, right + partMargin - 4]
  return [
    { x: start, y: top },
    { x: start, y: above },
    { x: beside, y: above },
    { x: beside, y },
    { x: right, y },
  ]
}

/** Puts pictures side by side in lines, the highest first, so that they fill a view of this shape. */
function pack(parts: readonly GraphLayout[], view: NodeSize): GraphLayout {
  const sorted = parts.toSorted((one, other) => other.height - one.height)
  const widest = Math.max(0, ...parts.map(({ width }) => width))
  const area = parts.reduce((sum, { width, height }) => sum + width * height, 0)
  const square = Math.sqrt((area * view.width) / Math.max(1, view.height))
  // Lines cannot be filled to their end, so some widths are tried.
  return [1, 1.2, 1.4, 1.7, 2, 2.5]
    .map(factor => packInLines(sorted, Math.max(widest, square * factor)))
    .reduce((best, next) => (scaleOf(next, view) > scaleOf(best, view) ? next : best))
}

function packInLines(parts: readonly GraphLayout[], lineWidth: number): GraphLayout {
  const packed = { width: 0, height: 0, nodes: [] as PlacedNode[], edges: [] as PlacedEdge[] }
  let [left, top] = [0, 0]
  for (const part of parts) {
    if (left > 0 && left + part.width > lineWidth) [left, top] = [0, packed.height]
    const [dx, dy] = [left, top]
    const move = ({ x, y }: Point): Point => ({ x: x + dx, y: y + dy })
    packed.nodes.push(...part.nodes.map(({ node, box, ...at }) => ({ node, box, ...move(at) })))
    packed.edges.push(...part.edges.map(({ edge, points }) => ({ edge, points: points.map(move) })))
    left += part.width
    packed.width = Math.max(packed.width, left)
    packed.height = Math.max(packed.height, top + part.height)
  }
  return packed
}
