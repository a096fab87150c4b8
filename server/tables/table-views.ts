import type { Problem } from '../../shared/check/problem.ts'
import { plainProse } from '../../shared/domains/prose.ts'
import type { Refusal } from '../../shared/protocol/request.ts'
import type {
  BlockEndParams,
  CopiedCells,
  LineProblem,
  RowRange,
  TableRecord,
  TableRows,
  TableRowsParams,
  Tables,
  TableTextParams,
  TableTotals,
  TableTotalsParams,
} from '../../shared/protocol/table/table.ts'
import type { TableEditParams, TableHandlesParams } from '../../shared/protocol/table/table-edit.ts'
import type { TableGroups, TableGroupsParams } from '../../shared/protocol/table/table-groups.ts'
import type { RecordNode } from '../../shared/syntax/nodes.ts'
import { indexAt, lengthOf, offsetAt, positionAt, positionIn } from '../../shared/syntax/tree.ts'
import { doubtsOf } from '../../shared/views/table/arrange.ts'
import { blockEnd } from '../../shared/views/table/block-end.ts'
import { copiedCells } from '../../shared/views/table/clipboard-text.ts'
import { groupSummary, rowGroups } from '../../shared/views/table/groups.ts'
import { columnOfRecords } from '../../shared/views/table/order.ts'
import { referencedTitles } from '../../shared/views/table/rows.ts'
import { totalsOf } from '../../shared/views/table/selection-totals.ts'
import { cellsOf, columnPlaces, columnsNamed, isFilled } from '../../shared/views/table/tables.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { ArrangedTables } from './arranged-tables.ts'
import { toColumn } from './table-columns.ts'
import {
  type Arrange,
  gone,
  type LocatedEdit,
  recordIsGone,
  rowCount,
  rowsAreGone,
  rowsInRange,
  rowsNow,
} from './table-edit-cells.ts'

/** The most problems outside records that are listed. */
const elsewhereLimit = 20

/** Answers what views ask about the tables of open files. A view requests some rows at a time. */
export class TableViews {
  constructor(private readonly arranged = new ArrangedTables()) {}

  /** All tables of a file, without their rows. */
  tables(snapshot: Snapshot): Tables {
    const { tables, problems } = this.arranged.viewOf(snapshot)
    const { byEntry, elsewhere } = problems()
    const { tree } = snapshot.file
    return {
      version: snapshot.version,
      tables: tables.map(table => ({
        key: table.key,
        name: table.name,
        domain: table.tag?.domain.path ?? '',
        description: plainProse(table.tag?.descriptor.description ?? ''),
        count: table.records.length,
        problems: table.records.reduce((count, entry) => count + Number(byEntry.has(entry)), 0),
        columns: table.columns.map(toColumn),
      })),
      lines: positionAt(tree, lengthOf(tree)).line + 1,
      elsewhere: elsewhere.slice(0, elsewhereLimit).map(problem => toLineProblem(snapshot, problem)),
      elsewhereCount: elsewhere.length,
    }
  }

  /** Some rows of a table; null if the file has no such table. */
  rows(
    snapshot: Snapshot,
    { table: key, query, start, count, find, follow }: Omit<TableRowsParams, 'uri'>,
  ): TableRows | null {
    const view = this.arranged.viewOf(snapshot)
    const table = view.tables.find(candidate => candidate.key === key)
    if (!table) return null
    const records = this.arranged.arrangementOf(snapshot, view, table, query)
    const wanted = find === undefined ? undefined : this.arranged.find(snapshot, find)
    return {
      version: snapshot.version,
      total: records.length,
      start,
      rows: this.arranged.rowsOf(snapshot, table, records.slice(start, start + count)),
      found: wanted === undefined ? -1 : records.indexOf(wanted),
      ...(wanted !== undefined &&
        table.records.includes(wanted) && { foundRow: this.arranged.rowsOf(snapshot, table, [wanted])[0]! }),
      followed: follow
        ? rowsNow(this.arranged.at(snapshot, key, follow.version).arrange(follow.query), follow.rows, records)
        : [],
      doubts: doubtsOf(table, query, snapshot.registry),
      left: 0,
    }
  }

  /**
   * The records and the values of an edit as they are now. From here on the records of its rows keep their handles, so
   * that a next edit of the same rows finds them.
   */
  locate(snapshot: Snapshot, { version, table: key, edit }: Omit<TableEditParams, 'uri'>): LocatedEdit | Refusal {
    if (edit.kind === 'add') return { at: this.arranged.at(snapshot, key), edit }
    if (edit.kind === 'insert') {
      const record = this.arranged.find(snapshot, edit.record)
      if (record === undefined) return { refusal: recordIsGone }
      return { at: this.arranged.at(snapshot, key), edit: { ...edit, record } }
    }
    if (edit.kind === 'write') {
      const cells = edit.cells.map(cell => ({ ...cell, record: this.arranged.find(snapshot, cell.record) ?? gone }))
      if (cells.some(({ record }) => record === gone)) return { refusal: recordIsGone }
      return { at: this.arranged.at(snapshot, key), edit: { ...edit, cells } }
    }
    const at = this.arranged.at(snapshot, key, version)
    const records = at.arrange(edit.query)
    if (!records) return { refusal: rowsAreGone }
    const meant = rowsInRange(records, { ...edit, count: rowCount(edit) })
    if (meant.includes(gone)) return { refusal: recordIsGone }
    for (const record of meant) this.arranged.handleOf(snapshot, record)
    return { at, edit }
  }

