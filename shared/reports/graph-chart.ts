import { type Html, html } from '../basics/html.ts'
import { pictureOf, shortened, toTenths } from './chart.ts'
import type { DrawnGraph, ReportTable } from './filled-report.ts'

const [nodeWidth, nodeHeight] = [210, 44]
const [columnGap, rowGap, margin] = [70, 14, 8]

/** Records and their references, from left to right. */
export function graphChart(table: ReportTable, graph: DrawnGraph): Html {
  const { places, width, height } = graphPlaces(graph)
  const arrows = graph.edges.map(({ from, to }) => {
    const [start, end] = [places.get(from)!, places.get(to)!]
    const [x, y] = [start.x + nodeWidth, start.y + nodeHeight / 2]
    const [toX, toY] = [end.x, end.y + nodeHeight / 2]
    const bend = Math.max(columnGap / 2, Math.abs(toX - x) / 3)
    const curve = `M${x} ${y}C${toTenths(x + bend)} ${y} ${toTenths(toX - bend)} ${toY} ${toX - 8} ${toY}`
    return html`<path class="arrow" d="${curve}"></path><path class="tip" d="M${toX} ${toY}l-8 -4v8z"></path>
`
  })
  const boxes = graph.nodes.map(({ key, tag, id, title }) => {
    const { x, y } = places.get(key)!
    return html`<rect class="box" x="${x}" y="${y}" width="${nodeWidth}" height="${nodeHeight}" rx="4"></rect><text x="${x + 10}" y="${y + (title === '' ? 27 : 18)}">${shortened(`${tag} ${id}`, 24)}</text>${title !== '' && html`<text class="value" x="${x + 10}" y="${y + 35}">${shortened(title, 24)}</text>`}
`
  })
  return pictureOf(table, { width, height }, 'the table below has its references', html`${arrows}${boxes}`)
}

/** The upper left corners of the boxes of a graph, and the size of their picture. */
export function graphPlaces({ nodes, edges }: DrawnGraph): {
  readonly places: ReadonlyMap<string, { readonly x: number; readonly y: number }>
  readonly width: number
  readonly height: number
} {
  const columns = inColumns(
    nodes.map(({ key }) => key),
    forwardOf({ nodes, edges }),
  )
  const rows = Math.max(...columns.map(({ length }) => length))
  const heightOf = (count: number): number => count * (nodeHeight + rowGap) - rowGap
  const places = columns.flatMap((column, rank) => {
    const top = margin + (heightOf(rows) - heightOf(column.length)) / 2
    return column.map((key, row): [string, { readonly x: number; readonly y: number }] => [
      key,
      { x: margin + rank * (nodeWidth + columnGap), y: top + row * (nodeHeight + rowGap) },
    ])
  })
  return {
    places: new Map(places),
    width: 2 * margin + columns.length * (nodeWidth + columnGap) - columnGap,
    height: 2 * margin + heightOf(rows),
  }
}

/** The references, by the records that have them, without those that close a circle. Referring records come first. */
function forwardOf({ nodes, edges }: DrawnGraph): ReadonlyMap<string, readonly string[]> {
  const forward = new Map<string, readonly string[]>()
  const open = new Set<string>()
  const done: string[] = []
  const visit = (key: string): void => {
    if (forward.has(key)) return
    open.add(key)
    const next = edges.flatMap(({ from, to }) => (from === key && !open.has(to) ? to : []))
    forward.set(key, next)
    next.forEach(visit)
    open.delete(key)
    done.push(key)
  }
  for (const { key } of nodes) visit(key)
  return new Map(done.reverse().map(key => [key, forward.get(key)!]))
}

/** Records in columns, each to the right of those that refer to it, and near their height. */
function inColumns(keys: readonly string[], forward: ReadonlyMap<string, readonly string[]>): string[][] {
  const ranks = new Map(keys.map(key => [key, 0]))
  for (const [key, next] of forward)
    for (const other of next) ranks.set(other, Math.max(ranks.get(other)!, ranks.get(key)! + 1))
  const columns: string[][] = Array.from({ length: Math.max(...ranks.values()) + 1 }, () => [])
  for (const key of keys) columns[ranks.get(key)!]!.push(key)
  for (const [rank, column] of columns.entries()) {
    const left = columns[rank - 1]
    if (!left) continue
    const heights = new Map(
      column.map((key, index) => {
        const rows = left.flatMap((other, row) => (forward.get(other)!.includes(key) ? row : []))
        return [key, rows.length === 0 ? index : rows.reduce((sum, row) => sum + row, 0) / rows.length]
      }),
    )
    column.sort((one, other) => heights.get(one)! - heights.get(other)!)
  }
  return columns
}
