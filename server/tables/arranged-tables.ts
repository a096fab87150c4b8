import { addToGroup } from '../../shared/basics/group.ts'
import { once } from '../../shared/basics/once.ts'
import type { CheckedFile } from '../../shared/check/check.ts'
import type { Problem } from '../../shared/check/problem.ts'
import { noRecords } from '../../shared/expression/run/frame.ts'
import type { ReachableRecords } from '../../shared/expression/run/values.ts'
import type { TableQuery, TableRow } from '../../shared/protocol/table/table.ts'
import type { Tree } from '../../shared/syntax/tree.ts'
import { arrange } from '../../shared/views/table/arrange.ts'
import { holdRows } from '../../shared/views/table/held-rows.ts'
import { referencedTitles, toRow } from '../../shared/views/table/rows.ts'
import { columnPlaces, type Table, tablesOf } from '../../shared/views/table/tables.ts'
import { readWhere } from '../../shared/views/table/where.ts'
import { RecordHandles } from '../snapshot/record-handles.ts'
import { problemsIn, type Snapshot } from '../snapshot/snapshot.ts'
import { type FileTable, gone, recordNodeAt, type Seen } from './table-source.ts'

/** How many versions of a file before the current one are kept. They share most of their memory with it. */
const mostEarlier = 32

/** The most filtered and sorted lists of records that are cached for a file. */
const arrangementLimit = 4

/**
 * The tables of open files, with their records in the order of queries. They are cached until the file, its problems or
 * the settings change. The last versions of a file are kept too: a view may still show their rows.
 */
export class ArrangedTables {
  private readonly views = new Map<string, View>()

  /** The last views of files before the current ones, the oldest first. Several can be of one version. */
  private readonly earlier = new Map<string, readonly View[]>()

  /**
   * @param reachable the records that the expressions of queries can reach
   * @param handles the names of the records in requests and answers
   */
  constructor(
    private readonly reachable: ReachableRecords = noRecords,
    private readonly handles = new RecordHandles(),
  ) {}

  /** The current version of a file. */
  viewOf(snapshot: Snapshot): View {
    const { uri, file, index, isIndexComplete, settings } = snapshot
    const known = this.views.get(uri)
    const { revision } = index
    const isSameIndex =
      known?.index === index && known.revision === revision && known.isIndexComplete === isIndexComplete
    if (known?.file === file && isSameIndex && known.settings === settings) return known
    const tables = known?.file === file ? known.tables : tablesOf(file)
    // Its rows may still be shown. Where other files have changed, a query can have others in the same version.
    if (known && (known.file !== file || known.arrangements.size > 0))
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
      problems: once(() => problemsOfTable(snapshot)),
    }
    this.views.set(uri, view)
    return view
  }

  /** The table of a key in a file, as it is now. */
  source(snapshot: Snapshot, key: string): FileTable {
    const view = this.viewOf(snapshot)
    const table = view.tables.find(candidate => candidate.key === key)
    const arrange = (query: TableQuery): readonly number[] =>
      table ? this.arrangementOf(snapshot, view, table, query) : []
    return {
      version: snapshot.version,
      key,
      table,
      left: 0,
      file: snapshot,
      arrange,
      seen: (version, query) =>
        this.seen(snapshot, view, key, version, query) ?? (version === snapshot.version ? arrange(query) : undefined),
      find: handle => this.find(snapshot, handle) ?? gone,
      has: record => table?.records.includes(record) ?? false,
      handleOf: record => this.handleOf(snapshot, record),
      placeOf: record => ({ snapshot, record }),
      nodeOf: record => recordNodeAt(snapshot, record),
      rowsOf: records => (table ? this.rowsOf(snapshot, table, records) : []),
      versionOf: () => snapshot.version,
    }
  }

  /** The records of a query as they were answered last in a version, where they are now. */
  private seen(snapshot: Snapshot, current: View, key: string, version: number, query: TableQuery): Seen {
    const views = [...(this.earlier.get(snapshot.uri) ?? []), current]
    const view = views.findLast(one => one.version === version && knows(one, key, query))
    const table = view?.tables.find(candidate => candidate.key === key)
    const records = view && (table ? knownArrangement(view, table, query) : [])
    if (!view || !records) return undefined
    return view.file === snapshot.file ? records : this.follow(snapshot, view.file.tree, records)
  }

  /** The records of a query in a table of the current version, in its order. */
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

  /** Records of an older version of a file as they are now. */
  private follow({ uri, file: { tree } }: Snapshot, before: Tree, records: readonly number[]): number[] {
    const places = new Map(tree.entries.map((entry, index) => [entry, index]))
    return records.map(record => {
      const entry = before.entries[record]!
      return places.get(entry) ?? this.handles.find(uri, tree, this.handles.of(uri, before, record)) ?? gone
    })
  }

  /** Records of a file as rows of a table, which can have columns of other files too. */
  rowsOf(snapshot: Snapshot, table: Table, records: readonly number[]): TableRow[] {
    const { byEntry } = this.viewOf(snapshot).problems()
    const places = columnPlaces(table.columns)
    return records.map(entry => ({
      ...toRow(snapshot, byEntry, table, places, entry),
      record: this.handleOf(snapshot, entry),
    }))
  }

  /** The index of the entry of a record; undefined if the file does not have it, or not for certain. */
  find({ uri, file }: Snapshot, handle: number): number | undefined {
    return this.handles.find(uri, file.tree, handle)
  }

  /** The name of the record of an entry. */
  handleOf({ uri, file }: Snapshot, entry: number): number {
    return this.handles.of(uri, file.tree, entry)
  }

  /** Forgets a file that was closed. */
  forget(uri: string): void {
    this.views.delete(uri)
    this.earlier.delete(uri)
  }
}

/** A version of a file with its tables. */
interface View extends Pick<Snapshot, 'version' | 'file' | 'index' | 'isIndexComplete' | 'settings'> {
  readonly revision: number
  readonly tables: readonly Table[]
  readonly problems: () => ProblemsOfTable
  readonly arrangements: Map<string, ArrangedTable>
}

interface ProblemsOfTable {
  /** The problems of each record, by the index of its entry. */
  readonly byEntry: ReadonlyMap<number, readonly Problem[]>
  readonly elsewhere: readonly Problem[]
}

/** The filtered and sorted records of a table. */
interface ArrangedTable {
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
function heldArrangements(last: View, { tree }: CheckedFile, tables: readonly Table[]): Map<string, ArrangedTable> {
  const recordsIn = (all: readonly Table[], key: string): readonly number[] | undefined =>
    all.find(table => table.key === key)?.records
  const held = new Map<string, ArrangedTable>()
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

function problemsOfTable(snapshot: Snapshot): ProblemsOfTable {
  const byEntry = new Map<number, Problem[]>()
  const elsewhere: Problem[] = []
  for (const problem of problemsIn(snapshot)) {
    if (snapshot.file.tree.entries[problem.entry]?.kind !== 'record') elsewhere.push(problem)
    else addToGroup(byEntry, problem.entry, problem)
  }
  return { byEntry, elsewhere }
}
