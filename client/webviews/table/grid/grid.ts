import type { CellRange, TableColumn, TableRow } from '../../../../shared/protocol/table/table.ts'
import { element, setAttribute } from '../../dom.ts'
import { giveFocus } from '../focus.ts'
import { ColumnPositions } from './column-positions.ts'
import type { ShownColumn } from './columns.ts'
import { DrawnRows } from './drawn-rows.ts'
import { FillHandle } from './fill-handle.ts'
import { type GridContent, type GridEvents, noContent, type OtherView } from './grid-content.ts'
import type { GroupHeadings } from './group-headings.ts'
import { createHead } from './heading.ts'
import { MarkedCell } from './marked-cell.ts'
import { RecordSelection } from './record-selection.ts'
import { RowPlaces } from './row-places.ts'
import type { Basis, Rows } from './rows.ts'
import { type CellArea, type CellPosition, type Size, selectedCells } from './selection.ts'

/**
 * Rows and columns with a cursor. Only the visible rows are drawn. The grid itself has the focus and tells screen
 * readers which cell has the cursor (`aria-activedescendant`), so that the cursor survives when its row is scrolled
 * away.
 */
export class Grid {
  /** The scrolling element. */
  readonly view = element('div', { class: 'scroller' })
  /** The row of headings; `body` has the rows of records. */
  private readonly head = element('div', { class: 'head', attributes: { role: 'rowgroup' } })
  readonly body = element('div', { class: 'body', attributes: { role: 'rowgroup' } })
  /** The element with the focus. */
  readonly grid = element(
    'div',
    { class: 'grid', attributes: { role: 'grid', tabindex: 0, 'aria-multiselectable': true } },
    this.head,
    this.body,
  )
  private readonly places: RowPlaces
  private readonly drawn: DrawnRows
  readonly headings: GroupHeadings
  private readonly marked = new MarkedCell(this.grid)
  private other: OtherView | undefined
  private content = noContent
  private readonly fillHandle: FillHandle
  private readonly positions = new ColumnPositions(this.view, this.grid)
  /** The cursor and the selected cells. */
  readonly selection: RecordSelection

  constructor(
    readonly rows: Rows,
    private readonly events: GridEvents,
  ) {
    this.view.append(this.grid)
    const { view, grid, head, body } = this
    this.places = new RowPlaces({ view, grid, head, body }, () => this.draw())
    this.headings = this.places.headings
    this.selection = new RecordSelection(rows, this.headings, () => this.size, {
      moved: () => this.scrollToCursor(),
      changed: () => this.drawSelection(),
    })
    this.drawn = new DrawnRows(body, rows, row => this.offsetOf(row))
    this.fillHandle = new FillHandle({
      view: this.view,
      source: () => (this.other || this.columns.length === 0 ? undefined : this.selection.block),
      end: () => ({ row: rows.total - 1, column: this.columns.length - 1 }),
      visibleAreaOf: cell => (this.positions.isCovered(cell.column) ? undefined : this.areaOf(cell)),
      fill: (source, count, columns) => events.fill(source, count, columns),
    })
    this.view.addEventListener('scroll', () => this.grid.classList.toggle('sideways', this.view.scrollLeft > 0), {
      passive: true,
    })
    this.grid.addEventListener('focus', () => this.draw())
    this.grid.addEventListener('blur', () => this.draw())
  }

  /** Shows the rows in another way; undefined for rows below each other. */
  showWith(other: OtherView | undefined): void {
    this.other = other
    this.grid.hidden = other !== undefined
    this.marked.mark(undefined)
    this.fillHandle.place()
    this.draw()
  }

  /** Marks the records that are cut, by their handles, and no others. */
  markCut(records: readonly number[]): void {
    this.drawn.cut = new Set(records)
    this.draw()
  }

  /** Shows columns of a table. The rows are drawn when they arrive. */
  show(content: GridContent): void {
    const isOther = content.key !== this.content.key
    const before = this.columns
    this.content = content
    const { columns, label, places } = content
    setAttribute(this.grid, 'aria-label', label)
    setAttribute(this.grid, 'aria-colcount', columns.length + 1)
    this.positions.show(columns, places.width, content.frozen)
    this.headings.clear()
    this.drawn.reset(columns, this.positions.frozen, content.colorOf)
    this.places.showLines(content.lines)
    if (isOther) {
      this.selection.restart()
      this.view.scrollTo(0, 0)
    } else this.selection.showColumns(before, columns)
    this.drawHead()
    this.refresh()
  }

