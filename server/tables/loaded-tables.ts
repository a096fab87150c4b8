import { countingTag } from '../../shared/domains/registry.ts'
import type { Sort, TableQuery } from '../../shared/protocol/table/table.ts'
import type { CellValue } from '../../shared/protocol/table/table-edit.ts'
import { rowGroups, unfolded } from '../../shared/views/table/groups.ts'
import { columnOfRecords, sortByCells } from '../../shared/views/table/order.ts'
import type { Table } from '../../shared/views/table/tables.ts'
import { tableOfTag } from '../../shared/views/table/tables.ts'
import { readWhere } from '../../shared/views/table/where.ts'
import { RecordHandles } from '../snapshot/record-handles.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { ArrangedTables } from './arranged-tables.ts'
import type { LoadedFiles } from './loaded-files.ts'
import { gone, type PlacedRecord, recordNodeAt, type Seen, type TableSource } from './table-source.ts'

/** A table of the workspace, with the files that its records come from by their numbers. */
interface LoadedTable extends TableSource {
  /** It has no records: those of each file have indexes of their own. */
  readonly table: Table
  readonly files: ReadonlyMap<number, Snapshot>
}

/** Whether the client does not want the answer anymore. */
interface Cancellation {
  readonly isCancellationRequested: boolean
}

/** The most filtered and sorted lists of records that are cached, of the current version and of earlier ones. */
const mostArrangements = 32

/** How long records are searched before other work has its turn, in milliseconds. */
const longestSearchTurn = 30

const nextTaskTurn = (): Promise<void> => new Promise(resolve => setTimeout(resolve))

/**
 * In a table of the workspace, a record is the number of its file and its index among the entries of the file, as one
 * number. That holds for one version; requests and answers have its handle.
 */
const entryLimit = 2 ** 24

/** The filtered and sorted records of a table. */
interface LoadedArrangement {
  readonly loaded: LoadedTable
  readonly query: string
  readonly isIndexComplete: boolean
  readonly records: readonly number[]
}

/** Loads the tables of the workspace, one for each tag, and has their records in the order of queries. */
export class LoadedTables {
  private readonly numbers = new Map<string, number>()
  /** The oldest first. */
  private arrangements: readonly LoadedArrangement[] = []
  private arranged: ArrangedTables

  constructor(
    readonly files: LoadedFiles,
    private readonly handles = new RecordHandles(),
  ) {
    this.arranged = new ArrangedTables(files.reachable, handles)
  }

  /** The current table, and the records that an expression reads; null if that was cancelled. */
  async load(key: string, where: string | undefined, token: Cancellation): Promise<TableSource | null> {
    const { files } = this
    const tag = countingTag(files.registry, key)
    if (!tag) return null
    const { reads } = readWhere(where ?? '', tag, files.registry)
    for (;;) {
      const { version } = files
      if (!(await files.reach(reads, token))) return null
      const loaded = await files.load([key], token)
      if (!loaded) return null
      // A file can change while others are read.
      if (version !== files.version) continue
      const { snapshots, left } = loaded
      for (const { uri, file } of snapshots) this.handles.see(uri, file.tree)
      const tables = snapshots.flatMap(snapshot => this.arranged.source(snapshot, key).table ?? [])
      const columns = new Map(
        [tableOfTag(tag), ...tables].flatMap(table => table.columns.map(each => [each.name, each])),
      )
      const table = { ...tableOfTag(tag), columns: [...columns.values()] }
      return this.source(version, table, snapshots, left)
    }
  }

  private source(version: number, table: Table, snapshots: readonly Snapshot[], left: number): TableSource {
    const files = new Map(snapshots.map(snapshot => [this.numberOf(snapshot.uri), snapshot]))
    const placeOf = (record: number): PlacedRecord | undefined => {
      const snapshot = files.get(Math.floor(record / entryLimit))
      return snapshot && { snapshot, record: record % entryLimit }
    }
    const source: LoadedTable = {
      version,
      key: table.key,
      table,
      files,
      left,
      file: undefined,
      arrange: query => this.arrange(source, query),
      seen: (seenIn, query) => this.recordsSeen(source, seenIn, query),
      find: handle => this.find(source, handle),
      has: record => {
        const place = placeOf(record)
        return place?.snapshot.file.entries[place.record]?.tag?.nameOfRecords.path === table.key
      },
      handleOf: record => this.handleOf(source, record),
      placeOf,
      nodeOf: record => {
        const place = placeOf(record)
        return place && recordNodeAt(place.snapshot, place.record)
      },
      rowsOf: records =>
        records.flatMap(record => {
          const { snapshot, record: entry } = placeOf(record)!
          return this.arranged.rowsOf(snapshot, table, [entry]).map(row => ({ ...row, uri: snapshot.uri }))
        }),
      versionOf: snapshot => (this.files.isOpen(snapshot.uri) ? snapshot.version : null),
    }
    return source
  }

