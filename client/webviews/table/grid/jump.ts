import { blockEnd } from '../../../../shared/views/table/block-end.ts'
import { sendRequest } from '../request.ts'
import type { Grid } from './grid.ts'

/**
 * Moves the cursor to the end of a block of cells, as in spreadsheets: from a filled cell to the last one of its block,
 * from others to the next filled one. The server knows the rows that are not loaded.
 *
 * @param key an arrow key
 * @param table the key of the table
 */
export async function jump(grid: Grid, key: string, extends_: boolean, table: string): Promise<void> {
  const { row, column } = grid.selection.active
  const { selectedOf, columns, current } = grid
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const isFilled = (at: number): boolean => (current?.row.cells[columns[at]!.place] ?? '') !== ''
    const by = key === 'ArrowLeft' ? -1 : 1
    grid.select({ row, column: blockEnd(column, by, columns.length, isFilled) }, extends_)
    return
  }
  const isDown = key === 'ArrowDown'
  // Below the last record, only the way up leads somewhere.
  if (row >= grid.total) return grid.select({ row: isDown ? row : grid.total - 1, column }, extends_)
  if (!selectedOf) return
  const { version, query } = selectedOf
  const end = await sendRequest('blockEnd', {
    version,
    query,
    table,
    column: columns[column]!.column.name,
    row,
    isDown,
  }).catch(() => null)
  const isSame = grid.selection.active.row === row && grid.selection.active.column === column
  if (end !== null && isSame) grid.select({ row: end, column }, extends_)
}
