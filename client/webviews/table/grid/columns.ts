import type { TableColumn, TableRow } from '../../../../shared/protocol/table/table.ts'

/** A visible column. */
export interface ShownColumn {
  readonly column: TableColumn
  /** The index of its cells among all cells of a row; behind them if no record has the column any more. */
  readonly place: number
  /** In pixels. */
  readonly width: number
}

/**
 * The columns of a table after a change, each where it was before. The order of fields that the tag does not have comes
 * from the records, so it would change with their values.
 *
 * @param before the columns before the change
 * @param selected the names of columns that stay even if no record has them any more: what the user types next is for
 *   them, and not for the column that would take their place
 */
export function columnsInPlace(
  before: readonly TableColumn[],
  now: readonly TableColumn[],
  selected: readonly string[],
): TableColumn[] {
  const byName = new Map(now.map(column => [column.name, column]))
  const columns = before.flatMap(column => byName.get(column.name) ?? (selected.includes(column.name) ? column : []))
  const known = new Set(columns.map(({ name }) => name))
  for (const [index, column] of now.entries()) {
    if (known.has(column.name)) continue
    const previous = now[index - 1]?.name
    columns.splice(columns.findIndex(({ name }) => name === previous) + 1, 0, column)
  }
  return columns
}

/** The index of the first column in which a row misses a value; else of the first one without a value; else 0. */
export function firstMissing(columns: readonly ShownColumn[], { cells, problems }: TableRow): number {
  const missing = new Set(problems.flatMap(problem => problem.columns))
  const isEmpty = ({ place }: ShownColumn): boolean => (cells[place] ?? '') === ''
  const index = columns.findIndex(shown => isEmpty(shown) && missing.has(shown.column.name))
  return Math.max(0, index >= 0 ? index : columns.findIndex(isEmpty))
}
