import type { TableColumn, TableRow } from '../../../shared/protocol/table.ts'
import { element, setAttribute } from '../dom.ts'
import type { ShownColumn, Sort } from './columns.ts'
import { DrawnRows } from './drawn-rows.ts'
import { createHeading } from './heading.ts'
import type { Rows } from './rows.ts'
import { RowsInSight } from './rows-in-sight.ts'
import { moveTo, type Place, rangeOf, type Selection, type Size, startOfTable } from './selection.ts'

/** The height of a row in pixels; the style sheet has the same number. */
const rowHeight = 24
/** The width of the column of line numbers, in pixels. */
const headingWidth = 64

/** What the grid shows. */
export interface GridContent {
  /** Another key is another table, which is shown from its start. */
  readonly key: string
  readonly label: string
  readonly columns: readonly ShownColumn[]
  readonly sort: Sort | undefined
  /** What is typed to filter columns, by their names; undefined where there is nothing to type it in. */
  readonly filters: ReadonlyMap<string, string> | undefined
}

/** What is done on the grid, other than by keys and pointer on its cells. */
export interface GridEvents {
  sort(column: TableColumn): void
  resize(column: TableColumn, width: number): void
  filter(column: TableColumn, text: string): void
  /** The cursor or what is selected is another now. */
  select(): void
}

/**
 * Rows and columns with a cursor, of which only the rows in sight are drawn. It keeps the keyboard focus itself and names
 * the cell with the cursor to screen readers, so that the cursor survives when its row is scrolled out of sight.
 */
export class Grid {
  /** The element that scrolls. */
  readonly view = element('div', { class: 'scroller' })
  /** The elements of the rows of headings and of records. */
  private readonly head = element('div', { class: 'head', attributes: { role: 'rowgroup' } })
  readonly body = element('div', { class: 'body', attributes: { role: 'rowgroup' } })
  /** The element that has the focus. */
  readonly grid = element(
    'div',
    { class: 'grid', attributes: { role: 'grid', tabindex: 0, 'aria-multiselectable': true } },
    this.head,
    this.body,
  )
  private readonly inSight: RowsInSight
  private readonly drawn: DrawnRows
  /** The element of the cell with the cursor. */
  private marked: HTMLElement | undefined
  private content: GridContent = { key: '', label: '', columns: [], sort: undefined, filters: undefined }
  private selected = startOfTable

  constructor(
    private readonly rows: Rows,
    private readonly events: GridEvents,
  ) {
    this.view.append(this.grid)
    this.drawn = new DrawnRows(this.body, rows, rowHeight)
    this.inSight = new RowsInSight(this.view, this.head, rowHeight, () => this.draw())
    this.view.addEventListener('scroll', () => this.grid.classList.toggle('sideways', this.view.scrollLeft > 0), {
      passive: true,
    })
    this.grid.addEventListener('focus', () => this.draw())
    this.grid.addEventListener('blur', () => this.draw())
  }

  /** Shows columns of a table; the rows are drawn as they come. */
  show(content: GridContent): void {
    const isOther = content.key !== this.content.key
    this.content = content
    const { columns, label } = content
    const widths = [headingWidth, ...columns.map(({ width }) => width)]
    this.grid.style.setProperty('--columns', widths.map(width => `${width}px`).join(' '))
    this.grid.style.setProperty('--width', `${widths.reduce((sum, width) => sum + width, 0)}px`)
    // What stays in sight lies over the rest, so that what is scrolled to stands behind it.
    this.view.style.scrollPaddingLeft = `${headingWidth + (columns[0]?.width ?? 0)}px`
    setAttribute(this.grid, 'aria-label', label)
    setAttribute(this.grid, 'aria-colcount', columns.length + 1)
    this.drawn.reset(columns)
    this.selected = isOther ? startOfTable : moveTo(this.selected, this.selected.active, this.size)
    if (isOther) this.view.scrollTo(0, 0)
    this.drawHead()
    this.refresh()
  }

  /** Draws what is in sight anew, when rows have come or gone. */
  refresh(): void {
    const { total } = this.rows
    setAttribute(this.grid, 'aria-rowcount', total + 1)
    this.body.hidden = total === 0
    this.body.style.height = `${total * rowHeight}px`
    if (this.selected.active.row >= total) this.selected = moveTo(this.selected, this.selected.active, this.size)
    this.inSight.setTotal(total)
    this.draw()
  }

  get selection(): Selection {
    return this.selected
  }

  /** Puts the cursor on a cell and brings it in sight. */
  select(place: Place, extends_ = false): void {
    this.selected = moveTo(this.selected, place, this.size, extends_)
    const { row } = this.selected.active
    if (row >= 0) this.inSight.bringIn(row)
    this.scrollToColumn()
    this.draw()
    this.events.select()
  }