  /** Changes the widths of the columns. */
  resize(columns: readonly ShownColumn[]): void {
    if (!this.positions.resize(columns)) return
    for (const heading of this.head.querySelectorAll<HTMLElement>('.heading')) heading.style.removeProperty('--dragged')
  }

  /** Draws the visible rows again after rows have arrived or changed. */
  refresh(): void {
    const { rows } = this.size
    setAttribute(this.grid, 'aria-rowcount', rows + 1)
    this.places.setTotal(rows)
    this.selection.refresh()
    this.draw()
  }

  /** The rows to follow when others are loaded: that of the cursor, of the other corner, and the first visible one. */
  get rowsToFollow(): readonly [active: number, anchor: number, top: number] {
    const { active, anchor } = this.selection
    return [active.row, anchor.row, this.places.top]
  }

  /**
   * Moves the selection to where its records are among other rows, and scrolls so that the first visible record stays
   * where it is.
   *
   * @param before what the rows to follow were of
   * @param now where they are now, -1 for none
   * @param staysInView whether to scroll with the first visible record; otherwise to the cursor
   */
  follow(before: Basis, rows: readonly number[], now: readonly number[], basis: Basis, staysInView: boolean): void {
    const followed = this.selection.follow(rows, before, now, basis)
    if (!followed) return
    const { row, top } = followed
    this.rows.total = basis.total
    this.refresh()
    if (this.other) {
      if (!staysInView || this.other.keepsCursorInSight) this.other.scrollToCursor()
    } else if (!staysInView) this.places.scrollTo(Math.max(0, row))
    else if (top >= 0) this.view.scrollTop += this.offsetOf(top) - this.offsetOf(rows[2]!)
  }

  /** Scrolls to the cursor and draws it. */
  private scrollToCursor(): void {
    const { row, column } = this.selection.active
    const { active } = this.headings
    if (this.other) this.other.scrollToCursor()
    else if (active !== undefined) this.places.scrollToHeading(active)
    else {
      if (row >= 0) this.places.scrollTo(row)
      this.positions.scrollTo(column)
    }
    this.drawSelection()
  }

  private drawSelection(): void {
    this.draw()
    this.events.select()
  }

  /** Folds or unfolds a group, or all of them, with the cursor in its heading. */
  fold(group: number, isFolded: boolean, all: boolean): void {
    this.selection.selectGroup(group)
    const changed = all ? this.headings.all : this.headings.all.slice(group, group + 1)
    this.events.fold(
      changed.map(({ value }) => value),
      isFolded,
    )
  }

  /**
   * The row and the column of the cursor; undefined in the headings, for a row that is still loading, and below the
   * last record.
   */
  get current(): { row: TableRow; column: TableColumn; place: number } | undefined {
    const { row } = this.selection.active
    const isShown = row < this.rows.total && this.selection.isSettled
    const [found, shown] = [isShown ? this.rows.at(row) : undefined, this.activeColumn]
    return found && shown && { row: found, column: shown.column, place: shown.place }
  }

  /** The element of the cell with the cursor; undefined if it is not drawn. */
  get markedCell(): HTMLElement | undefined {
    return this.marked.element
  }

  /** The column of the cursor. */
  get activeColumn(): ShownColumn | undefined {
    return this.columns[this.selection.active.column]
  }

  /** Whether the cursor is below the last record. */
  get isBelowRecords(): boolean {
    return this.selection.active.row >= this.rows.total && this.selection.active.row < this.size.rows
  }

  /** Changes the number of records below the last one that the file does not have yet. */
  expect(records: number): void {
    this.rows.adding += records
    this.refresh()
  }

  /**
   * The position of the cell with the cursor, in pixels from the top left corner of the scrolled content; undefined in
   * the headings.
   */
  get activeCell(): CellArea | undefined {
    return this.areaOf(this.selection.active)
  }

  /** The position of a cell, as `activeCell`. */
  areaOf({ row, column }: CellPosition): CellArea | undefined {
    if (row < 0 || row >= this.size.rows) return undefined
    return { ...this.positions.areaOf(column), top: this.places.topOf(row), height: this.places.height }
  }

  /** The row whose upper edge is next to a place in the window, in pixels; the number of rows for the last edge. */
  borderAt(clientY: number): number {
    return Math.max(0, Math.min(this.rows.total, this.places.borderAt(clientY)))
  }

  /** Where a row begins among the rows, in pixels. */
  offsetOf(row: number): number {
    return this.places.offsetOf(row)
  }

