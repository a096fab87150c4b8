import type { ShownColumn } from './columns.ts'
import type { GroupHeadings } from './group-headings.ts'
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

interface SelectionEvents {
  /** The cursor has gone to a cell or a heading, which should be visible. */
  moved(): void
  /** The selection has changed, and the view need not scroll. */
  changed(): void
}

/** The cursor and the selection of a grid. They follow their records when the rows change. */
export class RecordSelection implements CellSelection {
  private selected = startOfTable
  /** What the rows of the selection are of. */
  private known: Basis | undefined
  private lost = false
  /** Rows that are selected besides, in the same columns. */
  private besides: readonly RowSpan[] = []
  /** Whether the cursor goes to other rows without giving up the selected ones. */
  private isAdding = false
  /** The column where the user began to go on from cell to cell. */
  private startColumn: number | undefined

  /** @param size the number of rows and columns now */
  constructor(
    private readonly rows: Rows,
    private readonly headings: GroupHeadings,
    private readonly size: () => Size,
    private readonly events: SelectionEvents,
  ) {}

  /** The cell with the cursor. */
  get active(): CellPosition {
    return this.selected.active
  }

  /** The opposite corner. */
  get anchor(): CellPosition {
    return this.selected.anchor
  }

  /** All selected cells: those at the cursor first, then those of other rows. */
  get all(): readonly Rectangle[] {
    const own = selectedCells(this.selected)
    return [own, ...this.besides.map(rows => ({ ...own, ...rows }))]
  }

  /** The selected cells, if they are all beside each other and of records. */
  get block(): Rectangle | undefined {
    const { active, anchor } = this.selected
    const cells = selectedCells(this.selected)
    const isInRecords = Math.min(active.row, anchor.row) >= 0 && cells.lastRow < this.rows.total
    return this.basis && isInRecords && this.besides.length === 0 ? cells : undefined
  }

  /** Whether the record with the cursor is no longer there. Until the user selects another one, nothing is selected. */
  get isLost(): boolean {
    return this.lost
  }

  /** What the rows of the selection are of; undefined if nothing is selected for certain. */
  get basis(): Basis | undefined {
    return this.lost || this.headings.active !== undefined ? undefined : this.known
  }

  /** Whether the row with the cursor is shown as the selection means it. While rows are loading, it may not be. */
  get isSettled(): boolean {
    const { row } = this.selected.active
    return row < 0 || row >= this.rows.total || isSameBasis(this.rows.basisAt(row), this.basis)
  }

  /** Goes to the start of another table. */
  restart(): void {
    this.endAdding()
    this.selected = startOfTable
    this.known = undefined
    this.headings.active = undefined
    this.lost = false
  }

  /** Stays in its columns, if these are others now. */
  showColumns(before: readonly ShownColumn[], now: readonly ShownColumn[]): void {
    const inColumn = ({ row, column }: CellPosition): CellPosition => {
      const name = before[column]?.column.name
      const place = now.findIndex(shown => shown.column.name === name)
      return { row, column: place < 0 ? column : place }
    }
    const { active, anchor } = this.selected
    this.selected = selectionWithin({ active: inColumn(active), anchor: inColumn(anchor) }, this.size())
  }

  /** Stays within the rows after some have arrived or changed. */
  refresh(): void {
    this.known ??= this.rows.latest
    this.selected = selectionWithin(this.selected, this.size())
  }

  /**
   * Moves to where the records of the selection are among other rows.
   *
   * @param rows where the records of the cursor, of the other corner and of the first visible row were
   * @param before what these rows were of
   * @param now where they are now, -1 for none
   * @param basis what the rows are of now
   * @returns the rows of the cursor and of the record that was the first visible one; undefined if the user has
   *   selected something else meanwhile
   */
  follow(
    rows: readonly number[],
    before: Basis,
    now: readonly number[],
    basis: Basis,
  ): { readonly row: number; readonly top: number } | undefined {
    const { active: activeCell, anchor: anchorCell } = this.selected
    const [oldActive, oldAnchor] = [activeCell.row, anchorCell.row]
    if (oldActive !== rows[0] || oldAnchor !== rows[1] || this.basis !== before) return undefined
    // A record that the user is adding is at the end, and had a row there already: the cursor stays in it.
    const own = Math.min(this.rows.adding, Math.max(0, basis.total - before.total))
    // Which rows the others would be is not asked.
    this.endAdding()
    const place = (index: number): number => {
      const row = rows[index]!
      if (row < 0) return row
      return row < before.total ? now[index]! : basis.total - own + row - before.total
    }
    const [active, anchor, top] = [place(0), place(1), place(2)]
    const isGone = active < 0 && oldActive >= 0
    this.known = basis
    this.lost ||= isGone
    const row = isGone ? Math.min(oldActive, Math.max(0, basis.total - 1)) : active
    this.selected = {
      active: { ...activeCell, row },
      anchor: { ...anchorCell, row: isGone || (anchor < 0 && oldAnchor >= 0) ? row : anchor },
    }
    return { row, top }
  }

