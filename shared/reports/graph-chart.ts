import { Graph as Layout, layout } from '@dagrejs/dagre'
import { type Html, html } from '../basics/html.ts'
import { pictureOf, shortened, toTenths } from './chart.ts'
import type { DrawnGraph, ReportTable } from './filled-report.ts'

const [nodeWidth, nodeHeight] = [210, 44]

/** Records and their references, from left to right. */
export function graphChart(table: ReportTable, { nodes, edges }: DrawnGraph): Html {
  const graph = new Layout({ multigraph: true })
  graph.setGraph({ rankdir: 'LR', ranksep: 70, nodesep: 14, marginx: 8, marginy: 8 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { key } of nodes) graph.setNode(key, { width: nodeWidth, height: nodeHeight })
  for (const [index, { from, to }] of edges.entries()) if (from !== to) graph.setEdge(from, to, {}, String(index))
  layout(graph)
  const { width = 0, height = 0 } = graph.graph()
  const arrows = edges.map(({ from, to }, index) => {
    // A record that refers to itself has no arrow; the table says so.
    const points: readonly { readonly x: number; readonly y: number }[] =
      from === to ? [] : (graph.edge(from, to, String(index)).points ?? [])
    const path = points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${toTenths(x)} ${toTenths(y)}`).join('')
    const tip = points.at(-1)
    return (
      tip &&
      html`<path class="arrow" d="${path}"></path><path class="tip" d="M${toTenths(tip.x)} ${toTenths(tip.y)}l-8 -4v8z"></path>
`
    )
  })
  const boxes = nodes.map(({ key, tag, id, title }) => {
    const { x = 0, y = 0 } = graph.node(key)
    const [boxX, boxY] = [toTenths(x - nodeWidth / 2), toTenths(y - nodeHeight / 2)]
    return html`<rect class="box" x="${boxX}" y="${boxY}" width="${nodeWidth}" height="${nodeHeight}" rx="4"></rect><text x="${boxX + 10}" y="${boxY + (title === '' ? 27 : 18)}">${shortened(`${tag} ${id}`, 24)}</text>${title !== '' && html`<text class="value" x="${boxX + 10}" y="${boxY + 35}">${shortened(title, 24)}</text>`}
`
  })
  const size = { width: Math.max(nodeWidth, toTenths(width)), height: Math.max(nodeHeight, toTenths(height)) }
  return pictureOf(table, size, 'the table below has its references', html`${arrows}${boxes}`)
}
