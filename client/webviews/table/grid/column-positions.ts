import type { ShownColumn } from './columns.ts'

/** Where the columns of a grid are: their widths, and which of them stay when it is scrolled sideways. In pixels. */
export class ColumnPositions {
  shown: readonly ShownColumn[] = []
  /** How many columns stay when the grid is scrolled sideways. */
  frozen = 1
  /** The width of the headings of rows. */
  private headingWidth = 0

  /**
   * @param view the scrolling element
   * @param grid the element whose style gets the widths
   */
  constructor(
    private readonly view: HTMLElement,
    private readonly grid: HTMLElement,
  ) {}

  /**
   * Shows other columns.
   *
   * @param frozen how many should stay when the grid is scrolled sideways
   */
  show(columns: readonly ShownColumn[], headingWidth: number, frozen: number): void {
    this.headingWidth = headingWidth
    this.resize(columns)
    this.frozen = this.frozenWithin(frozen, this.view.clientWidth)
    this.placeFrozen()
  }

  /** Changes the widths of the columns; returns whether there is a change. */
  resize(columns: readonly ShownColumn[]): boolean {
    this.shown = columns
    const widths = [this.headingWidth, ...columns.map(({ width }) => width)]
    const tracks = widths.map(width => `${width}px`).join(' ')
    if (this.grid.style.getPropertyValue('--columns') === tracks) return false
    this.grid.style.setProperty('--columns', tracks)
    this.grid.style.setProperty('--heading', `${this.headingWidth}px`)
    this.grid.style.setProperty('--width', `${widths.reduce((sum, width) => sum + width, 0)}px`)
    this.placeFrozen()
    return true
  }

  /** Where a column is in the scrolled content, and its width. Frozen columns do not scroll sideways. */
  areaOf(column: number): { readonly left: number; readonly width: number } {
    const start = this.startOf(column)
    return {
      left: column < this.frozen ? start + this.view.scrollLeft : start,
      width: this.shown[column]?.width ?? 0,
    }
  }

  /** Whether frozen columns are over the end of a column. */
  isCovered(column: number): boolean {
    if (column < this.frozen) return false
    return this.startOf(column + 1) < this.view.scrollLeft + this.startOf(this.frozen)
  }

  /** Scrolls to a column. The first columns cover the others, so a cell can be inside the view and still be hidden. */
  scrollTo(column: number): void {
    if (column < this.frozen) return
    const start = this.startOf(column)
    const end = start + (this.shown[column]?.width ?? 0)
    const covered = this.startOf(this.frozen)
    if (start - covered < this.view.scrollLeft) this.view.scrollLeft = Math.max(0, start - covered)
    else if (end > this.view.scrollLeft + this.view.clientWidth) this.view.scrollLeft = end - this.view.clientWidth
  }

  /** Where a column begins if the grid is not scrolled. */
  private startOf(column: number): number {
    return this.shown.slice(0, column).reduce((sum, { width }) => sum + width, this.headingWidth)
  }

  /** The frozen columns stay visible over the others, so scrolling must not stop behind them. */
  private placeFrozen(): void {
    let left = this.headingWidth
    for (const [index, { width }] of this.shown.slice(0, this.frozen).entries()) {
      this.grid.style.setProperty(`--left-${index}`, `${left}px`)
      left += width
    }
    this.view.style.scrollPaddingLeft = `${left}px`
  }

  /** How many columns can stay, so that others still have room beside them. */
  private frozenWithin(frozen: number, room: number): number {
    let [count, width] = [0, this.headingWidth]
    for (const column of this.shown.slice(0, frozen)) {
      width += column.width
      if (width > room * 0.75) break
      count++
    }
    return Math.max(1, count)
  }
}
