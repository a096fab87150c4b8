import '../page-language.ts'
import { withCommas } from '../../../shared/basics/text.ts'
import { localize } from '../../../shared/domains/localize.ts'
import { type Graph, type GraphNode, type GraphRecord, nodeLimit } from '../../../shared/protocol/graph.ts'
import type { graphPageRequests, ShownGraph } from '../../../shared/protocol/graph-page.ts'
import { mermaidOf } from '../../../shared/views/graph/mermaid.ts'
import { button, element, summaryLine } from '../dom.ts'
import { messageOfError, requester } from '../host.ts'
import { keepLoaded } from '../keep-loaded.ts'
import { restOfList } from '../page-counts.ts'
import { colorClass } from '../palette.ts'
import { showSoFar } from '../so-far.ts'
import type { MeasureText } from './boxes.ts'
import { type Colors, Drawing } from './drawing.ts'
import { layoutOf } from './layout.ts'
import { summaryOf } from './summary.ts'
import './graph.css'

interface LeftOutEvents {
  /** Shows another group of connected records. */
  group(index: number): void
  /** Shows more records of the same group. */
  more(): void
  open(record: GraphRecord): void
}

/** What a graph does not show, with the ways to it: other groups, more of this one, and records without references. */
class LeftOutView {
  /** The controls of the toolbar. */
  readonly view = element('span', { class: 'groups', attributes: { role: 'group', 'aria-label': localize('Groups') } })
  /** The records without references. */
  readonly list = element('details', { class: 'alone' })

  constructor(private readonly events: LeftOutEvents) {}

  show(graph: Graph): void {
    const isOfTags = graph.nodes.some(({ ofTag }) => ofTag !== undefined)
    const all = button(localize('Show Records'), localize('Show single records instead of their tags'), () =>
      this.events.more(),
    )
    this.view.replaceChildren(...(isOfTags ? [all] : this.controls(graph)))
    this.showAlone(graph)
  }

  private controls({ groups, group, nodes }: Graph): HTMLElement[] {
    const shown = group === null ? undefined : groups[group]
    if (group === null || !shown) return []
    const select = element('select', { attributes: { 'aria-label': localize('Group of connected records') } })
    for (const [index, { label, title, count }] of groups.entries()) {
      const text = `${index + 1}: ${[label, title].filter(Boolean).join(' · ')} (${withCommas(count)})`
      select.append(element('option', { text, attributes: { value: index } }))
    }
    select.value = String(group)
    select.addEventListener('change', () => this.events.group(Number(select.value)))
    const step = (text: string, title: string, index: number): HTMLElement => {
      const made = button(text, title, () => this.events.group(index))
      if (!groups[index]) made.setAttribute('disabled', '')
      return made
    }
    const hasMore = nodes.some(({ hidden }) => hidden > 0) && nodes.length < 300
    return [
      step('◀', localize('Previous group'), group - 1),
      select,
      step('▶', localize('Next group'), group + 1),
      ...(hasMore
        ? [button(localize('Show More'), localize('Show up to 300 records of this group'), () => this.events.more())]
        : []),
    ]
  }

  private showAlone({ alone, aloneRecords }: Graph): void {
    this.list.hidden = aloneRecords.length === 0
    const more = alone - aloneRecords.length
    this.list.replaceChildren(
      element('summary', { text: localize('Records without references: {count}', { count: withCommas(alone) }) }),
      element(
        'ul',
        {},
        ...aloneRecords.map(record =>
          element(
            'li',
            {},
            element('button', { class: 'link', text: record.label, onClick: () => this.events.open(record) }),
            document.createTextNode(` ${record.title}`),
          ),
        ),
        ...(more > 0 ? [element('li', { text: restOfList(more) })] : []),
      ),
    )
  }
}

/** Sends a request of this page to the extension. */
const sendRequest = requester<typeof graphPageRequests>()

/** The graph of records and references of a file, of the workspace, or around one record. */

let graph: Graph | undefined
let depth: number | null = null
/** What the user chose to see instead of what the view was opened for. */
let chosen: { center?: RecordPosition; tag?: string; group?: number; limit?: number } = {}

interface RecordPosition {
  readonly uri: string
  readonly line: number
}

