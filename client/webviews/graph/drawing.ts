import { select } from 'd3-selection'
import { zoom, zoomIdentity } from 'd3-zoom'
import { localize } from '../../../shared/domains/localize.ts'
import type { GraphNode } from '../../../shared/protocol/graph.ts'
import { allowedInXml } from '../../../shared/syntax/xml-text.ts'
import { referencesOnPage } from '../page-counts.ts'
import { colorClass } from '../palette.ts'
import { svgElement } from '../svg.ts'
import { boxWidth, titleLine } from './boxes.ts'
import type { GraphLayout, PlacedEdge, PlacedNode } from './layout.ts'
import { nearestPlace } from './nearest-place.ts'

/** What the colors of a graph mean: the state or the domain of a record. */
export interface Colors {
  readonly meanings: readonly string[]
  of(node: GraphNode): string
}

interface DrawingEvents {
  /** The user chose a record. */
  open(node: GraphNode): void
  /** The user wants to see the records around a record that are not shown. */
  expand(node: GraphNode): void
}

/** The least scale at which a graph opens: its text has 9 pixels then. */
const openingScale = 0.75

/** The picture of a graph. The mouse and the arrow keys move it; the wheel, + and - zoom. */
export class Drawing {
  readonly view = svgElement('svg', {
    class: 'graph',
    role: 'group',
    'aria-label': localize('Records and their references'),
    tabindex: 0,
  })
  private readonly content = svgElement('g', {})
  private readonly zooming = zoom<SVGSVGElement, unknown>()
    .scaleExtent([0.05, 4])
    .on('zoom', ({ transform }) => this.content.setAttribute('transform', String(transform)))
  private picture = { width: 0, height: 0 }
  /** The records with their elements, in the order of the layout. */
  private placed: readonly {
    readonly x: number
    readonly y: number
    readonly words: string
    readonly key: string
    readonly view: SVGElement
  }[] = []
  /** The number of the record that the search shows. */
  private found = -1

  constructor(private readonly events: DrawingEvents) {
    this.view.append(arrowHead(), this.content)
    select(this.view).call(this.zooming).on('dblclick.zoom', null)
    this.view.addEventListener('keydown', event => this.move(event))
  }

  /** Replaces the graph that is drawn. */
  show({ nodes, edges, width, height }: GraphLayout, colors: Colors): void {
    this.picture = { width, height }
    this.placed = []
    this.content.replaceChildren(...edges.map(edgeView), ...nodes.map(node => this.nodeView(node, colors)))
  }

  /**
   * Makes all records pale but those with a text in their tag, id, title or state.
   *
   * @returns how many have it
   */
  search(text: string): number {
    const wanted = text.trim().toLowerCase()
    this.found = -1
    let count = 0
    for (const { view, words } of this.placed) {
      const isFound = words.includes(wanted)
      view.classList.toggle('pale', !isFound)
      if (isFound) count++
    }
    return count
  }

  /** Shows the next record that the search has found. */
  showNext(): void {
    const all = this.placed.filter(({ view }) => !view.classList.contains('pale'))
    this.found = (this.found + 1) % Math.max(1, all.length)
    const next = all[this.found]
    if (!next) return
    for (const { view } of this.placed) view.classList.toggle('found', view === next.view)
    this.reveal(next)
  }

  /** Moves the picture until a place is in the middle of the view. */
  private reveal({ x, y }: { readonly x: number; readonly y: number }): void {
    select(this.view).call(this.zooming.translateTo, x, y)
  }

  /** The size of the view in pixels. */
  get size(): { width: number; height: number } {
    return { width: this.view.clientWidth, height: this.view.clientHeight }
  }

  /** Shows the whole picture, or if its text could not be read then, the part with a record. */
  open(key: string | undefined): void {
    const { x, y } = this.placed.find(place => place.key === key) ?? { x: 0, y: 0 }
    this.scaleTo(Math.max(openingScale, this.fittingScale), x, y)
  }

  /** Scales the picture to fit into the view. */
  fit(): void {
    this.scaleTo(this.fittingScale, 0, 0)
  }

  private get fittingScale(): number {
    const { clientWidth, clientHeight } = this.view
    const { width, height } = this.picture
    return Math.min(1, clientWidth / Math.max(1, width), clientHeight / Math.max(1, height))
  }

  /** Scales the picture, with a place of it as near to the middle of the view as leaves no room empty. */
  private scaleTo(scale: number, x: number, y: number): void {
    const start = (space: number, size: number, place: number): number =>
      size * scale <= space
        ? (space - size * scale) / 2
        : Math.min(0, Math.max(space - size * scale, space / 2 - place * scale))
    const { clientWidth, clientHeight } = this.view
    const { width, height } = this.picture
    const transform = zoomIdentity.translate(start(clientWidth, width, x), start(clientHeight, height, y)).scale(scale)
    select(this.view).call(this.zooming.transform, transform)
  }

  /** The picture as the text of an SVG file, with the current colors. */
  asSvg(): string {
    const { width, height } = this.picture
    const copy = this.view.cloneNode(true) as SVGSVGElement
    const originals = this.view.querySelectorAll('*')
    for (const [index, part] of copy.querySelectorAll('*').entries()) keepLook(part, originals[index]!)
    for (const [name, value] of Object.entries({
      xmlns: 'http://www.w3.org/2000/svg',
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
    }))
      copy.setAttribute(name, String(value))
    copy.querySelector(':scope > g')?.removeAttribute('transform')
    const background = svgElement('rect', { width, height, fill: getComputedStyle(document.body).backgroundColor })
    copy.prepend(background)
    return svgFileOf(new XMLSerializer().serializeToString(copy))
  }

