/** How many rows are drawn beyond those in sight: where they come into sight, and where they leave it. */
const ahead = 16
const behind = 2

/** Which rows of a grid are in sight below its headings. All have the same height, so that this is known without drawing them. */
export class RowsInSight {
  /** Where what is in sight starts and how high it is, in pixels. */
  private top = 0
  private height = 0
  private isUpward = false

  constructor(
    private readonly view: HTMLElement,
    private readonly head: HTMLElement,
    /** In pixels. */
    private readonly rowHeight: number,
    onChange: () => void,
  ) {
    view.addEventListener('scroll', () => {
      this.takeTop()
      onChange()
    }, { passive: true })
    const observer = new ResizeObserver(() => {
      this.height = view.clientHeight - head.offsetHeight
      onChange()
    })
    observer.observe(view)
    observer.observe(head)
  }

  /** The rows to draw of so many, both ends included: those in sight and some more. The last is before the first where there are none. */
  toDraw(total: number): { first: number; last: number } {
    const first = Math.floor(this.top / this.rowHeight)
    const last = Math.ceil((this.top + this.height) / this.rowHeight) - 1
    const [above, below] = this.isUpward ? [ahead, behind] : [behind, ahead]
    return { first: Math.max(0, Math.min(first, total) - above), last: Math.min(total - 1, last + below) }
  }

  /** How many whole rows there is room for, at least one. */
  get room(): number {
    return Math.max(1, Math.floor(this.height / this.rowHeight))
  }

  /** Scrolls as little as brings a row in sight. */
  bringIn(row: number): void {
    const start = row * this.rowHeight
    const end = start + this.rowHeight - (this.view.clientHeight - this.head.offsetHeight)
    if (start < this.view.scrollTop) this.view.scrollTop = start
    else if (end > this.view.scrollTop) this.view.scrollTop = end
    this.takeTop()
  }

  private takeTop(): void {
    const { scrollTop } = this.view
    if (scrollTop !== this.top) this.isUpward = scrollTop < this.top
    this.top = scrollTop
  }
}