  /** Moves the cursor to a cell and scrolls to it. */
  select(position: CellPosition, extends_ = false): void {
    this.startColumn = undefined
    this.headings.active = undefined
    if (!extends_ && !(this.isAdding && this.isInColumns(position.column))) this.endAdding()
    const basis = this.rows.basisAt(Math.max(0, position.row)) ?? this.rows.latest
    // A selection has rows of one version only.
    const isOneSelection = extends_ && !this.lost && isSameBasis(basis, this.known ?? basis)
    this.selected = moveTo(this.selected, position, this.size(), isOneSelection)
    this.known = basis
    this.lost = false
    this.events.moved()
  }

  /**
   * Selects another row besides, in the columns that are selected; or no longer, if it is selected besides.
   *
   * @param isWhole whether whole rows are selected
   * @returns false for a cell in another column, or of other rows than those that are selected
   */
  addRow({ row, column }: CellPosition, isWhole: boolean): boolean {
    const basis = this.rows.basisAt(row)
    // Below the last record there is nothing to add to.
    if (this.selected.active.row >= this.rows.total) this.select({ row, column })
    if (isWhole) this.selectRows()
    if (row >= this.rows.total || !basis || !isSameBasis(basis, this.basis) || !this.isInColumns(column)) return false
    const { firstRow, lastRow, firstColumn, lastColumn } = selectedCells(this.selected)
    const without = this.besides.filter(rows => row < rows.firstRow || row > rows.lastRow)
    if (without.length < this.besides.length) this.besides = without
    else if (row < firstRow || row > lastRow) {
      this.besides = [...this.besides, { firstRow, lastRow }]
      const [active, anchor] = firstColumn === lastColumn ? [column, column] : [firstColumn, lastColumn]
      this.selected = { active: { row, column: active }, anchor: { row, column: anchor } }
    }
    this.events.moved()
    return true
  }

  /** Keeps the selected rows while the cursor goes to others in the same columns; returns whether it did. */
  keepRows(): boolean {
    const { firstRow, lastRow } = selectedCells(this.selected)
    if (this.selected.active.row < 0 || !this.basis || lastRow >= this.rows.total) return false
    this.isAdding = true
    this.besides = [...this.besides.filter(rows => rows.firstRow !== firstRow), { firstRow, lastRow }]
    this.events.changed()
    return true
  }

  private isInColumns(column: number): boolean {
    const { firstColumn, lastColumn } = selectedCells(this.selected)
    return column >= firstColumn && column <= lastColumn
  }

  private endAdding(): void {
    this.besides = []
    this.isAdding = false
  }

  /** Moves the cursor to the next cell, or to the one before, over the ends of rows. */
  goOn(by: 1 | -1): void {
    const start = this.startColumn ?? this.selected.active.column
    this.select(nextCell(this.selected, by, this.size()))
    this.startColumn = start
  }

  /** Moves the cursor to a row below or above, back to the column where `goOn` began. */
  changeRow(by: 1 | -1): void {
    const { row, column } = this.selected.active
    this.select({ row: Math.max(0, row + by), column: this.startColumn ?? column })
  }

  /** Moves the cursor to the heading of a group. Until it leaves it, no record is selected. */
  selectGroup(group: number): void {
    this.headings.active = group
    this.events.moved()
  }

  /** Selects a row, with the cursor in its first cell; or extends the selection to that row. */
  selectRow(row: number, extends_: boolean): void {
    if (!extends_) this.endAdding()
    const last = this.size().columns - 1
    const from = extends_ ? this.selected.anchor.row : row
    this.selected = { ...this.selected, anchor: { row: Math.max(0, from), column: last } }
    this.select({ row, column: 0 }, true)
  }

  /** Whether whole rows are selected, and a row is one of them. */
  hasWholeRow(row: number): boolean {
    const { firstRow, lastRow, firstColumn, lastColumn } = selectedCells(this.selected)
    const isWhole = firstColumn === 0 && lastColumn === this.size().columns - 1
    return isWhole && row >= firstRow && row <= lastRow && lastRow < this.rows.total
  }

  /** Extends the selection to all cells of its rows. */
  selectRows(): void {
    const { active, anchor } = this.selected
    this.selected = { active: { ...active, column: 0 }, anchor: { ...anchor, column: this.size().columns - 1 } }
    this.events.changed()
  }

  /** Selects all cells of the selected columns. */
  selectColumns(): void {
    const { active, anchor } = this.selected
    const { records } = this.size()
    if (records === 0) return
    this.endAdding()
    this.known = this.rows.latest
    this.lost = false
    this.selected = { active: { ...active, row: 0 }, anchor: { ...anchor, row: records - 1 } }
    this.events.changed()
  }

  /** Selects the cells of all records. */
  selectAll(): void {
    const { records, columns } = this.size()
    if (records === 0) return
    this.endAdding()
    this.known = this.rows.latest
    this.lost = false
    this.selected = { active: { row: 0, column: 0 }, anchor: { row: records - 1, column: columns - 1 } }
    this.events.changed()
  }
}

type RowSpan = Pick<Rectangle, 'firstRow' | 'lastRow'>

const isSameBasis = (one: Basis | undefined, other: Basis | undefined): boolean =>
  one?.version === other?.version && JSON.stringify(one?.query) === JSON.stringify(other?.query)
