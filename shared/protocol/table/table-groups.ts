import * as v from 'valibot'
import { type ParamsOf, request } from '../request.ts'
import { inTables, type TableTotals, tableQuery } from './table.ts'

/**
 * Client to server: the groups of a query that groups the records of a table. No answer if the table has no such
 * column.
 */
export const tableGroupsRequest = request<TableGroups>()(
  'recline/tableGroups',
  v.object({
    ...inTables.entries,
    table: v.string(),
    query: tableQuery,
    /** The names of the columns whose totals are wanted. */
    columns: v.array(v.string()),
  }),
)

export type TableGroupsParams = ParamsOf<typeof tableGroupsRequest>

export interface TableGroups {
  readonly version: number
  /** In the order of the rows. */
  readonly groups: readonly TableGroup[]
}

/** Records with the same value in a column. */
export interface TableGroup {
  /** Empty for those without a value. */
  readonly value: string
  /** The title of the record that the value refers to; empty if there is none. */
  readonly title: string
  /** How many records it has. */
  readonly count: number
  /** Whether the rows leave its records out. */
  readonly isFolded: boolean
  /** Of the columns that have numbers in it. */
  readonly totals: readonly { readonly column: string; readonly numbers: NonNullable<TableTotals['numbers']> }[]
}
