import type { TableRow } from '../../../shared/protocol/table.ts'
import { element, setAttribute } from '../dom.ts'
import { type CellView, createCell, createRowHeading, fillCell, fillRowHeading, newRow } from './cell.ts'
import type { ShownColumn } from './columns.ts'
import type { Rows } from './rows.ts'
import { isIn, isSameRectangle, type Rectangle } from './selection.ts'

/** The elements of a row, and what they show, so that an unchanged row is not drawn again. */
interface DrawnRow {
  readonly element: HTMLElement
  readonly heading: CellView
  readonly cells: readonly CellView[]
  shown?: { readonly index: number; readonly data: TableRow | undefined; readonly selected: Rectangle }
}

/** The elements of the visible rows. Elements of rows that are no longer visible are reused. */
export class DrawnRows {
  private readonly drawn = new Map<number, DrawnRow>()
  private readonly spare: DrawnRow[] = []
  private columns: readonly ShownColumn[] = []

  constructor(
    private readonly body: HTMLElement,
    private readonly rows: Rows,
    /** The height of a row, in pixels. */
    private readonly height: number,
  ) {}

  /** Removes all rows and sets other columns. */
  reset(columns: readonly ShownColumn[]): void {
    this.columns = columns
    this.body.replaceChildren()
    this.drawn.clear()
    this.spare.length = 0
  }

  /** The element of a row; undefined for a row that is not visible. */
  at(index: number): HTMLElement | undefined {
    return this.drawn.get(index)?.element
  }

  /** Draws the rows from `first` to `last`, both included, and the selected cells in them. */
  draw(first: number, last: number, selected: Rectangle): void {
    for (const [index, row] of this.drawn) {
      if (index >= first && index <= last) continue
      this.drawn.delete(index)
      this.spare.push(row)
    }
    for (let index = first; index <= last; index++) this.fill(this.take(index), index, selected)
    for (const { element } of this.spare) element.hidden = true
  }

  private take(index: number): DrawnRow {
    let row = this.drawn.get(index)
    if (row) return row
    row = this.spare.pop() ?? this.create()
    row.element.style.top = `${index * this.height}px`
    this.drawn.set(index, row)
    return row
  }

  private create(): DrawnRow {
    const heading = createRowHeading()
    const cells = this.columns.map(createCell)
    const row = element(
      'div',
      { class: 'row', attributes: { role: 'row' } },
      heading.element,
      ...cells.map(({ element }) => element),
    )
    this.body.append(row)
    return { element: row, heading, cells }
  }

  private fill(row: DrawnRow, index: number, selected: Rectangle): void {
    const { element: drawn, heading, cells, shown } = row
    const data = index < this.rows.total ? this.rows.at(index) : newRow
    drawn.hidden = false
    drawn.classList.toggle('new', data === newRow)
    if (shown?.index === index && shown.data === data && isSameRectangle(shown.selected, selected)) return
    row.shown = { index, data, selected }
    setAttribute(drawn, 'aria-rowindex', index + 2)
    fillRowHeading(heading, data)
    this.columns.forEach((column, place) => {
      const cell = cells[place]!
      const isSelected = isIn(selected, index, place)
      fillCell(cell, column, data)
      cell.element.classList.toggle('selected', isSelected)
      setAttribute(cell.element, 'aria-selected', isSelected || undefined)
    })
  }
}