  private nodeView({ node, box, x, y }: PlacedNode, colors: Colors): SVGElement {
    const { ofTag, tag, id, title, state, isDangling, isCenter, hidden } = node
    const name = `${tag} ${id}`.trim()
    const look = isDangling ? 'dangling' : colorClass(colors.meanings.indexOf(colors.of(node)))
    const titled = [name, title, state].filter(Boolean).join(', ')
    const ofRecord = isDangling
      ? localize('{name}, no record has this id', { name })
      : `${titled} (${fileAndLineOf(node)})`
    const spoken = ofTag === undefined ? ofRecord : titled
    const view = svgElement(
      'g',
      {
        class: `node ${look}${isCenter ? ' center' : ''}`,
        tabindex: 0,
        role: 'link',
        transform: `translate(${x - boxWidth / 2},${y - box.height / 2})`,
      },
      svgElement('title', {}, spoken),
      svgElement('rect', { width: boxWidth, height: box.height, rx: 4 }),
      svgElement('rect', { class: 'stripe', width: 5, height: box.height, rx: 2 }),
      // A nested svg element clips what does not fit into the box.
      svgElement('svg', { width: boxWidth - 4, height: box.height }, ...boxTexts(box)),
    )
    onActivate(view, () => this.events.open(node))
    this.placed = [...this.placed, { x, y, words: titled.toLowerCase(), key: node.key, view }]
    if (hidden === 0) return view
    return svgElement('g', {}, view, this.expandView(node, x + boxWidth / 2, y - box.height / 2))
  }

  /** A button at the right upper corner of a record: how many of its neighbors are not shown. */
  private expandView(node: GraphNode, x: number, y: number): SVGElement {
    const { tag, id, hidden } = node
    const text = `+${hidden}`
    const width = 10 + text.length * 7
    const view = svgElement(
      'g',
      {
        class: 'expand',
        tabindex: 0,
        role: 'button',
        transform: `translate(${x - width / 2},${y - 8})`,
      },
      svgElement(
        'title',
        {},
        localize('Show the records around {record}: {count} more', { record: `${tag} ${id}`.trim(), count: hidden }),
      ),
      svgElement('rect', { width, height: 16, rx: 8 }),
      svgElement('text', { x: width / 2, y: 12, 'text-anchor': 'middle' }, text),
    )
    onActivate(view, () => this.events.expand(node))
    return view
  }

  private move(event: KeyboardEvent): void {
    const here = this.placed.find(({ view }) => view === event.target)
    const next = here && nearestPlace(this.placed, here, event.key)
    if (next) {
      event.preventDefault()
      next.view.focus()
      this.reveal(next)
      return
    }
    const by = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[event.key]
    const chosen = select(this.view)
    if (by) chosen.call(this.zooming.translateBy, by[0]!, by[1]!)
    else if (event.key === '+') chosen.call(this.zooming.scaleBy, 1.25)
    else if (event.key === '-') chosen.call(this.zooming.scaleBy, 0.8)
    else if (event.key === '0') this.fit()
    else return
    event.preventDefault()
  }
}

/** The lines of the name and of the title. */
function boxTexts({ name, title, letters }: PlacedNode['box']): SVGElement[] {
  const top = 4 + letters
  const names = name.map((line, index) =>
    svgElement('text', { x: 12, y: top + index * (letters + 4), class: `name letters${letters}` }, line),
  )
  const start = top + (name.length - 1) * (letters + 4) + 2
  const titles = title.map((line, index) =>
    svgElement('text', { x: 12, y: start + (index + 1) * titleLine, class: 'title' }, line),
  )
  return [...names, ...titles]
}

/** Calls a function after a click, Enter or the space bar. */
function onActivate(view: SVGElement, run: () => void): void {
  view.addEventListener('click', run)
  view.addEventListener('keydown', event => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    run()
  })
}

/** The name of the file and the line of a record. */
const fileAndLineOf = ({ uri, line }: GraphNode): string =>
  `${decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1))}:${line + 1}`

function edgeView({ edge: { field, count }, points }: PlacedEdge): SVGElement {
  return svgElement(
    'g',
    { class: 'edge' },
    svgElement('title', {}, count === undefined ? field : `${field}: ${referencesOnPage(count)}`),
    svgElement('path', { d: curveThrough(points), 'marker-end': 'url(#arrow)' }),
  )
}

/** The path of a curve from the first point to the last one, along those between. */
function curveThrough(points: PlacedEdge['points']): string {
  const bends = points.slice(1, -1).map(({ x, y }, index) => {
    const next = points[index + 2]!
    return `Q${x},${y} ${(x + next.x) / 2},${(y + next.y) / 2}`
  })
  const at = (point = { x: 0, y: 0 }): string => `${point.x},${point.y}`
  return `M${at(points[0])}${bends.join('')}L${at(points.at(-1))}`
}

const arrowHead = (): SVGElement =>
  svgElement(
    'defs',
    {},
    svgElement(
      'marker',
      { id: 'arrow', viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto' },
      svgElement('path', { class: 'arrow', d: 'M0 0L8 4L0 8z' }),
    ),
  )

/** Writes the styles of an element into the attributes of its copy, which has no style sheet. */
function keepLook(part: Element, original: Element): void {
  const style = getComputedStyle(original)
  for (const name of [
    'fill',
    'stroke',
    'stroke-width',
    'stroke-dasharray',
    'font-size',
    'font-family',
    'font-weight',
  ]) {
    part.setAttribute(name, style.getPropertyValue(name))
  }
  for (const name of ['class', 'tabindex', 'role']) part.removeAttribute(name)
}

/**
 * The text of an SVG file from what a browser writes. A browser also writes characters of an id that no program could
 * read in XML.
 */
const svgFileOf = (serialized: string): string => allowedInXml(serialized)
