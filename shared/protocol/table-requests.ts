import * as v from 'valibot'
import {
  rowLimit,
  type TableCell,
  type TableCsvParams,
  type TableEdit,
  type TableEditParams,
  type TableRecordParams,
  type TableRowsParams,
  type TableValuesParams,
} from './table.ts'

/** The forms of what is asked about tables, for `parse` of valibot: a request of another form is refused. */

const inFile = { uri: v.string() }
const index = v.pipe(v.number(), v.integer(), v.minValue(0))

const query = v.object({
  sort: v.optional(v.object({ column: v.string(), isDescending: v.boolean() })),
  filters: v.array(v.object({ column: v.string(), text: v.string() })),
  search: v.string(),
  hasProblem: v.boolean(),
})

export const inFileParams = v.object(inFile)

export const tableRowsParams: v.GenericSchema<unknown, TableRowsParams> = v.object({
  ...inFile,
  table: v.string(),
  query,
  start: index,
  count: v.pipe(index, v.maxValue(rowLimit)),
  find: v.optional(index),
})

const rows = { query, start: index, count: index }
const range = { ...rows, columns: v.array(v.string()) }

const tableEdit: v.GenericSchema<unknown, TableEdit> = v.variant('kind', [
  v.object({
    kind: v.literal('write'),
    cells: v.array(v.object({ record: index, column: v.string(), value: v.nullable(v.string()) })),
  }),
  v.object({ kind: v.literal('clear'), ...range }),
  v.object({ kind: v.literal('add') }),
  v.object({ kind: v.literal('duplicate'), ...rows }),
  v.object({ kind: v.literal('delete'), ...rows }),
  v.object({ kind: v.literal('paste'), text: v.string(), width: index, ...range }),
])

export const tableEditParams: v.GenericSchema<unknown, TableEditParams> = v.object({
  ...inFile,
  version: v.number(),
  table: v.string(),
  edit: tableEdit,
})

export const tableCsvParams: v.GenericSchema<unknown, TableCsvParams> = v.object({
  ...inFile,
  table: v.string(),
  ...range,
  hasHeadings: v.boolean(),
})

const cell = { ...inFile, record: index, column: v.string() }

export const tableCell: v.GenericSchema<unknown, TableCell> = v.object(cell)

export const tableValuesParams: v.GenericSchema<unknown, TableValuesParams> = v.object({ ...cell, typed: v.string() })

export const tableRecordParams: v.GenericSchema<unknown, TableRecordParams> = v.object({ ...inFile, line: index })