  /** The records of a query in its order. Other work has its turn between two files. */
  private async arrange(loaded: LoadedTable, query: TableQuery): Promise<readonly number[]> {
    const { version, table, files } = loaded
    const name = JSON.stringify([table.key, query])
    const known = this.arrangements.findLast(each => each.query === name)
    const isIndexComplete = [...files.values()].every(snapshot => snapshot.isIndexComplete)
    if (known?.loaded.version === version && known.isIndexComplete === isIndexComplete) return known.records
    const { sort, group, ...unsorted } = query
    const found: number[] = []
    let start = performance.now()
    for (const [number, snapshot] of files) {
      if (performance.now() - start > longestSearchTurn) {
        await nextTaskTurn()
        start = performance.now()
      }
      const entries = this.arranged.source(snapshot, table.key).arrange(unsorted)
      for (const entry of entries) found.push(number * entryLimit + entry)
    }
    const groups = group && rowGroups(found, columnOfRecords(loaded.nodeOf), table.columns, query)
    const sorted = (): readonly number[] =>
      sort ? keptInOrder(loaded, found, sort, known && this.recordsNow(loaded, known)) : found
    const records = groups ? unfolded(groups) : sorted()
    this.arrangements = [...this.arrangements, { loaded, query: name, isIndexComplete, records }].slice(
      -mostArrangements,
    )
    return records
  }

  /** The records of a query as a view has seen them, as they are now; undefined if its version is no longer known. */
  private async recordsSeen(loaded: LoadedTable, version: number, query: TableQuery): Promise<Seen> {
    if (version === loaded.version) return this.arrange(loaded, query)
    const name = JSON.stringify([loaded.table.key, query])
    const seen = this.arrangements.findLast(each => each.query === name && each.loaded.version === version)
    return seen && this.recordsNow(loaded, seen)
  }

  /** The records of an earlier arrangement as they are now. */
  private recordsNow(loaded: LoadedTable, seen: LoadedArrangement): readonly number[] {
    if (seen.loaded.version === loaded.version) return seen.records
    return seen.records.map(record => this.find(loaded, this.handleOf(seen.loaded, record)))
  }

  private find({ files }: LoadedTable, handle: number): number {
    const uri = this.handles.uriOf(handle)
    const number = uri === undefined ? undefined : this.numbers.get(uri)
    const snapshot = number === undefined ? undefined : files.get(number)
    const entry = snapshot && this.arranged.find(snapshot, handle)
    return entry === undefined ? gone : number! * entryLimit + entry
  }

  private handleOf({ files }: LoadedTable, record: number): number {
    const { uri, file } = files.get(Math.floor(record / entryLimit))!
    return this.handles.of(uri, file.tree, record % entryLimit)
  }

  /** The file of a record, and its index there; null if it is no longer there. */
  async placeOf(handle: CellValue['record']): Promise<PlacedRecord | null> {
    const uri = this.handles.uriOf(handle)
    const snapshot = uri === undefined ? undefined : await this.files.read(uri)
    const record = snapshot && this.arranged.find(snapshot, handle)
    return record === undefined ? null : { snapshot: snapshot!, record }
  }

  private numberOf(uri: string): number {
    const number = this.numbers.get(uri) ?? this.numbers.size
    this.numbers.set(uri, number)
    return number
  }

  /** Frees the memory. */
  forget(): void {
    this.files.forget()
    this.arrangements = []
    this.arranged = new ArrangedTables(this.files.reachable, this.handles)
  }
}

/** Sorts records; those that were sorted before stay where they are, so that no row moves after an edit. */
function keptInOrder(
  loaded: LoadedTable,
  records: readonly number[],
  sort: readonly Sort[],
  before: readonly number[] | undefined,
): readonly number[] {
  const current = new Set(records)
  const kept = before?.filter(record => current.has(record)) ?? []
  const old = new Set(kept)
  const fresh = records.filter(record => !old.has(record))
  return [...kept, ...sortByCells(fresh, columnOfRecords(loaded.nodeOf), loaded.table.columns, sort)]
}
