import type { Sort, TableColumn, TableRow } from '../../../../shared/protocol/table/table.ts'
import { element, setAttribute } from '../../dom.ts'
import { VisibleRows } from '../../visible-rows.ts'
import type { ShownColumn } from './columns.ts'
import { DrawnRows } from './drawn-rows.ts'
import { GroupHeadings } from './group-headings.ts'
import { createHeading } from './heading.ts'
import type { Basis, Rows } from './rows.ts'
import {
  type CellPosition,
  type CellSelection,
  moveTo,
  nextCell,
  type Rectangle,
  type Size,
  selectedCells,
  selectionWithin,
  startOfTable,
} from './selection.ts'

/** The height of a row in pixels; the style sheet has the same number. */
const rowHeight = 24

/** What the grid shows. */
export interface GridContent {
  /** The key of the table. A new table is shown from its start. */
  readonly key: string
  readonly label: string
  /** The heading of the column that says where the records are, and its width in pixels. */
  readonly places: { readonly heading: string; readonly width: number }
  readonly columns: readonly ShownColumn[]
  /** How many of the first columns stay when the grid is scrolled sideways. */
  readonly frozen: number
  readonly sort: readonly Sort[]
  /** The filters by the names of their columns; undefined if filters are hidden. */
  readonly filters: ReadonlyMap<string, string> | undefined
  /** Whether there is an empty row below the last record, in which a new one can be typed. */
  readonly hasNewRow: boolean
}

