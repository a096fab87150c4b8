import type { TableRow } from '../../../shared/table/protocol.ts'
import { element, setAttribute } from '../dom.ts'
import { createCell, fillCell, fillRowHeading } from './cell.ts'
import type { ShownColumn } from './grid.ts'
import type { Rows } from './rows.ts'
import { isIn, isSameRange, type Range } from './selection.ts'

/** What an element of a row shows, to leave it as it is where that is the same. */
interface Shown {
  readonly index: number
  readonly data: TableRow | undefined
  readonly range: Range
}

/** The elements of the rows in sight. Those of rows that are no longer are taken up for others. */
export class DrawnRows {
  private readonly drawn = new Map<number, HTMLElement>()
  private readonly spare: HTMLElement[] = []
  private readonly shown = new WeakMap<HTMLElement, Shown>()
  private columns: readonly ShownColumn[] = []

  constructor(
    private readonly body: HTMLElement,
    private readonly rows: Rows,
    /** The height of a row, in pixels. */
    private readonly height: number,
  ) {}

  /** Starts anew with other columns. */
  reset(columns: readonly ShownColumn[]): void {
    this.columns = columns
    for (const row of [...this.drawn.values(), ...this.spare]) row.remove()
    this.drawn.clear()
    this.spare.length = 0
  }

  /** The element of a row; undefined for one that is out of sight. */
  at(index: number): HTMLElement | undefined {
    return this.drawn.get(index)
  }

  /** Draws the rows from one place to another, both included, and what is selected of them. */
  draw(first: number, last: number, range: Range): void {
    for (const [index, row] of this.drawn) {
      if (index >= first && index <= last) continue
      this.drawn.delete(index)
      this.spare.push(row)
    }
    for (let index = first; index <= last; index++) this.fill(this.take(index), index, range)
    for (const row of this.spare) row.hidden = true
  }

  private take(index: number): HTMLElement {
    let row = this.drawn.get(index)
    if (row) return row
    row = this.spare.pop() ?? this.body.appendChild(this.create())
    row.style.transform = `translateY(${index * this.height}px)`
    this.drawn.set(index, row)
    return row
  }

  private create(): HTMLElement {
    const heading = element('div', { class: 'heading', attributes: { role: 'rowheader', 'aria-colindex': 1 } })
    return element('div', { class: 'row', attributes: { role: 'row' } }, heading, ...this.columns.map(createCell))
  }

  private fill(row: HTMLElement, index: number, range: Range): void {
    const data = this.rows.at(index)
    const before = this.shown.get(row)
    row.hidden = false
    if (before?.index === index && before.data === data && isSameRange(before.range, range)) return
    this.shown.set(row, { index, data, range })
    setAttribute(row, 'aria-rowindex', index + 2)
    fillRowHeading(row.children[0]!, data)
    this.columns.forEach((shown, column) => {
      const cell = row.children[column + 1]!
      const isSelected = isIn(range, index, column)
      fillCell(cell, shown, data)
      cell.classList.toggle('selected', isSelected)
      setAttribute(cell, 'aria-selected', isSelected || undefined)
    })
  }
}