  /** Cells of some rows as text for the clipboard; null if the file has no such table. */
  text(
    snapshot: Snapshot,
    { version, table: key, columns, hasHeadings, ...range }: Omit<TableTextParams, 'uri'>,
  ): CopiedCells | null {
    const { table, arrange } = this.arranged.at(snapshot, key, version)
    const records = table && seenRows(arrange, range)
    if (!records || records.includes(gone)) return null
    const places = columnPlaces(columns.map(name => ({ name, field: undefined })))
    const rows = records.map(entry => cellsOf(snapshot.file.tree.entries[entry] as RecordNode, places))
    return copiedCells(hasHeadings ? [columns, ...rows] : rows)
  }

  /** What cells of some rows add up to; null if the file has no such table, or no longer these rows. */
  totals(
    snapshot: Snapshot,
    { version, table: key, columns: names, ...range }: Omit<TableTotalsParams, 'uri'>,
  ): TableTotals | null {
    const { table, arrange } = this.arranged.at(snapshot, key, version)
    const records = table && seenRows(arrange, range)
    if (!records || records.includes(gone)) return null
    const columns = columnsNamed(table, names)
    const places = columnPlaces(columns)
    return totalsOf(
      columns,
      records.map(entry => cellsOf(snapshot.file.tree.entries[entry] as RecordNode, places)),
    )
  }

  /** The groups of a query; null if the file has no such table or column. */
  groups(snapshot: Snapshot, { table: key, query, columns }: Omit<TableGroupsParams, 'uri'>): TableGroups | null {
    const view = this.arranged.viewOf(snapshot)
    const table = view.tables.find(candidate => candidate.key === key)
    if (!table) return null
    const records = this.arranged.arrangementOf(snapshot, view, table, { ...query, sort: undefined, group: undefined })
    const cellOf = columnOfRecords((entry: number) => snapshot.file.tree.entries[entry] as RecordNode)
    const groups = rowGroups(records, cellOf, table.columns, query)
    if (!groups) return null
    const totaled = columnsNamed(table, columns)
    const titleOf = (entry: number): string => referencedTitles(snapshot, entry, query.group!.column)
    return {
      version: snapshot.version,
      groups: groups.map(group => groupSummary(group, totaled, cellOf, titleOf)),
    }
  }

  /** Where a jump over the cells of a column ends; null if the file has no such table, or no longer these rows. */
  blockEnd(
    snapshot: Snapshot,
    { version, table: key, query, column, row, isDown }: Omit<BlockEndParams, 'uri'>,
  ): number | null {
    const records = this.arranged.at(snapshot, key, version).arrange(query)
    const { entries } = snapshot.file.tree
    if (!records) return null
    return blockEnd(row, isDown ? 1 : -1, records.length, at => isFilled(entries[records[at]!], column))
  }

  /** The handles of the records in some rows; null if the file has no such table, or no longer these rows. */
  handlesOf(snapshot: Snapshot, { version, table: key, ...range }: Omit<TableHandlesParams, 'uri'>): number[] | null {
    const records = seenRows(this.arranged.at(snapshot, key, version).arrange, range)
    if (!records || records.includes(gone)) return null
    return records.map(record => this.arranged.handleOf(snapshot, record))
  }

  /** The record on a line, or else the nearest one above it; null if there is none. */
  recordAt(snapshot: Snapshot, line: number): TableRecord | null {
    const { tree } = snapshot.file
    let record = indexAt(tree, offsetAt(tree, { line, character: 0 }))
    while (record >= 0 && tree.entries[record]!.kind !== 'record') record--
    const table = this.arranged.viewOf(snapshot).tables.find(({ records }) => records.includes(record))
    return table ? { table: table.key, record: this.arranged.handleOf(snapshot, record) } : null
  }
}

/** The records of some rows; undefined if the version of the rows is no longer known. */
function seenRows(arrange: Arrange, range: RowRange): readonly number[] | undefined {
  const records = arrange(range.query)
  return records && rowsInRange(records, range)
}

const toLineProblem = (
  { file: { tree } }: Snapshot,
  { entry, start, severity, code, message }: Problem,
): LineProblem => ({ line: positionIn(tree, entry, start).line, severity, code, message })
