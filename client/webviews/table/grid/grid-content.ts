import type { Choice, Sort, TableColumn } from '../../../../shared/protocol/table/table.ts'
import type { ShownColumn } from './columns.ts'
import type { Rows } from './rows.ts'
import type { Rectangle } from './selection.ts'

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
  /** How many lines of text a row shows. */
  readonly lines: number
  /** The column whose allowed values give the rows their colors; undefined for none. */
  readonly colorOf: string | undefined
}

/** What a grid shows before the first table. */
export const noContent: GridContent = {
  key: '',
  label: '',
  places: { heading: '', width: 0 },
  columns: [],
  frozen: 1,
  sort: [],
  filters: undefined,
  hasNewRow: false,
  lines: 1,
  colorOf: undefined,
}

/** What shows the rows of a grid in another way than below each other. */
export interface OtherView {
  /** The element with the focus. */
  readonly view: HTMLElement
  /** The rows to load. */
  readonly visibleRows: Parameters<Rows['want']>
  /** Draws the rows as they are now, and the cursor. */
  draw(): void
  scrollToCursor(): void
  /** Whether it scrolls to the record with the cursor when that goes elsewhere. */
  readonly keepsCursorInSight: boolean
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
  /** The values that a column has, for its filter. */
  values(column: TableColumn): Promise<readonly Choice[]>
  /**
   * Cells are continued in the rows below them, or in the columns beside them.
   *
   * @param source the cells
   * @param rows how many
   * @param columns how many, without rows
   */
  fill(source: Rectangle, rows: number, columns: number): void
  /**
   * Groups are folded or unfolded.
   *
   * @param values of the groups that change
   */
  fold(values: readonly string[], isFolded: boolean): void
  /** The cursor or the selection has changed. */
  select(): void
}
