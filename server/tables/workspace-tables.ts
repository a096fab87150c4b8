import { compareText } from '../../shared/basics/text.ts'
import { quickPickLine, shortMeaning } from '../../shared/domains/field-text.ts'
import { plainProse } from '../../shared/domains/prose.ts'
import { countingTag } from '../../shared/domains/registry.ts'
import type { Refusal } from '../../shared/protocol/request.ts'
import type {
  BlockEndParams,
  CopiedCells,
  TableQuery,
  TableRow,
  TableRows,
  TableRowsParams,
  Tables,
  TableTextParams,
  TableTotals,
  TableTotalsParams,
  TagChoice,
} from '../../shared/protocol/table/table.ts'
import type {
  CellValue,
  MoveRecordsParams,
  TableEdit,
  TableEditAnswer,
  TableEditParams,
  TableHandlesParams,
} from '../../shared/protocol/table/table-edit.ts'
import type { TableGroups, TableGroupsParams } from '../../shared/protocol/table/table-groups.ts'
import { doubtsOf } from '../../shared/views/table/arrange.ts'
import { blockEnd } from '../../shared/views/table/block-end.ts'
import { copiedCells } from '../../shared/views/table/clipboard-text.ts'
import { groupSummary, rowGroups, unfolded } from '../../shared/views/table/groups.ts'
import { referencedTitles } from '../../shared/views/table/rows.ts'
import { totalsOf } from '../../shared/views/table/selection-totals.ts'
import { cellsOf, columnPlaces, columnsNamed, isFilled, tableOfTag } from '../../shared/views/table/tables.ts'
import { readWhere } from '../../shared/views/table/where.ts'
import { RecordHandles } from '../snapshot/record-handles.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { LoadedFiles } from './loaded-files.ts'
import { cellsIn, entryLimit, keptInOrder, type LoadedTable, nodeIn, placeIn } from './loaded-table.ts'
import { moveRecords, type PlacedRecord } from './move-records.ts'
import { toColumn } from './table-columns.ts'
import { gone, recordIsGone, rowCount, rowsAreGone, rowsNow } from './table-edit-cells.ts'
import { TableViews } from './table-views.ts'
import { editTablesOfFiles } from './workspace-table-edit.ts'

/** Whether the client does not want the answer anymore. */
interface Cancellation {
  readonly isCancellationRequested: boolean
}

/** The most filtered and sorted lists of records that are cached, of the current version and of earlier ones. */
const arrangementLimit = 32

/** How long records are searched before other work has its turn, in milliseconds. */
const longestTurn = 30

const nextTurn = (): Promise<void> => new Promise(resolve => setTimeout(resolve))

/** The filtered and sorted records of a table. */
interface Arrangement {
  readonly loaded: LoadedTable
  readonly query: string
  readonly isIndexComplete: boolean
  readonly records: readonly number[]
}

/** The tables of the workspace: one for each tag, with the records of all files. */
export class WorkspaceTables {
  private views: TableViews
  private readonly numbers = new Map<string, number>()
  /** The oldest first. */
  private arrangements: readonly Arrangement[] = []

  constructor(
    private readonly files: LoadedFiles,
    private readonly handles = new RecordHandles(),
  ) {
    this.views = new TableViews(files.reachable, handles)
  }

  /** The tags that have records, by name, with the number of their records. */
  tags(): TagChoice[] {
    const tags = [...this.files.counts()].flatMap(([path, count]): TagChoice[] => {
      const tag = countingTag(this.files.registry, path)
      if (!tag) return []
      const { description = '', aliases = [] } = tag.descriptor
      const meaning = [shortMeaning(description, quickPickLine), ...aliases].join(' · ')
      return [{ key: path, name: tag.name, domain: tag.domain.path, description: meaning, count }]
    })
    return tags.sort((one, other) => compareText(one.name, other.name))
  }

  /** A table without its rows; null if no domain defines the tag. */
  async tables(key: string, token: Cancellation): Promise<Tables | null> {
    const loaded = await this.load(key, undefined, token)
    if (!loaded) return null
    const { table, version } = loaded
    const { name, tag, columns } = table
    const summary = {
      key,
      name,
      domain: tag!.domain.path,
      description: plainProse(tag!.descriptor.description ?? ''),
      count: this.files.counts().get(key) ?? 0,
      problems: 0,
      columns: columns.map(toColumn),
    }
    return { version, tables: [summary], lines: 0, elsewhere: [], elsewhereCount: 0 }
  }

  /** Some rows of a table. */
  async rows(
    { table: key, query, start, count, find, follow }: TableRowsParams,
    token: Cancellation,
  ): Promise<TableRows | null> {
    const loaded = await this.load(key, query.where, token)
    if (!loaded) return null
    const records = await this.arrange(loaded, query)
    const wanted = find === undefined ? gone : this.find(loaded, find)
    const [foundRow] = wanted === gone ? [] : this.rowOf(loaded, wanted)
    return {
      version: loaded.version,
      total: records.length,
      start,
      rows: records.slice(start, start + count).flatMap(record => this.rowOf(loaded, record)),
      found: records.indexOf(wanted),
      ...(foundRow && { foundRow }),
      followed: follow
        ? rowsNow(await this.recordsSeen(loaded, follow.version, follow.query), follow.rows, records)
        : [],
      doubts: doubtsOf(loaded.table, query, this.files.registry),
      left: loaded.left,
    }
  }