  /** Selects all cells. */
  selectAll(): void {
    const { rows, columns } = this.size
    if (rows === 0) return
    this.selected = { active: { row: 0, column: 0 }, anchor: { row: rows - 1, column: columns - 1 } }
    this.draw()
    this.events.select()
  }

  /** Selects all cells of the rows that have selected ones. */
  selectRows(): void {
    const { active, anchor } = this.selected
    this.selected = { active: { ...active, column: 0 }, anchor: { ...anchor, column: this.size.columns - 1 } }
    this.draw()
    this.events.select()
  }

  /** Selects all cells of a row, with the cursor in the first; or the rows from where the selection starts to it. */
  selectRow(row: number, extends_: boolean): void {
    const last = this.content.columns.length - 1
    const from = extends_ ? this.selected.anchor.row : row
    this.selected = { ...this.selected, anchor: { row: Math.max(0, from), column: last } }
    this.select({ row, column: 0 }, true)
  }

  /** The row and the column that the cursor is on; undefined in the headings, and where the row has not come yet. */
  get current(): { row: TableRow; column: TableColumn; place: number } | undefined {
    const { row, column } = this.selected.active
    const [found, shown] = [this.rows.at(row), this.content.columns[column]]
    return found && shown && { row: found, column: shown.column, place: shown.place }
  }

  /** Where the cell with the cursor is, in pixels from the start of what scrolls; undefined in the headings. */
  get activePlace(): { left: number; top: number; width: number; height: number } | undefined {
    const { row, column } = this.selected.active
    const { columns } = this.content
    if (row < 0 || row >= this.rows.total) return undefined
    const before = columns.slice(0, column).reduce((sum, { width }) => sum + width, headingWidth)
    // The first column stays in sight.
    const left = column === 0 ? before + this.view.scrollLeft : before
    return {
      left,
      top: this.head.offsetHeight + row * rowHeight,
      width: columns[column]?.width ?? 0,
      height: rowHeight,
    }
  }

  get columns(): readonly ShownColumn[] {
    return this.content.columns
  }

  /** Shows a value in a cell before it is in the file, so that there is no wait between a key and what comes of it. */
  write(record: number, place: number, value: string | null): void {
    this.rows.write(record, place, value)
    this.draw()
  }

  focus(): void {
    this.grid.focus({ preventScroll: true })
  }

  /** Takes the keyboard, with the cursor in the first row. */
  enter(column = this.selected.active.column): void {
    this.select({ row: 0, column })
    this.focus()
  }

  /** How many rows and columns there are. */
  get size(): Size {
    return { rows: this.rows.total, columns: this.content.columns.length }
  }

  /** How many rows there is room for. */
  get room(): number {
    return this.inSight.room
  }

  private drawHead(): void {
    const { columns, sort, filters } = this.content
    const corner = element('div', {
      class: 'heading corner',
      text: 'Line',
      attributes: { role: 'columnheader', 'aria-colindex': 1 },
    })
    const headings = columns.map((shown, index) =>
      createHeading(shown, index, sort, filters && (filters.get(shown.column.name) ?? ''), {
        sort: () => {
          this.select({ row: -1, column: index })
          this.events.sort(shown.column)
        },
        resize: width => this.events.resize(shown.column, width),
        filter: text => this.events.filter(shown.column, text),
        leave: () => this.enter(index),
      }),
    )
    this.head.replaceChildren(
      element('div', { class: 'row', attributes: { role: 'row', 'aria-rowindex': 1 } }, corner, ...headings),
    )
  }

  private draw(): void {
    const { first, last } = this.inSight.toDraw
    this.drawn.draw(first, last, rangeOf(this.selected))
    this.markActive()
    void this.rows.want(first, Math.max(first, last))
  }

  private markActive(): void {
    const { row, column } = this.selected.active
    const cell = (row < 0 ? this.head.firstElementChild : this.drawn.at(row))?.children[column + 1]
    const marked = cell instanceof HTMLElement ? cell : undefined
    if (this.marked !== marked) {
      this.marked?.removeAttribute('id')
      this.marked?.classList.remove('active')
      marked?.classList.add('active')
      this.marked = marked
    }
    if (marked) marked.id = 'active'
    setAttribute(this.grid, 'aria-activedescendant', marked && 'active')
  }

  /** The columns that stay in sight lie over the others, so that a cell can be in sight and yet be hidden. */
  private scrollToColumn(): void {
    const { column } = this.selected.active
    const { columns } = this.content
    const start = columns.slice(0, column).reduce((sum, { width }) => sum + width, headingWidth)
    const end = start + (columns[column]?.width ?? 0)
    const covered = column === 0 ? 0 : headingWidth + (columns[0]?.width ?? 0)
    if (start - covered < this.view.scrollLeft) this.view.scrollLeft = Math.max(0, start - covered)
    else if (end > this.view.scrollLeft + this.view.clientWidth) this.view.scrollLeft = end - this.view.clientWidth
  }
}
