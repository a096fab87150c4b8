import * as v from 'valibot'
import type { TableColumn, TableQuery } from '../../../shared/protocol/table/table.ts'
import type { TableView } from '../../../shared/protocol/table/table-page.ts'
import { getState, setState } from '../host.ts'
import { firstBoardField } from './board/board-columns.ts'

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
  sort: v.optional(v.array(v.object({ column: v.string(), isDescending: v.boolean() })), []),
  /** The column that groups the records, and the values of the groups that are folded. */
  group: v.optional(v.object({ column: v.string(), folded: v.array(v.string()) })),
  /** The field whose values are the columns of a board; without it, the records are rows. */
  board: v.optional(v.string()),
  filters: mapOf(v.string()),
  /** An expression, empty for none. */
  where: v.optional(v.string(), ''),
})

const stateSchema = v.object({
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
export type ViewState = v.InferOutput<typeof stateSchema>

/** The saved state, or the state of a new view. */
export function loadState(): ViewState {
  const saved = v.safeParse(stateSchema, getState())
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
const newTableState = (): TableState => ({ sort: [], filters: new Map(), where: '' })

/** What the user asked of the visible table. */
export function tableStateOf({ tables, table }: ViewState): TableState {
  const known = tables.get(table) ?? newTableState()
  tables.set(table, known)
  return known
}

/** What groups the visible table, also as the columns of a board. */
export const groupInQuery = ({ board, group }: Pick<TableState, 'board' | 'group'>): TableState['group'] =>
  board === undefined ? group : { column: board, folded: [] }

/** The query of the visible table. Hidden filters have no effect. */
export function queryOf(state: ViewState): TableQuery {
  const { sort, filters, where, ...table } = tableStateOf(state)
  const group = groupInQuery(table)
  const { hasFilters, search, hasProblem, applied } = state
  return {
    ...(sort.length > 0 && { sort }),
    ...(group && { group }),
    filters: hasFilters
      ? [...filters].filter(([, text]) => text !== '').map(([column, text]) => ({ column, text }))
      : [],
    search,
    hasProblem,
    where,
    // In groups, each record is always in the group of its value.
    ...(!group && { applied }),
  }
}

/** Whether a query wants something else than all records in their order. */
export const hasQuery = ({ sort, group, filters, search, hasProblem, where }: TableQuery): boolean =>
  sort !== undefined || group !== undefined || filters.length > 0 || search !== '' || hasProblem || where !== ''

/**
 * The first click on a column sorts in ascending order, the second in descending order, the third restores the order
 * of the file.
 *
 * @param isAdded whether the other columns go on sorting, before a column that is new
 */
export function changeSort(state: ViewState, { name: column }: TableColumn, isAdded: boolean): void {
  const table = tableStateOf(state)
  const place = table.sort.findIndex(sort => sort.column === column)
  const known = table.sort[place]
  const next = known?.isDescending ? [] : [{ column, isDescending: known !== undefined }]
  if (!isAdded) table.sort = next
  else if (known) table.sort = table.sort.toSpliced(place, 1, ...next)
  else table.sort = [...table.sort, ...next]
}

/** Gives the visible table the order and the filters of a view. */
export function showView(state: ViewState, { sort, group, board, filters, where }: TableView): void {
  const table = tableStateOf(state)
  table.sort = [...sort]
  table.board = board
  table.group = group === undefined ? undefined : { column: group, folded: [] }
  table.filters.clear()
  for (const [column, text] of filters) table.filters.set(column, text)
  table.where = where
  state.hasFilters ||= filters.length > 0
  state.search = ''
  state.hasProblem = false
}

/** Groups the visible table by a column, as rows or as the columns of its board; undefined for no groups. */
export function changeGroup(state: ViewState, column: string | undefined): void {
  const table = tableStateOf(state)
  if (table.board !== undefined) table.board = column
  else table.group = column === undefined ? undefined : { column, folded: [] }
}

/** Shows the visible table as a board if it has a field for it, and a board as rows again. */
export function toggleBoard(state: ViewState, columns: readonly TableColumn[]): void {
  const table = tableStateOf(state)
  table.board = table.board === undefined ? firstBoardField(columns, table.group?.column) : undefined
}

/** Folds or unfolds groups of the visible table. */
export function foldGroups(state: ViewState, values: readonly string[], isFolded: boolean): void {
  const table = tableStateOf(state)
  if (!table.group) return
  const others = table.group.folded.filter(value => !values.includes(value))
  table.group = { ...table.group, folded: isFolded ? [...others, ...values] : others }
}

/** Removes what can hide a record of the visible table. */
export function clearQuery(state: ViewState): void {
  const table = tableStateOf(state)
  table.filters.clear()
  table.where = ''
  if (table.group) table.group = { ...table.group, folded: [] }
  state.search = ''
  state.hasProblem = false
}