/** What the user does in the grid, except for keys and pointer events on cells. */
export interface GridEvents {
  /** @param isAdded whether the columns that sort already go on sorting */
  sort(column: TableColumn, isAdded: boolean): void
  resize(column: TableColumn, width: number): void
  /** A column gets the width that its values need. */
  fit(column: ShownColumn): void
  /** A column goes to the place of another one. */
  move(column: TableColumn, target: TableColumn): void
  filter(column: TableColumn, text: string): void
  /**
   * Groups are folded or unfolded.
   *
   * @param values of the groups that change
   */
  fold(values: readonly string[], isFolded: boolean): void
  /** The cursor or the selection has changed. */
  select(): void
}

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
  private readonly visible: VisibleRows
  private readonly drawn: DrawnRows
  readonly headings: GroupHeadings
  /** The element of the cell with the cursor. */
  private marked: HTMLElement | undefined
  private content: GridContent = {
    key: '',
    label: '',
    places: { heading: '', width: 0 },
    columns: [],
    frozen: 1,
    sort: [],
    filters: undefined,
    hasNewRow: false,
  }
  private selected = startOfTable
  /** What the rows of the selection are of. */
  private basis: Basis | undefined
  /** How many columns stay when the grid is scrolled sideways. */
  private frozen = 1
  /** Whether the record with the cursor is no longer there. Until the user selects another one, nothing is selected. */
  private isLost = false
  /** The column where the user began to go on from cell to cell. */
  private startColumn: number | undefined

  constructor(
    private readonly rows: Rows,
    private readonly events: GridEvents,
  ) {
    this.view.append(this.grid)
    this.headings = new GroupHeadings(this.body, rowHeight)
    this.drawn = new DrawnRows(this.body, rows, row => this.offsetOf(row))
    this.visible = new VisibleRows(this.view, this.head, rowHeight, () => this.draw())
    this.view.addEventListener('scroll', () => this.grid.classList.toggle('sideways', this.view.scrollLeft > 0), {
      passive: true,
    })
    this.grid.addEventListener('focus', () => this.draw())
    this.grid.addEventListener('blur', () => this.draw())
  }

  /** Marks the records that are cut, by their handles, and no others. */
  markCut(records: readonly number[]): void {
    this.drawn.cut = new Set(records)
    this.draw()
  }

  /** Shows columns of a table. The rows are drawn when they arrive. */
  show(content: GridContent): void {
    const { key, columns: before } = this.content
    const isOther = content.key !== key
    this.content = content
    const { columns, label } = content
    this.resize(columns)
    setAttribute(this.grid, 'aria-label', label)
    setAttribute(this.grid, 'aria-colcount', columns.length + 1)
    this.frozen = frozenWithin(content, this.view.clientWidth)
    this.headings.clear()
    this.drawn.reset(columns, this.frozen)
    this.placeFrozen()
    this.selected = isOther ? startOfTable : selectionWithin(this.inColumns(before), this.size)
    if (isOther) {
      this.basis = undefined
      this.headings.active = undefined
      this.setLost(false)
      this.view.scrollTo(0, 0)
    }
    this.drawHead()
    this.refresh()
  }

  /** The selection in the columns that the grid shows now: the corners stay in their columns. */
  private inColumns(before: readonly ShownColumn[]): CellSelection {
    const inColumn = ({ row, column }: CellPosition): CellPosition => {
      const name = before[column]?.column.name
      const now = this.content.columns.findIndex(shown => shown.column.name === name)
      return { row, column: now < 0 ? column : now }
    }
    return { active: inColumn(this.selected.active), anchor: inColumn(this.selected.anchor) }
  }

  /** Changes the widths of the columns. */
  resize(columns: readonly ShownColumn[]): void {
    this.content = { ...this.content, columns }
    const { width: headingWidth } = this.content.places
    const widths = [headingWidth, ...columns.map(({ width }) => width)]
    const tracks = widths.map(width => `${width}px`).join(' ')
    if (this.grid.style.getPropertyValue('--columns') === tracks) return
    this.grid.style.setProperty('--columns', tracks)
    this.grid.style.setProperty('--heading', `${headingWidth}px`)
    this.grid.style.setProperty('--width', `${widths.reduce((sum, width) => sum + width, 0)}px`)
    this.placeFrozen()
    for (const heading of this.head.querySelectorAll<HTMLElement>('.heading')) heading.style.removeProperty('--dragged')
  }

  /** The frozen columns stay visible over the others, so scrolling must not stop behind them. */
  private placeFrozen(): void {
    const { columns, places } = this.content
    let left = places.width
    for (const [index, { width }] of columns.slice(0, this.frozen).entries()) {
      this.grid.style.setProperty(`--left-${index}`, `${left}px`)
      left += width
    }
    this.view.style.scrollPaddingLeft = `${left}px`
  }

  /** Draws the visible rows again after rows have arrived or changed. */
  refresh(): void {
    const { rows } = this.size
    this.basis ??= this.rows.latest
    setAttribute(this.grid, 'aria-rowcount', rows + 1)
    const places = this.headings.placeOf(rows)
    this.body.hidden = places === 0
    this.body.style.height = `${places * rowHeight}px`
    this.selected = selectionWithin(this.selected, this.size)
    this.visible.setTotal(places)
    this.draw()
  }

  get selection(): CellSelection {
    return this.selected
  }

  /** What the rows of the selection are of; undefined if nothing is selected for certain. */
  get selectedOf(): Basis | undefined {
    return this.isLost || this.headings.active !== undefined ? undefined : this.basis
  }

  /** What the rows that arrived last are of; undefined before the first ones. */
  get shownOf(): Basis | undefined {
    return this.rows.latest
  }

  /** Whether the row with the cursor is shown as the selection means it. While rows are loading, it may not be. */
  get isSettled(): boolean {
    const { row } = this.selected.active
    return row < 0 || row >= this.rows.total || isSameBasis(this.rows.basisAt(row), this.selectedOf)
  }

  /** The rows to follow when others are loaded: that of the cursor, of the other corner, and the first visible one. */
  get rowsToFollow(): readonly [active: number, anchor: number, top: number] {
    const { active, anchor } = this.selected
    return [active.row, anchor.row, this.headings.rowsAbove(this.visible.top)]
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
    const [oldActive, oldAnchor] = this.rowsToFollow
    // The user may have selected something else meanwhile.
    if (oldActive !== rows[0] || oldAnchor !== rows[1] || this.selectedOf !== before) return
    // A record that the user is adding is at the end, and had a row there already: the cursor stays in it.
    const own = Math.min(this.rows.adding, Math.max(0, basis.total - before.total))
    const place = (index: number): number => {
      const row = rows[index]!
      if (row < 0) return row
      return row < before.total ? now[index]! : basis.total - own + row - before.total
    }
    const [active, anchor, top] = [place(0), place(1), place(2)]
    const isGone = active < 0 && oldActive >= 0
    this.basis = basis
    this.setLost(this.isLost || isGone)
    const row = isGone ? Math.min(oldActive, Math.max(0, basis.total - 1)) : active
    const { active: activeCell, anchor: anchorCell } = this.selected
    this.selected = {
      active: { ...activeCell, row },
      anchor: { ...anchorCell, row: isGone || (anchor < 0 && oldAnchor >= 0) ? row : anchor },
    }
    this.rows.total = basis.total
    this.refresh()
    if (!staysInView) this.visible.scrollTo(this.headings.placeOf(Math.max(0, row)))
    else if (top >= 0) this.view.scrollTop += this.offsetOf(top) - this.offsetOf(rows[2]!)
  }

  private setLost(isLost: boolean): void {
    this.isLost = isLost
    this.grid.classList.toggle('lost', isLost)
  }

  /** Moves the cursor to the next cell, or to the one before, over the ends of rows. */
  goOn(by: 1 | -1): void {
    const start = this.startColumn ?? this.selected.active.column
    this.select(nextCell(this.selected, by, this.size))
    this.startColumn = start
  }

  /** Moves the cursor to a row below or above, back to the column where `goOn` began. */
  changeRow(by: 1 | -1): void {
    const { row, column } = this.selected.active
    this.select({ row: Math.max(0, row + by), column: this.startColumn ?? column })
  }

  /** Moves the cursor to a cell and scrolls to it. */
  select(position: CellPosition, extends_ = false): void {
    this.startColumn = undefined
    this.headings.active = undefined
    const basis = this.rows.basisAt(Math.max(0, position.row)) ?? this.rows.latest
    // A selection has rows of one version only.
    const isOneSelection = extends_ && !this.isLost && isSameBasis(basis, this.basis ?? basis)
    this.selected = moveTo(this.selected, position, this.size, isOneSelection)
    this.basis = basis
    this.setLost(false)
    const { row } = this.selected.active
    if (row >= 0) this.visible.scrollTo(this.headings.placeOf(row))
    this.scrollToColumn()
    this.draw()
    this.events.select()
  }

  /** Moves the cursor to the heading of a group. Until it leaves it, no record is selected. */
  selectGroup(group: number): void {
    this.headings.active = group
    this.visible.scrollTo(this.headings.placeOfHeading(group))
    this.draw()
    this.events.select()
  }

  /** Folds or unfolds a group, or all of them, with the cursor in its heading. */
  fold(group: number, isFolded: boolean, all: boolean): void {
    this.selectGroup(group)
    const changed = all ? this.headings.all : this.headings.all.slice(group, group + 1)
    this.events.fold(
      changed.map(({ value }) => value),
      isFolded,
    )
  }

  /** Selects the cells of all records. */
  selectAll(): void {
    const { records, columns } = this.size
    if (records === 0) return
    this.basis = this.rows.latest
    this.setLost(false)
    this.selected = { active: { row: 0, column: 0 }, anchor: { row: records - 1, column: columns - 1 } }
    this.draw()
    this.events.select()
  }

  /** Extends the selection to all cells of its rows. */
  selectRows(): void {
    const { active, anchor } = this.selected
    this.selected = { active: { ...active, column: 0 }, anchor: { ...anchor, column: this.size.columns - 1 } }
    this.draw()
    this.events.select()
  }

  /** Selects all cells of the selected columns. */
  selectColumns(): void {
    const { active, anchor } = this.selected
    const { records } = this.size
    if (records === 0) return
    this.basis = this.rows.latest
    this.setLost(false)
    this.selected = { active: { ...active, row: 0 }, anchor: { ...anchor, row: records - 1 } }
    this.draw()
    this.events.select()
  }

  /** Selects a row, with the cursor in its first cell; or extends the selection to that row. */
  selectRow(row: number, extends_: boolean): void {
    const last = this.content.columns.length - 1
    const from = extends_ ? this.selected.anchor.row : row
    this.selected = { ...this.selected, anchor: { row: Math.max(0, from), column: last } }
    this.select({ row, column: 0 }, true)
  }

  /**
   * The row and the column of the cursor; undefined in the headings, for a row that is still loading, and below the
   * last record.
   */
  get current(): { row: TableRow; column: TableColumn; place: number } | undefined {
    const { row } = this.selected.active
    const isShown = row < this.rows.total && this.isSettled
    const [found, shown] = [isShown ? this.rows.at(row) : undefined, this.activeColumn]
    return found && shown && { row: found, column: shown.column, place: shown.place }
  }

  /** How many records there are. */
  get total(): number {
    return this.rows.total
  }

  /** The handle of the record in a row; undefined if it is still loading. */
  recordAt(row: number): number | undefined {
    return this.rows.at(row)?.record
  }

  /** The column of the cursor. */
  get activeColumn(): ShownColumn | undefined {
    return this.content.columns[this.selected.active.column]
  }

  /** Whether the cursor is below the last record. */
  get isBelowRecords(): boolean {
    return this.selected.active.row >= this.rows.total && this.selected.active.row < this.size.rows
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
    return this.areaOf(this.selected.active)
  }

  /** The position of a cell, as `activeCell`. */
  areaOf({ row, column }: CellPosition): CellArea | undefined {
    const { columns, places } = this.content
    if (row < 0 || row >= this.size.rows) return undefined
    const before = columns.slice(0, column).reduce((sum, { width }) => sum + width, places.width)
    // Frozen columns do not scroll sideways.
    const left = column < this.frozen ? before + this.view.scrollLeft : before
    return {
      left,
      top: this.head.offsetHeight + this.offsetOf(row),
      width: columns[column]?.width ?? 0,
      height: rowHeight,
    }
  }

  /** Whether whole rows are selected, and a row is one of them. */
  hasWholeRow(row: number): boolean {
    const { firstRow, lastRow, firstColumn, lastColumn } = selectedCells(this.selected)
    const isWhole = firstColumn === 0 && lastColumn === this.content.columns.length - 1
    return isWhole && row >= firstRow && row <= lastRow && lastRow < this.rows.total
  }

  /** The row whose upper edge is next to a place in the window, in pixels; the number of rows for the last edge. */
  borderAt(clientY: number): number {
    const top = this.body.getBoundingClientRect().top
    const place = Math.round((clientY - top) / rowHeight)
    return Math.max(0, Math.min(this.rows.total, this.headings.rowsAbove(place)))
  }

  /** Where a row begins among the rows, in pixels. */
  offsetOf(row: number): number {
    return this.headings.placeOf(row) * rowHeight
  }

  /** The row of a record, if it is in the cache. */
  rowOf(record: number): number | undefined {
    return this.rows.indexOf(record)
  }

  /** The rows in the cache. */
  get loadedRows(): readonly TableRow[] {
    return this.rows.loaded
  }

  /** Moves a column to the place of another one; the cursor stays in its heading. */
  moveColumn(from: number, to: number): void {
    const [moved, target] = [this.content.columns[from], this.content.columns[to]]
    if (!moved || !target || from === to) return
    this.events.move(moved.column, target.column)
    this.select({ row: -1, column: to })
  }

  get columns(): readonly ShownColumn[] {
    return this.content.columns
  }

  /** The names of the columns with the cursor and the selection. */
  get selectedColumns(): string[] {
    const { firstColumn, lastColumn } = selectedCells(this.selected)
    return this.content.columns.slice(firstColumn, lastColumn + 1).map(({ column }) => column.name)
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

  /** As `write`, in a column if it is visible. */
  writeColumn(record: number, name: string, value: string | null): (() => void) | undefined {
    const shown = this.content.columns.find(({ column }) => column.name === name)
    return shown && this.write(record, shown.place, value)
  }

  /** As `writeColumn`, in a row below the last record. */
  writeBelow(row: number, name: string, value: string | null): () => void {
    const shown = this.content.columns.find(({ column }) => column.name === name)
    const end = shown && this.rows.writeBelow(row, shown.place, value)
    this.draw()
    return () => {
      end?.()
      this.draw()
    }
  }

  focus(): void {
    this.grid.focus({ preventScroll: true })
  }

  /** Takes the focus, with the cursor in the first row. */
  enter(column = this.selected.active.column): void {
    this.select({ row: 0, column })
    this.focus()
  }

  /** The number of rows and columns. */
  get size(): Size {
    const { total, adding } = this.rows
    const rows = this.content.hasNewRow && total > 0 ? total + adding + 1 : total
    return { rows, records: total, columns: this.content.columns.length }
  }

  /** The first and the last row to load. */
  get visibleRows(): readonly [first: number, last: number] {
    const { first, last } = this.rowsToDraw
    return [first, Math.max(first, last)]
  }

  /** The number of rows that fit into the view. */
  get room(): number {
    return this.visible.room
  }

  private drawHead(): void {
    const { columns, sort, filters, places } = this.content
    const corner = element('div', {
      class: 'heading corner',
      text: places.heading,
      attributes: { role: 'columnheader', 'aria-colindex': 1 },
    })
    const headings = columns.map((shown, index) =>
      createHeading(shown, index, index < this.frozen, sort, filters && (filters.get(shown.column.name) ?? ''), {
        sort: isAdded => {
          this.select({ row: -1, column: index })
          this.events.sort(shown.column, isAdded)
        },
        resize: width => this.events.resize(shown.column, width),
        fit: () => this.events.fit(shown),
        moveTo: target => this.moveColumn(index, target),
        filter: text => this.events.filter(shown.column, text),
        leave: () => this.enter(index),
      }),
    )
    this.head.replaceChildren(
      element('div', { class: 'row', attributes: { role: 'row', 'aria-rowindex': 1 } }, corner, ...headings),
    )
  }

  private draw(): void {
    const places = this.visible.toDraw
    const { first, last } = this.rowsToDraw
    this.headings.draw(places.first, places.last, this.content.columns)
    const isInRows = this.headings.active === undefined
    this.drawn.draw(first, last, isInRows ? selectedCells(this.selected) : noCells)
    this.markActive()
    void this.rows.want(first, Math.max(first, last))
  }

  private get rowsToDraw(): { first: number; last: number } {
    const { first, last } = this.visible.toDraw
    return { first: this.headings.rowsAbove(first), last: this.headings.rowsAbove(last + 1) - 1 }
  }

  private markActive(): void {
    const { row, column } = this.selected.active
    const { active } = this.headings
    const inRow = (row < 0 ? this.head.firstElementChild : this.drawn.at(row))?.children[column + 1]
    const cell = active === undefined ? inRow : this.headings.at(active)
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

  /** The first columns cover the others, so a cell can be inside the view and still be hidden. */
  private scrollToColumn(): void {
    const { column } = this.selected.active
    const { columns, places } = this.content
    const start = columns.slice(0, column).reduce((sum, { width }) => sum + width, places.width)
    const end = start + (columns[column]?.width ?? 0)
    if (column < this.frozen) return
    const covered = columns.slice(0, this.frozen).reduce((sum, { width }) => sum + width, places.width)
    if (start - covered < this.view.scrollLeft) this.view.scrollLeft = Math.max(0, start - covered)
    else if (end > this.view.scrollLeft + this.view.clientWidth) this.view.scrollLeft = end - this.view.clientWidth
  }
}

/** A part of the scrolled content, in pixels. */
export interface CellArea {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** What is selected while the cursor is in the heading of a group. */
const noCells: Rectangle = { firstRow: -1, lastRow: -1, firstColumn: -1, lastColumn: -1 }

const isSameBasis = (one: Basis | undefined, other: Basis | undefined): boolean =>
  one?.version === other?.version && JSON.stringify(one?.query) === JSON.stringify(other?.query)

/** How many columns can stay, so that others still have room beside them. */
function frozenWithin({ columns, frozen, places }: GridContent, room: number): number {
  let [count, width] = [0, places.width]
  for (const column of columns.slice(0, frozen)) {
    width += column.width
    if (width > room * 0.75) break
    count++
  }
  return Math.max(1, count)
}
