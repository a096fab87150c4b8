import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type Range,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core'

/** How many rows are drawn beyond those in sight: where they come into sight, and where they leave it. */
const ahead = 16
const behind = 2

/** Which rows of a grid are in sight below its headings. All have the same height. */
export class RowsInSight {
  private readonly virtualizer: Virtualizer<HTMLElement, HTMLElement>

  /** @param onChange called when other rows come into sight */
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

  /** Takes in that there are so many rows now, or that the headings have another height. */
  setTotal(total: number): void {
    this.virtualizer.setOptions(this.optionsFor(total))
    this.virtualizer._willUpdate()
  }

  /** The rows to draw, both ends included: those in sight and some more. The last is before the first where there are none. */
  get toDraw(): { first: number; last: number } {
    const indexes = this.virtualizer.getVirtualIndexes()
    return { first: indexes[0] ?? 0, last: indexes.at(-1) ?? -1 }
  }

  /** How many whole rows there is room for, at least one. */
  get room(): number {
    return Math.max(1, Math.floor((this.view.clientHeight - this.head.offsetHeight) / this.rowHeight))
  }

  /** Scrolls as little as brings a row in sight. */
  bringIn(row: number): void {
    this.virtualizer.scrollToIndex(row, { align: 'auto' })
  }

  private optionsFor(count: number): VirtualizerOptions<HTMLElement, HTMLElement> {
    const headHeight = this.head.offsetHeight
    return {
      count,
      getScrollElement: () => this.view,
      estimateSize: () => this.rowHeight,
      rangeExtractor: range => this.withSomeMore(range),
      scrollMargin: headHeight,
      scrollPaddingStart: headHeight,
      scrollToFn: elementScroll,
      observeElementRect,
      observeElementOffset,
      onChange: this.onChange,
    }
  }

  private withSomeMore({ startIndex, endIndex, count }: Range): number[] {
    const [above, below] = this.virtualizer.scrollDirection === 'backward' ? [ahead, behind] : [behind, ahead]
    const first = Math.max(0, startIndex - above)
    const last = Math.min(count - 1, endIndex + below)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  }
}
