import { localize } from '../../../../shared/domains/localize.ts'
import type { CellRange } from '../../../../shared/protocol/table/table.ts'
import type { Grid } from '../grid/grid.ts'
import { selectedCells } from '../grid/selection.ts'
import type { ChangedView } from './changes.ts'

/** The selected cells, and the version that their rows are of. */
export interface SelectedRange {
  readonly version: number
  readonly range: CellRange
}

/** What the user reads if the record of the selection is not there any more. */
export const selectionIsLost = localize('The selected record is no longer there; select another one.')

/** The selected cells of a grid; undefined if no record is selected any more. */
export function selectedRange(grid: Grid): SelectedRange | undefined {
  const { basis } = grid.selection
  if (!basis) return undefined
  const { firstRow, lastRow, firstColumn, lastColumn } = selectedCells(grid.selection)
  const { version, query } = basis
  const columns = grid.columns.slice(firstColumn, lastColumn + 1).map(({ column }) => column.name)
  const more = grid.selection.all
    .slice(1)
    .map(rows => ({ start: rows.firstRow, count: rows.lastRow - rows.firstRow + 1 }))
  const count = lastRow - firstRow + 1
  return { version, range: { query, start: firstRow, count, columns, ...(more.length > 0 && { more }) } }
}

/** As `selectedRange`; tells the user if no record is selected any more. */
export function rangeToChange(grid: Grid, view: Pick<ChangedView, 'say'>): SelectedRange | undefined {
  const selected = selectedRange(grid)
  if (!selected) view.say(selectionIsLost)
  return selected
}
