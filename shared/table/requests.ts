import * as v from 'valibot'
import { rowLimit, type TableRowsParams } from './protocol.ts'

/** The forms of what is asked about tables, for `parse` of valibot: a request of another form is refused. */

const inFile = { uri: v.string() }
const index = v.pipe(v.number(), v.integer(), v.minValue(0))

const query = v.object({
  sort: v.optional(v.object({ column: v.string(), isDescending: v.boolean() })),
  filters: v.array(v.object({ column: v.string(), text: v.string() })),
  search: v.string(),
  hasProblem: v.boolean(),
})

export const tablesParams = v.object(inFile)

export const tableRowsParams: v.GenericSchema<unknown, TableRowsParams> = v.object({
  ...inFile,
  table: v.string(),
  query,
  start: index,
  count: v.pipe(index, v.maxValue(rowLimit)),
  find: v.optional(index),
})