  /** What cells of some rows add up to. */
  async totals(params: TableTotalsParams, token: Cancellation): Promise<TableTotals | null> {
    const { version, table: key, query, start, count, columns: names } = params
    const loaded = await this.load(key, query.where, token)
    const records = loaded && (await this.recordsSeen(loaded, version, query))?.slice(start, start + count)
    if (!records || records.includes(gone)) return null
    const columns = columnsNamed(loaded.table, names)
    const places = columnPlaces(columns)
    return totalsOf(
      columns,
      records.map(record => cellsOf(nodeIn(loaded, record)!, places)),
    )
  }

  /** Cells of some rows as text for the clipboard. */
  async text(params: TableTextParams, token: Cancellation): Promise<CopiedCells | null> {
    const { version, table: key, query, start, count, columns, hasHeadings } = params
    const loaded = await this.load(key, query.where, token)
    const records = loaded && (await this.recordsSeen(loaded, version, query))?.slice(start, start + count)
    if (!records || records.includes(gone)) return null
    const places = columnPlaces(columns.map(name => ({ name, field: undefined })))
    const rows = records.flatMap(record => {
      const node = nodeIn(loaded, record)
      return node ? [cellsOf(node, places)] : []
    })
    return copiedCells(hasHeadings ? [columns, ...rows] : rows)
  }

  /** The groups of a query; null if the table has no such column. */
  async groups({ table: key, query, columns }: TableGroupsParams, token: Cancellation): Promise<TableGroups | null> {
    const loaded = await this.load(key, query.where, token)
    if (!loaded) return null
    const records = await this.arrange(loaded, { ...query, sort: undefined, group: undefined })
    const groups = rowGroups(records, cellsIn(loaded), loaded.table.columns, query)
    if (!groups) return null
    const totaled = columnsNamed(loaded.table, columns)
    const titleOf = (record: number): string => {
      const place = placeIn(loaded, record)
      return place ? referencedTitles(place.snapshot, place.record, query.group!.column) : ''
    }
    return {
      version: loaded.version,
      groups: groups.map(group => groupSummary(group, totaled, cellsIn(loaded), titleOf)),
    }
  }

  /** Where a jump over the cells of a column ends. */
  async blockEnd(params: BlockEndParams, token: Cancellation): Promise<number | null> {
    const { version, table: key, query, column, row, isDown } = params
    const loaded = await this.load(key, query.where, token)
    const records = loaded && (await this.recordsSeen(loaded, version, query))
    if (!records) return null
    return blockEnd(row, isDown ? 1 : -1, records.length, at => isFilled(nodeIn(loaded, records[at]!), column))
  }

  /** The handles of the records in some rows. */
  async handlesIn(params: TableHandlesParams, token: Cancellation): Promise<number[] | null> {
    const { version, table: key, query, start, count } = params
    const loaded = await this.load(key, query.where, token)
    const records = loaded && (await this.recordsSeen(loaded, version, query))?.slice(start, start + count)
    if (!records || records.includes(gone)) return null
    return records.map(record => this.handleOf(loaded, record))
  }

  /** The text edits that move records of any files to a place in a table, or a sentence why there are none. */
  async move({ records, above, table }: MoveRecordsParams, at: Snapshot | undefined): Promise<TableEditAnswer> {
    const places = await Promise.all([...records, ...(above === null ? [] : [above])].map(each => this.placeOf(each)))
    if (places.some(place => place === null)) return { refusal: recordIsGone }
    const moved = places.slice(0, records.length) as PlacedRecord[]
    const target = above === null ? undefined : places.at(-1)!
    const snapshot = at ?? target?.snapshot
    if (!snapshot) return { refusal: 'Choose the record to put the others above; this table has more than one file.' }
    const answer = moveRecords(moved, {
      snapshot,
      above: target?.record,
      table: this.views.at(snapshot, table).table?.records ?? [],
    })
    if ('refusal' in answer) return answer
    const files = answer.files.map(file => ({ ...file, version: this.files.isOpen(file.uri) ? file.version : null }))
    return { ...answer, files }
  }

  /** The text edits that change records of a table, or a sentence that says why there are none. */
  async edit({ version, table: key, edit }: TableEditParams, token: Cancellation): Promise<TableEditAnswer | null> {
    const loaded = await this.load(key, 'query' in edit ? edit.query.where : undefined, token)
    if (!loaded) return null
    const located = await this.locate(loaded, version, edit)
    if ('refusal' in located) return located
    const { records } = located
    return editTablesOfFiles(located.edit, {
      tag: loaded.table.tag,
      arrange: () => records,
      nodeOf: record => nodeIn(loaded, record),
      placeOf: record => placeIn(loaded, record),
      tableOf: snapshot => this.views.at(snapshot, key),
      isOpen: uri => this.files.isOpen(uri),
    })
  }

