import type { Registry } from '../../shared/domains/registry.ts'
import type {
  BlockEndParams,
  CopiedCells,
  TableRows,
  TableRowsParams,
  TableTextParams,
  TableTotals,
  TableTotalsParams,
} from '../../shared/protocol/table/table.ts'
import type { TableHandlesParams } from '../../shared/protocol/table/table-edit.ts'
import type { TableGroups, TableGroupsParams } from '../../shared/protocol/table/table-groups.ts'
import { doubtsOf } from '../../shared/views/table/arrange.ts'
import { blockEnd } from '../../shared/views/table/block-end.ts'
import { copiedCells } from '../../shared/views/table/clipboard-text.ts'
import { groupSummary, rowGroups } from '../../shared/views/table/groups.ts'
import { columnOfRecords } from '../../shared/views/table/order.ts'
import { referencedTitles } from '../../shared/views/table/rows.ts'
import { totalsOf } from '../../shared/views/table/selection-totals.ts'
import { cellsOf, columnPlaces, columnsNamed, isFilled } from '../../shared/views/table/tables.ts'
import { rowsInRange, rowsNow } from './table-edit-cells.ts'
import { gone, type Seen, type TableSource } from './table-source.ts'

/*
 * What views ask about a table, of a file or of the workspace alike. All answers are null if there is no such table, or
 * no longer the rows that the view has seen.
 */

/**
 * Some rows of a table. A view asks for some at a time.
 *
 * @param records those of the query
 * @param before those of the rows to follow, as the view has seen them
 */
export function answerRows(
  source: TableSource,
  registry: Registry,
  records: readonly number[],
  before: Seen,
  { query, start, count, find, follow }: Omit<TableRowsParams, 'uri' | 'table'>,
): TableRows | null {
  const { version, table, left } = source
  if (!table) return null
  const wanted = find === undefined ? gone : source.find(find)
  const [foundRow] = source.has(wanted) ? source.rowsOf([wanted]) : []
  return {
    version,
    total: records.length,
    start,
    rows: source.rowsOf(records.slice(start, start + count)),
    found: records.indexOf(wanted),
    ...(foundRow && { foundRow }),
    followed: follow ? rowsNow(before, follow.rows, records) : [],
    doubts: doubtsOf(table, query, registry),
    left,
  }
}

/** Cells of some rows as text for the clipboard. */
export function answerText(
  source: TableSource,
  seen: Seen,
  { columns, hasHeadings, ...range }: Omit<TableTextParams, 'uri' | 'table' | 'version'>,
): CopiedCells | null {
  const records = recordsOfRows(source, seen, range)
  if (!records) return null
  const rows = cellsOfRecords(source, records, columns)
  return copiedCells(hasHeadings ? [columns, ...rows] : rows)
}

/** What cells of some rows add up to. */
export function answerTotals(
  source: TableSource,
  seen: Seen,
  { columns: names, ...range }: Omit<TableTotalsParams, 'uri' | 'table' | 'version'>,
): TableTotals | null {
  const records = recordsOfRows(source, seen, range)
  if (!records) return null
  const columns = columnsNamed(source.table!, names)
  return totalsOf(
    columns,
    cellsOfRecords(
      source,
      records,
      columns.map(({ name }) => name),
    ),
  )
}

/**
 * The groups of a query; null also if the table has no such column.
 *
 * @param records those of the query without its order and its groups
 */
export function answerGroups(
  { version, table, nodeOf, placeOf }: TableSource,
  records: readonly number[],
  { query, columns }: Pick<TableGroupsParams, 'query' | 'columns'>,
): TableGroups | null {
  if (!table) return null
  const cellOf = columnOfRecords(nodeOf)
  const groups = rowGroups(records, cellOf, table.columns, query)
  if (!groups) return null
  const totaled = columnsNamed(table, columns)
  const titleOf = (record: number): string => {
    const { snapshot, record: entry } = placeOf(record)!
    return referencedTitles(snapshot, entry, query.group!.column)
  }
  return { version, groups: groups.map(group => groupSummary(group, totaled, cellOf, titleOf)) }
}

/** Where a jump over the cells of a column ends. */
export const answerBlockEnd = (
  { nodeOf }: TableSource,
  seen: Seen,
  { column, row, isDown }: Pick<BlockEndParams, 'column' | 'row' | 'isDown'>,
): number | null =>
  seen ? blockEnd(row, isDown ? 1 : -1, seen.length, at => isFilled(nodeOf(seen[at]!), column)) : null

/** The handles of the records in some rows. */
export const answerHandles = (
  source: TableSource,
  seen: Seen,
  range: Omit<TableHandlesParams, 'uri' | 'table' | 'version'>,
): number[] | null => recordsOfRows(source, seen, range)?.map(record => source.handleOf(record)) ?? null

/** The records of some rows; undefined if one of them is no longer there. */
function recordsOfRows(
  { table }: TableSource,
  seen: Seen,
  range: Omit<TableHandlesParams, 'uri' | 'table' | 'version'>,
): readonly number[] | undefined {
  const records = table && seen && rowsInRange(seen, range)
  return records?.includes(gone) ? undefined : records
}

/** The values of records in some columns. */
function cellsOfRecords(
  { nodeOf }: TableSource,
  records: readonly number[],
  columns: readonly string[],
): (string | null)[][] {
  const places = columnPlaces(columns.map(name => ({ name, field: undefined })))
  return records.map(record => cellsOf(nodeOf(record)!, places))
}
