import type { Graph } from '../../../shared/protocol/graph.ts'
import type { ShownGraph } from '../../../shared/protocol/graph-page.ts'
import { mermaidOf } from '../../../shared/views/graph/mermaid.ts'
import { element } from '../dom.ts'
import { onEvent } from '../host.ts'
import { reloader } from '../reloader.ts'
import { Drawing } from './drawing.ts'
import { layoutOf } from './layout.ts'
import { sendRequest } from './request.ts'
import './graph.css'

/** The graph of records and references of a file, of the workspace, or around one record. */

let graph: Graph | undefined
let depth: number | null = null

const drawing = new Drawing(({ uri, line }) => void sendRequest('open', { uri, line }))
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
  element('button', { text: 'Fit', title: 'Fit the graph into the view (0)', onClick: () => drawing.fit() }),
  element('button', { text: 'Save as SVG…', onClick: () => void save('svg') }),
  element('button', { text: 'Save as Mermaid…', onClick: () => void save('mermaid') }),
)
document.body.append(
  element('main', {}, element('h1', { class: 'unseen', text: document.title }), toolbar, summary, drawing.view, legend),
)

const reload = reloader(async () => {
  try {
    const shown = await sendRequest('graph', { depth })
    if (shown) show(shown)
  } catch (error) {
    summary.textContent = `Could not read the records: ${error instanceof Error ? error.message : String(error)}`
  }
})
onEvent(event => {
  if (event === 'changed') void reload()
})
void reload()

function show(shown: ShownGraph): void {
  const isFirst = graph === undefined || depth !== shown.depth
  // A graph that has not changed stays where the user moved it.
  if (JSON.stringify(graph) === JSON.stringify(shown.graph) && !isFirst) return
  graph = shown.graph
  depth = shown.depth
  const domains = [...new Set(graph.nodes.map(({ domain }) => domain))].sort()
  summary.textContent = summaryOf(graph)
  legend.replaceChildren(
    ...domains.map((domain, index) => element('li', { class: `domain${index % 6}`, text: domain })),
  )
  if (graph.nodes.some(({ isDangling }) => isDangling))
    legend.append(element('li', { class: 'dangling', text: 'no record has this id' }))
  showDepths()
  drawing.show(layoutOf(graph), domains)
  if (isFirst) drawing.fit()
}

function summaryOf({ nodes, edges, alone, leftOut }: Graph): string {
  if (nodes.length === 0)
    return alone === 0 ? 'There are no records yet.' : `None of the ${count(alone, 'record')} refers to another one.`
  return [
    `${count(nodes.length, 'record')} and ${count(edges.length, 'reference')}.`,
    alone > 0 ? `${count(alone, 'record')} without references ${alone === 1 ? 'is' : 'are'} not shown.` : '',
    leftOut > 0
      ? `${count(leftOut, 'more record')} ${leftOut === 1 ? 'is' : 'are'} left out. To see them, put the cursor in a record and run "Show References as Graph".`
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

async function save(format: 'svg' | 'mermaid'): Promise<void> {
  if (!graph) return
  try {
    await sendRequest('save', { format, text: format === 'svg' ? drawing.asSvg() : mermaidOf(graph) })
  } catch (error) {
    summary.textContent = `Could not save the graph: ${error instanceof Error ? error.message : String(error)}`
  }
}

const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