const open = ({ uri, line }: RecordPosition): void => void sendRequest('open', { uri, line })
const drawing = new Drawing({
  open: node => (node.ofTag === undefined ? open(node) : choose({ tag: node.ofTag })),
  expand: ({ uri, line }) => choose({ center: { uri, line } }),
})
const leftOut = new LeftOutView({
  group: group => choose({ ...(chosen.tag !== undefined && { tag: chosen.tag }), group }),
  more: () => choose({ ...chosen, limit: nodeLimit }),
  open,
})
const heading = element('h1', { class: 'unseen', text: document.title })
const back = button(localize('Back'), localize('Back to the graph that was opened'), () => choose({}))
const summary = summaryLine()
const legend = element('ul', { class: 'legend', attributes: { 'aria-label': localize('Colors and sizes') } })
const depths = element('span', {
  class: 'depths',
  attributes: { role: 'group', 'aria-label': localize('How many references away') },
})
const search = element('input', {
  class: 'search',
  attributes: {
    type: 'search',
    placeholder: localize('Search'),
    'aria-label': localize('Search the records'),
    spellcheck: 'false',
  },
})
const matches = element('span', { class: 'matches', attributes: { role: 'status' } })
search.addEventListener('input', () => {
  const count = drawing.search(search.value)
  matches.textContent = search.value.trim() === '' ? '' : localize('{count} found', { count: withCommas(count) })
})
search.addEventListener('keydown', event => {
  if (event.key === 'Enter') drawing.showNext()
})
addEventListener('keydown', event => {
  if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
  event.preventDefault()
  search.select()
})
const toolbar = element(
  'div',
  { class: 'toolbar' },
  back,
  search,
  matches,
  depths,
  leftOut.view,
  element('button', {
    text: localize('Fit'),
    title: localize('Fit the graph into the view (0)'),
    onClick: () => drawing.fit(),
  }),
  element('button', { text: 'SVG…', title: localize('Save as SVG'), onClick: () => void save('svg') }),
  element('button', { text: 'Mermaid…', title: localize('Save as Mermaid'), onClick: () => void save('mermaid') }),
)
document.body.append(element('main', {}, heading, toolbar, summary, drawing.view, leftOut.list, legend))

const reload = keepLoaded(
  () => showSoFar(params => sendRequest('graph', { depth, ...chosen, ...params }), show),
  message => {
    summary.textContent = localize('Could not read the records: {message}', { message })
  },
)

function show(shown: ShownGraph, whatIsMissing: string): void {
  const isFirst = graph === undefined || depth !== shown.depth
  // A graph that has not changed stays where the user moved it.
  const isSame = JSON.stringify(graph) === JSON.stringify(shown.graph)
  summary.textContent = `${summaryOf(shown.graph)} ${whatIsMissing}`.trim()
  if (isSame && !isFirst) return
  heading.textContent = shown.title
  back.hidden = Object.keys(chosen).length === 0
  graph = shown.graph
  depth = shown.depth
  const colors = colorsOf(graph)
  legend.replaceChildren(
    ...colors.meanings.map((text, index) => element('li', { class: colorClass(index), text })),
    ...(graph.edges.length > 2
      ? [element('li', { class: 'sizes', text: localize('larger: more references to it') })]
      : []),
  )
  if (graph.nodes.some(({ isDangling }) => isDangling))
    legend.append(element('li', { class: 'dangling', text: localize('no record has this id') }))
  showDepths()
  leftOut.show(graph)
  drawing.show(layoutOf(graph, drawing.size, textMeasure()), colors)
  drawing.search(search.value)
  const middle = graph.nodes.find(({ isCenter }) => isCenter) ?? graph.nodes[0]
  if (isFirst) drawing.open(middle?.key)
}

/** Measures texts in the font of the editor, as the style sheet draws them. */
function textMeasure(): MeasureText {
  const context = document.createElement('canvas').getContext('2d')!
  const { fontFamily } = getComputedStyle(document.body)
  return (text, size, isBold) => {
    context.font = `${isBold ? 600 : 400} ${size}px ${fontFamily}`
    return context.measureText(text).width
  }
}

/** The colors tell the states of the records, or their domains if none has a state. */
function colorsOf({ nodes }: Graph): Colors {
  const of = nodes.some(({ state }) => state !== '')
    ? ({ state }: GraphNode): string => state
    : ({ domain }: GraphNode): string => domain
  return { of, meanings: [...new Set(nodes.map(of))].filter(Boolean).sort() }
}

/** Shows another part of the records. */
function choose(next: typeof chosen): void {
  chosen = next
  graph = undefined
  depth = null
  void reload()
}

function showDepths(): void {
  depths.hidden = depth === null
  depths.replaceChildren(
    ...[1, 2, 3].map(steps =>
      element('button', {
        text: String(steps),
        title: steps === 1 ? localize('1 reference away') : localize('{count} references away', { count: steps }),
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
  const text = format === 'svg' ? drawing.asSvg() : mermaidOf(graph)
  await sendRequest('save', { format, text }).catch((error: unknown) => {
    summary.textContent = localize('Could not save the graph: {message}', { message: messageOfError(error) })
  })
}