  /** Moves a column to the place of another one; the cursor stays in its heading. */
  moveColumn(from: number, to: number): void {
    const [moved, target] = [this.columns[from], this.columns[to]]
    if (!moved || !target || from === to) return
    this.events.move(moved.column, target.column)
    this.selection.select({ row: -1, column: to })
  }

  get columns(): readonly ShownColumn[] {
    return this.positions.shown
  }

  /** The names of the columns with the cursor and the selection. */
  get selectedColumns(): string[] {
    const { firstColumn, lastColumn } = selectedCells(this.selection)
    return this.columns.slice(firstColumn, lastColumn + 1).map(({ column }) => column.name)
  }

  /**
   * Shows a value in a cell before the file has it, so that the user does not wait.
   *
   * @returns ends this, when the file has it
   */
  write(record: number, place: number, value: string | null): () => void {
    const end = this.rows.write(record, place, value)
    this.draw()
    return end
  }

  /**
   * As `write`, in the cells of a range.
   *
   * @param version that of its rows
   * @param valueAt the value by the place of a column
   */
  writeRange(
    { query, start, count, more = [], columns }: CellRange,
    version: number,
    valueAt: (place: number) => string | null,
  ): () => void {
    const ranges = [{ start, count }, ...more].map(rows => [rows.start, rows.start + rows.count - 1] as const)
    const places = this.columns.flatMap(({ column, place }) => (columns.includes(column.name) ? [place] : []))
    const values = new Map(places.map(place => [place, valueAt(place)]))
    const end = this.rows.writeRows({ ranges, values, version, query })
    this.draw()
    return end
  }

  /** As `write`, in a column if it is visible. */
  writeColumn(record: number, name: string, value: string | null): (() => void) | undefined {
    const shown = this.columns.find(({ column }) => column.name === name)
    return shown && this.write(record, shown.place, value)
  }

  /** As `writeColumn`, in a row below the last record. */
  writeBelow(row: number, name: string, value: string | null): () => void {
    const shown = this.columns.find(({ column }) => column.name === name)
    const end = shown && this.rows.writeBelow(row, shown.place, value)
    this.draw()
    return () => {
      end?.()
      this.draw()
    }
  }

  focus(): void {
    this.focusable.focus({ preventScroll: true })
  }

  /** Takes the focus after an answer, which may come when the user types in VS Code already. */
  focusLate(): void {
    giveFocus(this.focusable)
  }

  private get focusable(): HTMLElement {
    return this.other?.view ?? this.grid
  }

  /** Takes the focus, with the cursor in the first row. */
  enter(column = this.selection.active.column): void {
    this.selection.select({ row: 0, column })
    this.focus()
  }

  /** The number of rows and columns. */
  get size(): Size {
    const { total, adding } = this.rows
    const rows = this.content.hasNewRow && total > 0 ? total + adding + 1 : total
    return { rows, records: total, columns: this.columns.length }
  }

  /** The first and the last row to load, and more rows. */
  get visibleRows(): Parameters<Rows['want']> {
    if (this.other) return this.other.visibleRows
    const { first, last } = this.places.toDraw
    return [first, Math.max(first, last)]
  }

  /** The number of rows that fit into the view. */
  get room(): number {
    return this.places.room
  }

  private drawHead(): void {
    const head = createHead(this.content, this.positions.frozen, (shown, index) => ({
      sort: isAdded => {
        this.selection.select({ row: -1, column: index })
        this.events.sort(shown.column, isAdded)
      },
      resize: width => this.events.resize(shown.column, width),
      fit: () => this.events.fit(shown),
      moveTo: target => this.moveColumn(index, target),
      filter: text => this.events.filter(shown.column, text),
      values: () => this.events.values(shown.column),
      leave: () => this.enter(index),
    }))
    this.head.replaceChildren(head)
  }

  private draw(): void {
    if (this.other) {
      this.other.draw()
      return void this.rows.want(...this.visibleRows)
    }
    const places = this.places.placesToDraw
    this.grid.classList.toggle('lost', this.selection.isLost)
    const { first, last } = this.places.toDraw
    this.headings.draw(places.first, places.last, this.columns)
    const isInRows = this.headings.active === undefined
    this.drawn.draw(first, last, isInRows ? this.selection.all : [])
    this.markActive()
    this.fillHandle.place()
    void this.rows.want(first, Math.max(first, last))
  }

  private markActive(): void {
    const { row, column } = this.selection.active
    const { active } = this.headings
    const inRow = (row < 0 ? this.head.firstElementChild : this.drawn.at(row))?.children[column + 1]
    this.marked.mark(active === undefined ? inRow : this.headings.at(active))
  }
}
