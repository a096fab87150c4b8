import * as v from 'valibot'
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
export type TableState = v.InferOutput<typeof tableState>

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
export const newTableState = (): TableState => ({ filters: new Map(), where: '' })
