import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type Range,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core'

/** The number of rows to draw outside the view: in the direction of scrolling, and in the other. */
const ahead = 16
const behind = 2

/** Computes which rows of a grid are visible below its headings. All rows have the same height. */
export class VisibleRows {
  private readonly virtualizer: Virtualizer<HTMLElement, HTMLElement>

  /** @param onChange called when other rows become visible */
  constructor(
    private readonly view: HTMLElement,
    private readonly head: HTMLElement,
    /** In pixels. */
    private readonly rowHeight: number,
    private readonly onChange: () => void,
  ) {
    this.virtualizer = new Virtualizer(this.optionsFor(0))
    this.virtualizer._didMount()
  }

  /** Sets the number of rows, and measures the headings again. */
  setTotal(total: number): void {
    this.virtualizer.setOptions(this.optionsFor(total))
    this.virtualizer._willUpdate()
  }

  /** The rows to draw, both ends included: the visible rows and some more. `last` is -1 if there are none. */
  get toDraw(): { first: number; last: number } {
    const indexes = this.virtualizer.getVirtualIndexes()
    return { first: indexes[0] ?? 0, last: indexes.at(-1) ?? -1 }
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
    this.virtualizer.scrollToIndex(row, { align: 'auto' })
  }

  private optionsFor(count: number): VirtualizerOptions<HTMLElement, HTMLElement> {
    const headHeight = this.head.offsetHeight
    return {
      count,
      getScrollElement: () => this.view,
      estimateSize: () => this.rowHeight,
      rangeExtractor: range => this.extend(range),
      scrollMargin: headHeight,
      scrollPaddingStart: headHeight,
      scrollToFn: elementScroll,
      observeElementRect,
      observeElementOffset,
      onChange: this.onChange,
    }
  }

  private extend({ startIndex, endIndex, count }: Range): number[] {
    const [above, below] = this.virtualizer.scrollDirection === 'backward' ? [ahead, behind] : [behind, ahead]
    const first = Math.max(0, startIndex - above)
    const last = Math.min(count - 1, endIndex + below)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  }
}
