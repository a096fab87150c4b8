import type { TableColumn } from '../../../../shared/protocol/table.ts'

/** A visible column. */
export interface ShownColumn {
  readonly column: TableColumn
  /** The index of its cells among all cells of a row. */
  readonly place: number
  /** In pixels. */
  readonly width: number
}
