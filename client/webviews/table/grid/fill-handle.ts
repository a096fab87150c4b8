import { element } from '../../dom.ts'
import { positionOf } from './pointed-cell.ts'
import { followPointer, scrollAtEdge } from './pointer-drag.ts'
import type { CellArea, CellPosition, Rectangle } from './selection.ts'

/** What the handle needs from the grid that it is in. */
interface FilledGrid {
  /** The scrolling element. */
  readonly view: HTMLElement
  /** The selected cells that can be continued; undefined if there are none. */
  source(): Rectangle | undefined
  /** The last row and the last column that a value can go into. */
  end(): CellPosition
  /** Where a cell is in the scrolled content; undefined if frozen columns cover it. */
  visibleAreaOf(cell: CellPosition): CellArea | undefined
  /** Continues the source below it or beside it. */
  fill(source: Rectangle, rows: number, columns: number): void
}

/**
 * A small square at the corner of the selection. Dragged down or to the right, it continues the selected cells there.
 * With the keyboard, the commands that fill do this.
 */
export class FillHandle {
  private readonly handle = element('div', { class: 'fill-handle', attributes: { 'aria-hidden': true, hidden: true } })
  private readonly area = element('div', { class: 'fill-area', attributes: { hidden: true } })

  constructor(private readonly grid: FilledGrid) {
    grid.view.append(this.handle, this.area)
    grid.view.addEventListener('scroll', () => this.place(), { passive: true })
    this.handle.addEventListener('pointerdown', event => this.drag(event))
  }

  /** Puts the handle at the corner of the selected cells. */
  place(): void {
    const source = this.grid.source()
    const corner = source && this.grid.visibleAreaOf({ row: source.lastRow, column: source.lastColumn })
    this.handle.hidden = !corner
    if (!corner) return
    this.handle.style.left = `${corner.left + corner.width}px`
    this.handle.style.top = `${corner.top + corner.height}px`
  }

  private drag(down: PointerEvent): void {
    const source = this.grid.source()
    if (!source || down.button !== 0) return
    // The grid keeps the keyboard.
    down.preventDefault()
    let target = { rows: 0, columns: 0 }
    followPointer({
      move: event => {
        scrollAtEdge(this.grid.view, event)
        const over = positionOf(document.elementFromPoint(event.clientX, event.clientY))
        if (over) target = this.extension(source, over)
        this.showArea(source, target)
      },
      end: event => {
        this.area.hidden = true
        if (event && (target.rows > 0 || target.columns > 0)) this.grid.fill(source, target.rows, target.columns)
      },
    })
  }

  /** How many rows below the source, or else how many columns beside it, the pointer is on. */
  private extension({ lastRow, lastColumn }: Rectangle, over: CellPosition): { rows: number; columns: number } {
    const { row, column } = this.grid.end()
    const rows = Math.max(0, Math.min(over.row, row) - lastRow)
    const columns = Math.max(0, Math.min(over.column, column) - lastColumn)
    return rows > 0 ? { rows, columns: 0 } : { rows: 0, columns }
  }

  private showArea(source: Rectangle, { rows, columns }: { rows: number; columns: number }): void {
    const first = this.grid.visibleAreaOf({ row: source.firstRow, column: source.firstColumn })
    const last = this.grid.visibleAreaOf({ row: source.lastRow + rows, column: source.lastColumn + columns })
    this.area.hidden = !first || !last || rows + columns === 0
    if (!first || !last) return
    const { style } = this.area
    style.left = `${first.left}px`
    style.top = `${first.top}px`
    style.width = `${last.left + last.width - first.left}px`
    style.height = `${last.top + last.height - first.top}px`
  }
}
