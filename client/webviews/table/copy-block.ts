import type { Grid } from './grid/grid.ts'
import { blockOfTable } from './report-block.ts'
import { sendRequest } from './request.ts'
import { tableStateOf, type ViewState } from './state.ts'

/**
 * Copies what the table shows as a block for a report.
 *
 * @returns a sentence for the user
 */
export async function copyBlock(state: ViewState, grid: Grid): Promise<string> {
  const { sort, where, filters } = tableStateOf(state)
  const { text, said } = blockOfTable({
    table: state.table,
    columns: grid.columns.map(({ column }) => column.name),
    sort,
    where,
    hasOtherFilters:
      state.search !== '' || state.hasProblem || (state.hasFilters && [...filters.values()].some(Boolean)),
  })
  await sendRequest('writeClipboard', { text })
  return said
}
