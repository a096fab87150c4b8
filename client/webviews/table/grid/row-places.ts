import { VisibleRows } from '../../visible-rows.ts'
import { GroupHeadings } from './group-headings.ts'

/** The height of a row with some lines of text, in pixels; the style sheet has the same numbers. */
const heightOfLines = (lines: number): number => (lines > 1 ? lines * 18 + 7 : 24)

/** The elements that rows are in. */
interface RowElements {
  /** The scrolling element. */
  readonly view: HTMLElement
  readonly grid: HTMLElement
  readonly head: HTMLElement
  readonly body: HTMLElement
}

/**
 * Where the rows of a grid are, between the headings of groups, and which of them are visible. All are equally high.
 */
export class RowPlaces {
  readonly headings: GroupHeadings
  private readonly visible: VisibleRows
  /** In pixels. */
  height = heightOfLines(1)

  /** @param draw is called when other rows become visible */
  constructor(
    private readonly elements: RowElements,
    draw: () => void,
  ) {
    const { view, head, body } = elements
    this.headings = new GroupHeadings(body, this.height)
    this.visible = new VisibleRows(view, head, this.height, draw)
  }

  /** Gives rows room for some lines of text. */
  showLines(lines: number): void {
    const height = heightOfLines(lines)
    if (height === this.height) return
    this.height = height
    this.visible.rowHeight = height
    this.headings.height = height
    const { grid } = this.elements
    grid.classList.toggle('wrapped', lines > 1)
    grid.style.setProperty('--lines', String(lines))
    grid.style.setProperty('--row-height', `${height}px`)
  }

  /** Sets the number of rows. */
  setTotal(rows: number): void {
    const { body } = this.elements
    const places = this.headings.placeOf(rows)
    body.hidden = places === 0
    body.style.height = `${places * this.height}px`
    this.visible.setTotal(places)
  }

  /** Where a row begins among the rows, in pixels. */
  offsetOf(row: number): number {
    return this.headings.placeOf(row) * this.height
  }

  /** Where a row begins in the scrolled content, in pixels. */
  topOf(row: number): number {
    return this.elements.head.offsetHeight + this.offsetOf(row)
  }

  /** The row whose upper edge is next to a place in the window, in pixels. */
  borderAt(clientY: number): number {
    const { top } = this.elements.body.getBoundingClientRect()
    return this.headings.rowsAbove(Math.round((clientY - top) / this.height))
  }

  /** The rows to draw, both ends included: the visible ones and some more. */
  get toDraw(): { readonly first: number; readonly last: number } {
    const { first, last } = this.visible.toDraw
    return { first: this.headings.rowsAbove(first), last: this.headings.rowsAbove(last + 1) - 1 }
  }

  /** The places to draw among rows and headings, likewise. */
  get placesToDraw(): { readonly first: number; readonly last: number } {
    return this.visible.toDraw
  }

  /** The first row that is at least partly visible. */
  get top(): number {
    return this.headings.rowsAbove(this.visible.top)
  }

  /** The number of rows that fit into the view. */
  get room(): number {
    return this.visible.room
  }

  /** Scrolls a row into the view, as little as possible. */
  scrollTo(row: number): void {
    this.visible.scrollTo(this.headings.placeOf(row))
  }

  /** Scrolls the heading of a group into the view. */
  scrollToHeading(group: number): void {
    this.visible.scrollTo(this.headings.placeOfHeading(group))
  }
}
