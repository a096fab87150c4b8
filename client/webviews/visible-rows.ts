/** The number of rows to draw outside the view: in the direction of scrolling, and in the other. */
const rowsAhead = 16
const rowsBehind = 2

/** Computes which rows of a list are visible below its headings. All rows have the same height. */
export class VisibleRows {
  private total = 0
  private lastTop = 0
  private isUpward = false
  /** What was drawn last, so that a small scroll draws nothing. */
  private drawn = ''

  /** @param onChange called when other rows become visible */
  constructor(
    private readonly view: HTMLElement,
    private readonly head: HTMLElement,
    /** In pixels. */
    public rowHeight: number,
    private readonly onChange: () => void,
  ) {
    view.addEventListener('scroll', () => this.refresh(), { passive: true })
    new ResizeObserver(() => this.refresh()).observe(view)
  }

  /** Sets the number of rows. */
  setTotal(total: number): void {
    this.total = total
  }

  /** The rows to draw, both ends included: the visible rows and some more. `last` is -1 if there are none. */
  get toDraw(): { first: number; last: number } {
    const { scrollTop, clientHeight } = this.view
    const [above, below] = this.isUpward ? [rowsAhead, rowsBehind] : [rowsBehind, rowsAhead]
    const visible = Math.ceil((scrollTop + clientHeight - this.head.offsetHeight) / this.rowHeight)
    const last = Math.min(this.total, visible + below) - 1
    return { first: Math.max(0, Math.min(this.top - above, last)), last }
  }

  /** The number of whole rows that fit into the view, at least 1. */
  get room(): number {
    return Math.max(1, Math.floor((this.view.clientHeight - this.head.offsetHeight) / this.rowHeight))
  }

  /** The first row that is at least partly visible. */
  get top(): number {
    return Math.floor(this.view.scrollTop / this.rowHeight)
  }

  /** Scrolls a row into the view, as little as possible. */
  scrollTo(row: number): void {
    const start = row * this.rowHeight
    const end = start + this.rowHeight + this.head.offsetHeight
    if (start < this.view.scrollTop) this.view.scrollTop = start
    else if (end > this.view.scrollTop + this.view.clientHeight) this.view.scrollTop = end - this.view.clientHeight
  }

  private refresh(): void {
    const { scrollTop } = this.view
    if (scrollTop !== this.lastTop) this.isUpward = scrollTop < this.lastTop
    this.lastTop = scrollTop
    const { first, last } = this.toDraw
    // Rows outside the view are drawn ahead, so not each of them is worth a drawing.
    const drawn = `${Math.floor(first / rowsBehind)} ${Math.floor(last / rowsBehind)} ${this.isUpward}`
    if (drawn === this.drawn) return
    this.drawn = drawn
    this.onChange()
  }
}
