import type { TableColumn, TableQuery } from '../../../shared/protocol/table.ts'
import { newTableState, type TableState, type ViewState } from './state.ts'

/** What the user asked of the visible table. */
export function tableStateOf({ tables, table }: ViewState): TableState {
  const known = tables.get(table) ?? newTableState()
  tables.set(table, known)
  return known
}

/** The query of the visible table. Hidden filters have no effect. */
export function queryOf(state: ViewState): TableQuery {
  const { sort, filters, where } = tableStateOf(state)
  const { hasFilters, search, hasProblem, applied } = state
  return {
    ...(sort && { sort }),
    filters: hasFilters
      ? [...filters].filter(([, text]) => text !== '').map(([column, text]) => ({ column, text }))
      : [],
    search,
    hasProblem,
    where,
    applied,
  }
}

/** Whether a query wants something else than all records in their order. */
export const hasQuery = ({ sort, filters, search, hasProblem, where }: TableQuery): boolean =>
  sort !== undefined || filters.length > 0 || search !== '' || hasProblem || where !== ''

/**
 * The first click sorts in ascending order, the second in descending order, the third restores the order of the file.
 */
export function changeSort(state: ViewState, { name }: TableColumn): void {
  const { sort, ...rest } = tableStateOf(state)
  const isSame = sort?.column === name
  state.tables.set(
    state.table,
    isSame && sort.isDescending ? rest : { ...rest, sort: { column: name, isDescending: isSame } },
  )
}

/** Removes what can hide a record of the visible table. */
export function clearQuery(state: ViewState): void {
  const table = tableStateOf(state)
  table.filters.clear()
  table.where = ''
  state.search = ''
  state.hasProblem = false
}
