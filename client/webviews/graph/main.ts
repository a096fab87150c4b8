import type { Graph } from '../../../shared/protocol/graph.ts'
import { mermaidOf } from '../../../shared/views/graph/mermaid.ts'
import { element } from '../dom.ts'
import { onEvent, request } from '../host.ts'
import { reloader } from '../reload.ts'
import { Drawing } from './drawing.ts'
import { placed } from './layout.ts'
import './graph.css'

/** The graph of records and references of a file, of the workspace, or around one record. */

interface Shown {
  readonly graph: Graph
  /** How far the graph goes around its record; null where it is of all records. */
  readonly depth: number | null
}

let graph: Graph | undefined
let depth: number | null = null

const drawing = new Drawing(({ uri, line }) => void request('open', { uri, line }))
const summary = element('p', { class: 'summary', attributes: { role: 'status' } })
const legend = element('ul', { class: 'legend', attributes: { 'aria-label': 'Domains' } })
const depths = element('span', {
  class: 'depths',
  attributes: { role: 'group', 'aria-label': 'How many references away' },
})
const toolbar = element(
  'div',
  { class: 'toolbar' },
  depths,
  element('button', { text: 'Fit', title: 'Show all of it (0)', onClick: () => drawing.fit() }),
  element('button', { text: 'Save as SVG…', onClick: () => void save('svg') }),
  element('button', { text: 'Save as Mermaid…', onClick: () => void save('mmd') }),
)
document.body.append(
  element('main', {}, element('h1', { class: 'unseen', text: document.title }), toolbar, summary, drawing.view, legend),
)

const reload = reloader(async () => {
  try {
    const shown = await request<Shown>('graph', { depth })
    if (shown) show(shown)
  } catch (error) {
    summary.textContent = `The records could not be read: ${error instanceof Error ? error.message : String(error)}`
  }
})
onEvent(event => {
  if (event === 'changed') void reload()
})
void reload()

function show(shown: Shown): void {
  const isFirst = graph === undefined || depth !== shown.depth
  // What has not changed keeps its place on the screen.
  if (JSON.stringify(graph) === JSON.stringify(shown.graph) && !isFirst) return
  graph = shown.graph
  depth = shown.depth
  const domains = [...new Set(graph.nodes.map(({ domain }) => domain))].sort()
  summary.textContent = told(graph)
  legend.replaceChildren(
    ...domains.map((domain, index) => element('li', { class: `domain${index % 6}`, text: domain })),
  )
  if (graph.nodes.some(({ isDangling }) => isDangling))
    legend.append(element('li', { class: 'dangling', text: 'no record has this id' }))
  showDepths()
  drawing.show(placed(graph), domains)
  if (isFirst) drawing.fit()
}

function told({ nodes, edges, alone, leftOut }: Graph): string {
  if (nodes.length === 0)
    return alone === 0 ? 'There are no records yet.' : `None of the ${count(alone, 'record')} refers to another.`
  return [
    `${count(nodes.length, 'record')} and ${count(edges.length, 'reference')}.`,
    alone > 0 ? `${count(alone, 'record')} without references ${alone === 1 ? 'is' : 'are'} not shown.` : '',
    leftOut > 0
      ? `${count(leftOut, 'more record')} ${leftOut === 1 ? 'is' : 'are'} left out: put the cursor into a record and use "Show References as Graph".`
      : '',
  ]
    .filter(Boolean)
    .join(' ')
}

function showDepths(): void {
  depths.hidden = depth === null
  depths.replaceChildren(
    ...[1, 2, 3].map(steps =>
      element('button', {
        text: String(steps),
        title: `${count(steps, 'reference')} away`,
        attributes: { 'aria-pressed': steps === depth },
        onClick: () => {
          depth = steps
          graph = undefined
          void reload()
        },
      }),
    ),
  )
}

async function save(kind: 'svg' | 'mmd'): Promise<void> {
  if (!graph) return
  try {
    await request('save', { kind, text: kind === 'svg' ? drawing.asSvg() : mermaidOf(graph) })
  } catch (error) {
    summary.textContent = `It could not be saved: ${error instanceof Error ? error.message : String(error)}`
  }
}

const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
