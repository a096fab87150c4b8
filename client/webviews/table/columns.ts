import type { TableColumn } from '../../../shared/protocol/table.ts'

/** A column that is shown, and the place of its cells among those of a row. */
export interface ShownColumn {
  readonly column: TableColumn
  readonly place: number
  /** In pixels. */
  readonly width: number
}

/** The column that the rows are sorted by. */
export interface Sort {
  readonly column: string
  readonly isDescending: boolean
}
