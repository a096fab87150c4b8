import type { RowRange, TableQuery, TableRows, TableRowsParams } from '../../../shared/protocol/table/table.ts'
import type { TableGroup } from '../../../shared/protocol/table/table-groups.ts'
import type { OpenCell } from './editing/open-cell.ts'
import type { FileTables } from './file-tables.ts'
import type { Grid } from './grid/grid.ts'
import { sendRequest } from './request.ts'
import type { ShownColumns } from './shown-columns.ts'
import { queryOf, type ViewState } from './state.ts'

/**
 * Requests rows of the shown table, by what the user searches, filters and sorts.
 *
 * @returns null without an answer: while no table is chosen, and if another one was chosen before the answer came
 */
export async function requestRows(
  state: ViewState,
  wanted: Omit<RowRange, 'query'> & Pick<TableRowsParams, 'find' | 'follow'>,
): Promise<TableRows | null> {
  const { table } = state
  if (table === '') return null
  const answer = await sendRequest('rows', { table, query: queryOf(state), ...wanted })
  return table === state.table ? answer : null
}

/** Loads the rows and the groups of the shown table again. */
export class RowLoader {
  constructor(
    private readonly state: ViewState,
    private readonly tables: FileTables,
    private readonly columns: ShownColumns,
    private readonly grid: Grid,
    private readonly cell: OpenCell,
  ) {}

  /**
   * Loads the rows again, for another version of the file or another query. The selection, the open cell and, if
   * wanted, the first visible row go where their records are then.
   */
  async renew(staysInView: boolean): Promise<void> {
    const query = queryOf(this.state)
    const before = this.grid.selection.basis
    const wanted = this.grid.rowsToFollow
    const follow = before && {
      version: before.version,
      query: before.query,
      rows: wanted.map(row => Math.max(0, row)),
    }
    const find = this.cell.openRecord
    const answer =
      follow || find !== undefined
        ? await requestRows(this.state, {
            start: 0,
            count: 0,
            ...(follow && { follow }),
            ...(find !== undefined && { find }),
          })
        : null
    const groups = await this.groupsOf(query)
    this.grid.rows.renew(true)
    this.showGroups(groups)
    if (!answer) return
    if (before) this.grid.follow(before, wanted, answer.followed, { ...answer, query }, staysInView)
    if (find !== undefined) this.cell.moveField(answer.found)
  }

  /** Loads the groups of a table whose rows are not there yet. `keepsOld` shows the old rows until then. */
  async begin(keepsOld: boolean): Promise<void> {
    const groups = await this.groupsOf(queryOf(this.state))
    this.grid.rows.renew(keepsOld)
    this.showGroups(groups)
  }

  /** The groups of a query; none if it has no groups. */
  private async groupsOf({ group, ...query }: TableQuery): Promise<readonly TableGroup[]> {
    const table = this.tables.current
    if (!group || !table) return []
    const columns = this.columns.layouts.shown(table).map(({ column }) => column.name)
    const answer = await sendRequest('groups', { table: this.state.table, query: { ...query, group }, columns })
    return answer?.groups ?? []
  }

  /** Shows the headings of groups among the rows, and how many rows there are without those of folded groups. */
  private showGroups(groups: readonly TableGroup[]): void {
    if (groups.length === 0 && this.grid.headings.count === 0) return
    this.grid.headings.show(groups)
    if (groups.length > 0)
      this.grid.rows.total = groups.reduce((sum, { count, isFolded }) => sum + (isFolded ? 0 : count), 0)
    this.grid.refresh()
  }
}
