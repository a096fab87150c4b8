import * as v from 'valibot'
import { keepState, keptState } from '../host.ts'

const tableState = v.object({
  hidden: v.array(v.string()),
  widths: v.record(v.string(), v.number()),
  sort: v.optional(v.object({ column: v.string(), isDescending: v.boolean() })),
  filters: v.record(v.string(), v.string()),
})

const state = v.object({
  table: v.string(),
  search: v.string(),
  hasProblem: v.boolean(),
  hasFilters: v.boolean(),
  tables: v.record(v.string(), tableState),
})

/** How one table is shown. */
export type TableState = v.InferOutput<typeof tableState>

/** How the view shows its file; kept while the view is out of sight. */
export type State = v.InferOutput<typeof state>

/** What was kept when the view was last in sight, or what a new view starts with. */
export function loadState(): State {
  const kept = v.safeParse(state, keptState())
  return kept.success ? kept.output : { table: '', search: '', hasProblem: false, hasFilters: false, tables: {} }
}

/** Keeps the state for the next time. */
export const saveState = (current: State): void => keepState(current)

/** How a table is shown that was never looked at. */
export const newTableState = (): TableState => ({ hidden: [], widths: {}, filters: {} })
