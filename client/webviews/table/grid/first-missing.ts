import type { TableRow } from '../../../../shared/protocol/table/table.ts'
import type { ShownColumn } from './columns.ts'

/** The index of the first column in which a row misses a value; else of the first one without a value; else 0. */
export function firstMissing(columns: readonly ShownColumn[], { cells, problems }: TableRow): number {
  const missing = new Set(problems.flatMap(problem => problem.columns))
  const isEmpty = ({ place }: ShownColumn): boolean => (cells[place] ?? '') === ''
  const index = columns.findIndex(shown => isEmpty(shown) && missing.has(shown.column.name))
  return Math.max(0, index >= 0 ? index : columns.findIndex(isEmpty))
}