  /** The file of a record, and its index there; null if it is no longer there. */
  async placeOf(handle: CellValue['record']): Promise<{ snapshot: Snapshot; record: number } | null> {
    const uri = this.handles.uriOf(handle)
    const snapshot = uri === undefined ? undefined : await this.files.read(uri)
    const record = snapshot && this.views.find(snapshot, handle)
    return record === undefined ? null : { snapshot: snapshot!, record }
  }

  /** A record by its handle; `gone` if it is not there, or not for certain. */
  private find({ files }: LoadedTable, handle: number): number {
    const uri = this.handles.uriOf(handle)
    const number = uri === undefined ? undefined : this.numbers.get(uri)
    const snapshot = number === undefined ? undefined : files.get(number)
    const entry = snapshot && this.views.find(snapshot, handle)
    return entry === undefined ? gone : number! * entryLimit + entry
  }

  /** The records of a query as a view has seen them, as they are now; undefined if its version is no longer known. */
  private async recordsSeen(
    loaded: LoadedTable,
    version: number,
    query: TableQuery,
  ): Promise<readonly number[] | undefined> {
    if (version === loaded.version) return this.arrange(loaded, query)
    const name = JSON.stringify([loaded.table.key, query])
    const seen = this.arrangements.findLast(each => each.query === name && each.loaded.version === version)
    return seen && this.recordsNow(loaded, seen)
  }

  /** The records of an earlier arrangement as they are now. */
  private recordsNow(loaded: LoadedTable, seen: Arrangement): readonly number[] {
    if (seen.loaded.version === loaded.version) return seen.records
    return seen.records.map(record => this.find(loaded, this.handleOf(seen.loaded, record)))
  }

  /** The records and the cells of an edit as they are now. */
  private async locate(
    loaded: LoadedTable,
    version: number,
    edit: TableEdit,
  ): Promise<{ readonly records: readonly number[]; readonly edit: TableEdit } | Refusal> {
    if (edit.kind === 'add') return { records: [], edit }
    if (edit.kind === 'write') {
      const cells = edit.cells.map(cell => ({ ...cell, record: this.find(loaded, cell.record) }))
      return cells.some(({ record }) => record === gone)
        ? { refusal: recordIsGone }
        : { records: [], edit: { ...edit, cells } }
    }
    const records = await this.recordsSeen(loaded, version, edit.query)
    if (!records) return { refusal: rowsAreGone }
    const meant = records.slice(edit.start, edit.start + rowCount(edit))
    if (meant.includes(gone)) return { refusal: recordIsGone }
    for (const record of meant) this.handleOf(loaded, record)
    return { records, edit }
  }

  private handleOf({ files }: LoadedTable, record: number): number {
    const { uri, file } = files.get(Math.floor(record / entryLimit))!
    return this.handles.of(uri, file.tree, record % entryLimit)
  }

  /** Frees the memory. */
  forget(): void {
    this.files.forget()
    this.arrangements = []
    this.views = new TableViews(this.files.reachable, this.handles)
  }

  /** The current table, and the records that an expression reads; null if that was cancelled. */
  private async load(key: string, where: string | undefined, token: Cancellation): Promise<LoadedTable | null> {
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
      const tables = snapshots.flatMap(snapshot => this.views.at(snapshot, key).table ?? [])
      const columns = new Map(
        [tableOfTag(tag), ...tables].flatMap(table => table.columns.map(each => [each.name, each])),
      )
      return {
        version,
        table: { ...tableOfTag(tag), columns: [...columns.values()] },
        files: new Map(snapshots.map(snapshot => [this.numberOf(snapshot.uri), snapshot])),
        left,
      }
    }
  }

  private numberOf(uri: string): number {
    const number = this.numbers.get(uri) ?? this.numbers.size
    this.numbers.set(uri, number)
    return number
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
      if (performance.now() - start > longestTurn) {
        await nextTurn()
        start = performance.now()
      }
      const entries = this.views.at(snapshot, table.key).arrange(unsorted) ?? []
      for (const entry of entries) found.push(number * entryLimit + entry)
    }
    const groups = group && rowGroups(found, cellsIn(loaded), table.columns, query)
    const sorted = (): readonly number[] =>
      sort ? keptInOrder(loaded, found, sort, known && this.recordsNow(loaded, known)) : found
    const records = groups ? unfolded(groups) : sorted()
    this.arrangements = [...this.arrangements, { loaded, query: name, isIndexComplete, records }].slice(
      -arrangementLimit,
    )
    return records
  }

  private rowOf(loaded: LoadedTable, record: number): TableRow[] {
    const place = placeIn(loaded, record)
    if (!place) return []
    return this.views
      .rowsOf(place.snapshot, loaded.table, [place.record])
      .map(row => ({ ...row, uri: place.snapshot.uri }))
  }
}
