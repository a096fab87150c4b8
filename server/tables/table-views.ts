import { addToGroup } from '../../shared/basics/group.ts'
import { once } from '../../shared/basics/once.ts'
import type { CheckedFile } from '../../shared/check/check.ts'
import type { Problem } from '../../shared/check/problem.ts'
import { plainProse } from '../../shared/domains/prose.ts'
import type { ReachableRecords } from '../../shared/expression/run/values.ts'
import type { Refusal } from '../../shared/protocol/request.ts'
import type {
  BlockEndParams,
  CopiedCells,
  LineProblem,
  TableQuery,
  TableRecord,
  TableRow,
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
import { indexAt, lengthOf, offsetAt, positionAt, positionIn, type Tree } from '../../shared/syntax/tree.ts'
import { arrange, doubtsOf } from '../../shared/views/table/arrange.ts'
import { blockEnd } from '../../shared/views/table/block-end.ts'
import { copiedCells } from '../../shared/views/table/clipboard-text.ts'
import { groupSummary, rowGroups } from '../../shared/views/table/groups.ts'
import { holdRows } from '../../shared/views/table/held-rows.ts'
import { columnOfRecords } from '../../shared/views/table/order.ts'
import { referencedTitles, toRow } from '../../shared/views/table/rows.ts'
import { totalsOf } from '../../shared/views/table/selection-totals.ts'
import { cellsOf, columnPlaces, columnsNamed, isFilled, type Table, tablesOf } from '../../shared/views/table/tables.ts'
import { readWhere } from '../../shared/views/table/where.ts'
import { RecordHandles } from '../snapshot/record-handles.ts'
import { problemsIn, type Snapshot } from '../snapshot/snapshot.ts'
import { toColumn } from './table-columns.ts'
import {
  gone,
  type LocatedEdit,
  recordIsGone,
  rowCount,
  rowsAreGone,
  rowsNow,
  type TableAt,
} from './table-edit-cells.ts'

/** The most problems outside records that are listed. */
const elsewhereLimit = 20

/** How many versions of a file before the current one are kept. They share most of their memory with it. */
const mostEarlier = 32

/** The most filtered and sorted lists of records that are cached for a file. */
const arrangementLimit = 4

/**
 * The tables of open files. A view requests some rows at a time, so the tables are cached until the file, its problems
 * or the settings change.
 */
export class TableViews {
  private readonly views = new Map<string, View>()

  /** The last versions of files before the current ones, the oldest first: a view may still show their rows. */
  private readonly earlier = new Map<string, readonly View[]>()

  /**
   * @param reachable the records that the expressions of queries can reach
   * @param handles the names of the records in requests and answers
   */
  constructor(
    private readonly reachable: ReachableRecords = noRecords,
    private readonly handles = new RecordHandles(),
  ) {}

  /** All tables of a file, without their rows. */
  tables(snapshot: Snapshot): Tables {
    const { tables, problems } = this.viewOf(snapshot)
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
    const view = this.viewOf(snapshot)
    const table = view.tables.find(candidate => candidate.key === key)
    if (!table) return null
    const records = this.arrangementOf(snapshot, view, table, query)
    const wanted = find === undefined ? undefined : this.find(snapshot, find)
    return {
      version: snapshot.version,
      total: records.length,
      start,
      rows: this.rowsOf(snapshot, table, records.slice(start, start + count)),
      found: wanted === undefined ? -1 : records.indexOf(wanted),
      ...(wanted !== undefined &&
        table.records.includes(wanted) && { foundRow: this.rowsOf(snapshot, table, [wanted])[0]! }),
      followed: follow
        ? rowsNow(this.at(snapshot, key, follow.version).arrange(follow.query), follow.rows, records)
        : [],
      doubts: doubtsOf(table, query, snapshot.registry),
      left: 0,
    }
  }

  /** Records of a file as rows of a table, which can have columns of other files too. */
  rowsOf(snapshot: Snapshot, table: Table, records: readonly number[]): TableRow[] {
    const { byEntry } = this.viewOf(snapshot).problems()
    const places = columnPlaces(table.columns)
    return records.map(entry => ({
      ...toRow(snapshot, byEntry, table, places, entry),
      record: this.handles.of(snapshot.uri, snapshot.file.tree, entry),
    }))
  }

  /** The index of the entry of a record; undefined if the file does not have it, or not for certain. */
  find({ uri, file }: Snapshot, handle: number): number | undefined {
    return this.handles.find(uri, file.tree, handle)
  }

  /**
   * The table of a key, for an edit of rows that a view shows.
   *
   * @param version of the rows. The records of an older one are found by their handles; `gone` stands for a record that
   * cannot be found, and an arrangement is undefined if the version is no longer known
   */
  at(snapshot: Snapshot, key: string, version = snapshot.version): TableAt {
    const view = this.viewOf(snapshot)
    const tableIn = (one: View): Table | undefined => one.tables.find(candidate => candidate.key === key)
    const table = tableIn(view)
    if (version === snapshot.version)
      return { key, table, arrange: query => (table ? this.arrangementOf(snapshot, view, table, query) : []) }
    const arrange = (query: TableQuery): readonly number[] | undefined => {
      const seen = this.earlier.get(snapshot.uri)?.findLast(one => one.version === version && knows(one, key, query))
      const before = seen && (tableIn(seen) ? knownArrangement(seen, tableIn(seen)!, query) : [])
      return before && this.follow(snapshot, seen.file.tree, before)
    }
    return { key, table, arrange }
  }

  /** Records of an older version of a file as they are now. */
  private follow({ uri, file: { tree } }: Snapshot, before: Tree, records: readonly number[]): number[] {
    const places = new Map(tree.entries.map((entry, index) => [entry, index]))
    return records.map(record => {
      const entry = before.entries[record]!
      return places.get(entry) ?? this.handles.find(uri, tree, this.handles.of(uri, before, record)) ?? gone
    })
  }

  /**
   * The records and the values of an edit as they are now. From here on the records of its rows keep their handles, so
   * that a next edit of the same rows finds them.
   */
  locate(snapshot: Snapshot, { version, table: key, edit }: Omit<TableEditParams, 'uri'>): LocatedEdit | Refusal {
    if (edit.kind === 'add') return { at: this.at(snapshot, key), edit }
    if (edit.kind === 'write') {
      const cells = edit.cells.map(cell => ({ ...cell, record: this.find(snapshot, cell.record) ?? gone }))
      if (cells.some(({ record }) => record === gone)) return { refusal: recordIsGone }
      return { at: this.at(snapshot, key), edit: { ...edit, cells } }
    }
    const at = this.at(snapshot, key, version)
    const records = at.arrange(edit.query)
    if (!records) return { refusal: rowsAreGone }
    const meant = records.slice(edit.start, edit.start + rowCount(edit))
    if (meant.includes(gone)) return { refusal: recordIsGone }
    for (const record of meant) this.handles.of(snapshot.uri, snapshot.file.tree, record)
    return { at, edit }
  }

  /** Cells of some rows as text for the clipboard; null if the file has no such table. */
  text(
    snapshot: Snapshot,
    { version, table: key, query, start, count, columns, hasHeadings }: Omit<TableTextParams, 'uri'>,
  ): CopiedCells | null {
    const { table, arrange } = this.at(snapshot, key, version)
    const records = table && arrange(query)?.slice(start, start + count)
    if (!records || records.includes(gone)) return null
    const places = columnPlaces(columns.map(name => ({ name, field: undefined })))
    const rows = records.map(entry => cellsOf(snapshot.file.tree.entries[entry] as RecordNode, places))
    return copiedCells(hasHeadings ? [columns, ...rows] : rows)
  }

  /** What cells of some rows add up to; null if the file has no such table, or no longer these rows. */
  totals(
    snapshot: Snapshot,
    { version, table: key, query, start, count, columns: names }: Omit<TableTotalsParams, 'uri'>,
  ): TableTotals | null {
    const { table, arrange } = this.at(snapshot, key, version)
    const records = table && arrange(query)?.slice(start, start + count)
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
    const view = this.viewOf(snapshot)
    const table = view.tables.find(candidate => candidate.key === key)
    if (!table) return null
    const records = this.arrangementOf(snapshot, view, table, { ...query, sort: undefined, group: undefined })
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
    const records = this.at(snapshot, key, version).arrange(query)
    const { entries } = snapshot.file.tree
    if (!records) return null
    return blockEnd(row, isDown ? 1 : -1, records.length, at => isFilled(entries[records[at]!], column))
  }

  /** The handles of the records in some rows; null if the file has no such table, or no longer these rows. */
  handlesOf(
    snapshot: Snapshot,
    { version, table: key, query, start, count }: Omit<TableHandlesParams, 'uri'>,
  ): number[] | null {
    const records = this.at(snapshot, key, version)
      .arrange(query)
      ?.slice(start, start + count)
    if (!records || records.includes(gone)) return null
    return records.map(record => this.handles.of(snapshot.uri, snapshot.file.tree, record))
  }

  /** The record on a line, or else the nearest one above it; null if there is none. */
  recordAt(snapshot: Snapshot, line: number): TableRecord | null {
    const { tree } = snapshot.file
    let record = indexAt(tree, offsetAt(tree, { line, character: 0 }))
    while (record >= 0 && tree.entries[record]!.kind !== 'record') record--
    const table = this.viewOf(snapshot).tables.find(({ records }) => records.includes(record))
    return table ? { table: table.key, record: this.handles.of(snapshot.uri, tree, record) } : null
  }

  /** Forgets a file that was closed. */
  forget(uri: string): void {
    this.views.delete(uri)
    this.earlier.delete(uri)
  }

  private arrangementOf(
    snapshot: Snapshot,
    { arrangements, problems }: View,
    table: Table,
    query: TableQuery,
  ): readonly number[] {
    if (wantsAll(query)) return table.records
    const key = arrangementKey(table.key, query)
    const known = arrangements.get(key)
    if (known) return known.records
    const { holds } = readWhere(query.where ?? '', table.tag, snapshot.registry)
    const now = { time: Date.now(), isDate: false }
    const records = arrange(snapshot.file.tree, table, query, {
      hasProblem: entry => problems().byEntry.has(entry),
      titleOf: (entry, column) => referencedTitles(snapshot, entry, column),
      holds: record => holds(record, this.reachable, now),
    })
    const [oldest] = arrangements.keys()
    if (arrangements.size >= arrangementLimit && oldest !== undefined) arrangements.delete(oldest)
    arrangements.set(key, { table: table.key, query, records })
    return records
  }

  private viewOf(snapshot: Snapshot): View {
    const { uri, file, index, isIndexComplete, settings } = snapshot
    const known = this.views.get(uri)
    const { revision } = index
    const isSameIndex =
      known?.index === index && known.revision === revision && known.isIndexComplete === isIndexComplete
    if (known?.file === file && isSameIndex && known.settings === settings) return known
    const tables = known?.file === file ? known.tables : tablesOf(file)
    if (known && known.file !== file)
      this.earlier.set(uri, [...(this.earlier.get(uri) ?? []), known].slice(-mostEarlier))
    const view: View = {
      version: snapshot.version,
      file,
      index,
      revision,
      isIndexComplete,
      settings,
      tables,
      // Problems are not complete before the index is, so a query that wants them is applied again then.
      arrangements: known?.isIndexComplete === isIndexComplete ? heldArrangements(known, file, tables) : new Map(),
      problems: once(() => problemsOf(snapshot)),
    }
    this.views.set(uri, view)
    return view
  }
}

interface View extends Pick<Snapshot, 'version' | 'file' | 'index' | 'isIndexComplete' | 'settings'> {
  readonly revision: number
  readonly tables: readonly Table[]
  readonly problems: () => ProblemsOfTable
  readonly arrangements: Map<string, Arrangement>
}

interface ProblemsOfTable {
  /** The problems of each record, by the index of its entry. */
  readonly byEntry: ReadonlyMap<number, readonly Problem[]>
  readonly elsewhere: readonly Problem[]
}

/** The filtered and sorted records of a table. */
interface Arrangement {
  readonly table: string
  readonly query: TableQuery
  readonly records: readonly number[]
}

/** The records of a query in a view, if they are known without running it. */
const knownArrangement = (view: View, table: Table, query: TableQuery): readonly number[] | undefined =>
  wantsAll(query) ? table.records : view.arrangements.get(arrangementKey(table.key, query))?.records

const knows = (view: View, key: string, query: TableQuery): boolean =>
  wantsAll(query) || view.arrangements.has(arrangementKey(key, query))

const arrangementKey = (table: string, query: TableQuery): string => JSON.stringify([table, query])

/** The arrangements of the last version of a file whose rows stay where they are. */
function heldArrangements(last: View, { tree }: CheckedFile, tables: readonly Table[]): Map<string, Arrangement> {
  const recordsIn = (all: readonly Table[], key: string): readonly number[] | undefined =>
    all.find(table => table.key === key)?.records
  const held = new Map<string, Arrangement>()
  for (const [key, arrangement] of last.arrangements) {
    const { table, query } = arrangement
    const [before, after] = [recordsIn(last.tables, table), recordsIn(tables, table)]
    if (query.applied === undefined || !before || !after) continue
    const records = holdRows(
      { tree: last.file.tree, records: before },
      { tree, records: after },
      arrangement.records,
      query.sort !== undefined,
    )
    held.set(key, { ...arrangement, records })
  }
  return held
}

/** Whether a query wants all records in the order of the file. */
const wantsAll = ({ sort, group, filters, search, hasProblem, where = '' }: TableQuery): boolean =>
  !sort && !group && filters.length === 0 && search === '' && !hasProblem && where === ''

const noRecords: ReachableRecords = {
  find: () => undefined,
  referrers: () => [],
  isInCircle: () => undefined,
}

function problemsOf(snapshot: Snapshot): ProblemsOfTable {
  const byEntry = new Map<number, Problem[]>()
  const elsewhere: Problem[] = []
  for (const problem of problemsIn(snapshot)) {
    if (snapshot.file.tree.entries[problem.entry]?.kind !== 'record') elsewhere.push(problem)
    else addToGroup(byEntry, problem.entry, problem)
  }
  return { byEntry, elsewhere }
}

const toLineProblem = (
  { file: { tree } }: Snapshot,
  { entry, start, severity, code, message }: Problem,
): LineProblem => ({ line: positionIn(tree, entry, start).line, severity, code, message })
