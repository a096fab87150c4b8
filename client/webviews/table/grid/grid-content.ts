import type { Sort, TableColumn } from '../../../../shared/protocol/table/table.ts'
import type { ShownColumn } from './columns.ts'

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
