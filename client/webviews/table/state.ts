import * as v from 'valibot'
import { keepState, keptState } from '../host.ts'

/** By the names of columns, which can be any word: a map has no words of its own, as an object has. */
const mapOf = <Input, Output>(
  value: v.GenericSchema<Input, Output>,
): v.GenericSchema<[string, Input][], Map<string, Output>> =>
  v.pipe(
    v.array(v.tuple([v.string(), value])),
    v.transform(entries => new Map(entries)),
  )

const tableState = v.object({
  hidden: v.array(v.string()),
  widths: mapOf(v.number()),
  sort: v.optional(v.object({ column: v.string(), isDescending: v.boolean() })),
  filters: mapOf(v.string()),
})

const state = v.object({
  table: v.string(),
  search: v.string(),
  hasProblem: v.boolean(),
  hasFilters: v.boolean(),
  /** Where the cursor is in the table that is shown. */
  cursor: v.object({ row: v.number(), column: v.number() }),
  tables: mapOf(tableState),
})

/** How one table is shown. */
export type TableState = v.InferOutput<typeof tableState>

/** How the view shows its file; kept while the view is out of sight. */
export type State = v.InferOutput<typeof state>

/** What was kept when the view was last in sight, or what a new view starts with. */
export function loadState(): State {
  const kept = v.safeParse(state, keptState())
  if (kept.success) return kept.output
  return {
    table: '',
    search: '',
    hasProblem: false,
    hasFilters: false,
    cursor: { row: 0, column: 0 },
    tables: new Map(),
  }
}

/** Keeps the state for the next time. */
export function saveState({ tables, ...rest }: State): void {
  const entries = [...tables].map(([key, { widths, filters, ...table }]) => [
    key,
    { ...table, widths: [...widths], filters: [...filters] },
  ])
  keepState({ ...rest, tables: entries })
}

/** More columns than this at once are slow to draw. */
const shownAtFirst = 100

/** How a table is shown that was never looked at, with the first of its columns. */
export const newTableState = (columns: readonly { readonly name: string }[]): TableState => ({
  hidden: columns.slice(shownAtFirst).map(({ name }) => name),
  widths: new Map(),
  filters: new Map(),
})
