import * as v from 'valibot'
import type { TableColumn, TableQuery } from '../../../shared/protocol/table.ts'
import { getState, setState } from '../host.ts'

/**
 * A map by the names of columns. A name can be any word, and unlike an object, a map has no words of its own such as
 * `constructor`.
 */
const mapOf = <Input, Output>(
  value: v.GenericSchema<Input, Output>,
): v.GenericSchema<[string, Input][], Map<string, Output>> =>
  v.pipe(
    v.array(v.tuple([v.string(), value])),
    v.transform(entries => new Map(entries)),
  )

const tableState = v.object({
  sort: v.optional(v.object({ column: v.string(), isDescending: v.boolean() })),
  filters: mapOf(v.string()),
  /** An expression, empty for none. */
  where: v.optional(v.string(), ''),
})

const state = v.object({
  table: v.string(),
  search: v.string(),
  hasProblem: v.boolean(),
  hasFilters: v.boolean(),
  /** How often a query was applied. */
  applied: v.number(),
  /** The position of the cursor in the visible table. */
  cursor: v.object({ row: v.number(), column: v.number() }),
  tables: mapOf(tableState),
})

/** The order and the filters of one table. */
type TableState = v.InferOutput<typeof tableState>

/** How the view shows its file. It is saved while the view is hidden. */
export type ViewState = v.InferOutput<typeof state>

/** The saved state, or the state of a new view. */
export function loadState(): ViewState {
  const saved = v.safeParse(state, getState())
  if (saved.success) return saved.output
  return {
    table: '',
    search: '',
    hasProblem: false,
    hasFilters: false,
    applied: 0,
    cursor: { row: 0, column: 0 },
    tables: new Map(),
  }
}

/** Saves the state for the next time that the view is shown. */
export function saveState({ tables, ...rest }: ViewState): void {
  const entries = [...tables].map(([key, { filters, ...table }]) => [key, { ...table, filters: [...filters] }])
  setState({ ...rest, tables: entries })
}

/** The state of a table that was not shown before. */
const newTableState = (): TableState => ({ filters: new Map(), where: '' })

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
