import { compareText } from '../../shared/basics/text.ts'
import { tagOfPath } from '../../shared/domains/registry.ts'
import type {
  CellValue,
  TableCsvParams,
  TableEditAnswer,
  TableEditParams,
  TableQuery,
  TableRow,
  TableRows,
  TableRowsParams,
  Tables,
  TagChoice,
} from '../../shared/protocol/table.ts'
import type { RecordNode } from '../../shared/syntax/nodes.ts'
import { cellsAsCsv } from '../../shared/views/table/csv.ts'
import { sortByCells } from '../../shared/views/table/order.ts'
import { cellsOf, columnPlaces, type Table, tableOfTag } from '../../shared/views/table/tables.ts'
import { readWhere } from '../../shared/views/table/where.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { LoadedFiles } from './loaded-files.ts'
import { TableViews, toColumn } from './table-views.ts'
import { editTablesOfFiles } from './workspace-table-edit.ts'

/** Whether the client does not want the answer anymore. */
interface Token {
  readonly isCancellationRequested: boolean
}

/** The most filtered and sorted lists of records that are cached. */
const arrangementLimit = 4

/**
 * A record of the workspace is identified by the number of its file and its index among the entries of the file, as one
 * number.
 */
const entryLimit = 2 ** 24

/** How long records are searched before other work has its turn, in milliseconds. */
const longestTurn = 30

const nextTurn = (): Promise<void> => new Promise(resolve => setTimeout(resolve))

/** A table of the workspace, with the files that its records come from by their numbers. */
interface LoadedTable {
  readonly version: number
  /** Its columns are those of all files. It has no records: those of each file have indexes of their own. */
  readonly table: Table
  readonly files: ReadonlyMap<number, Snapshot>
  readonly left: number
}

/** The filtered and sorted records of a table. */
interface Arrangement {
  readonly version: number
  readonly isIndexComplete: boolean
  readonly records: readonly number[]
}

/** The tables of the workspace: one for each tag, with the records of all files. */
export class WorkspaceTables {
  private views: TableViews
  private readonly numbers = new Map<string, number>()
  private readonly arrangements = new Map<string, Arrangement>()

  constructor(private readonly files: LoadedFiles) {
    this.views = new TableViews(files.reachable)
  }

  /** The tags that have records, by name, with the number of their records. */
  tags(): TagChoice[] {
    const tags = [...this.files.counts()].flatMap(([path, count]): TagChoice[] => {
      const tag = tagOfPath(this.files.registry, path)
      if (!tag) return []
      return [
        { key: path, name: tag.name, domain: tag.domain.path, description: tag.descriptor.description ?? '', count },
      ]
    })
    return tags.sort((one, other) => compareText(one.name, other.name))
  }

  /** A table without its rows; null if no domain defines the tag. */
  async tables(key: string, token: Token): Promise<Tables | null> {
    const loaded = await this.load(key, undefined, token)
    if (!loaded) return null
    const { table, version } = loaded
    const { name, tag, columns } = table
    const summary = {
      key,
      name,
      domain: tag!.domain.path,
      description: tag!.descriptor.description ?? '',
      count: this.files.counts().get(key) ?? 0,
      problems: 0,
      columns: columns.map(toColumn),
    }
    return { version, tables: [summary], elsewhere: [], elsewhereCount: 0 }
  }

  /** Some rows of a table. */
  async rows({ table: key, query, start, count, find }: TableRowsParams, token: Token): Promise<TableRows | null> {
    const loaded = await this.load(key, query.where, token)
    if (!loaded) return null
    const records = await this.arrange(loaded, query)
    return {
      version: loaded.version,
      total: records.length,
      start,
      rows: records.slice(start, start + count).flatMap(record => this.rowOf(loaded, record)),
      found: find === undefined ? -1 : records.indexOf(find),
      left: loaded.left,
    }
  }

  /** Cells of some rows as CSV. */
  async csv(params: TableCsvParams, token: Token): Promise<string | null> {
    const { table: key, query, start, count, columns, hasHeadings } = params
    const loaded = await this.load(key, query.where, token)
    if (!loaded) return null
    const places = columnPlaces(columns.map(name => ({ name, field: undefined })))
    const rows = (await this.arrange(loaded, query)).slice(start, start + count).flatMap(record => {
      const node = nodeOf(loaded, record)
      return node ? [cellsOf(node, places)] : []
    })
    return cellsAsCsv(hasHeadings ? [columns, ...rows] : rows)
  }

  /** The text edits that change records of a table, or a sentence that says why there are none. */
  async edit({ version, table: key, edit }: TableEditParams, token: Token): Promise<TableEditAnswer | null> {
    const loaded = await this.load(key, 'query' in edit ? edit.query.where : undefined, token)
    if (!loaded) return null
    if (version !== loaded.version) {
      return {
        refusal: 'A file has changed in the meantime, so nothing was written; check the table and try again.',
      }
    }
    const records = 'query' in edit ? await this.arrange(loaded, edit.query) : []
    return editTablesOfFiles(edit, {
      tag: loaded.table.tag,
      arrange: () => records,
      nodeOf: record => nodeOf(loaded, record),
      placeOf: record => placeOf(loaded, record),
      tableOf: snapshot => this.views.at(snapshot, key),
      isOpen: uri => this.files.isOpen(uri),
    })
  }

  /** The file of a record, and its index there; null if it is no longer there. */
  async placeOf(record: CellValue['record']): Promise<{ snapshot: Snapshot; record: number } | null> {
    const [uri] = [...this.numbers].find(([, number]) => number === Math.floor(record / entryLimit)) ?? []
    const snapshot = uri === undefined ? undefined : await this.files.read(uri)
    return snapshot ? { snapshot, record: record % entryLimit } : null
  }

  /** Frees the memory. */
  forget(): void {
    this.files.forget()
    this.arrangements.clear()
    this.views = new TableViews(this.files.reachable)
  }

  /** The current table, and the records that an expression reads; null if that was cancelled. */
  private async load(key: string, where: string | undefined, token: Token): Promise<LoadedTable | null> {
    const { files } = this
    const tag = tagOfPath(files.registry, key)
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
    const known = this.arrangements.get(name)
    const isIndexComplete = [...files.values()].every(snapshot => snapshot.isIndexComplete)
    if (known?.version === version && known.isIndexComplete === isIndexComplete) return known.records
    const { sort, ...unsorted } = query
    const found: number[] = []
    let start = performance.now()
    for (const [number, snapshot] of files) {
      if (performance.now() - start > longestTurn) {
        await nextTurn()
        start = performance.now()
      }
      const entries = this.views.at(snapshot, table.key).arrange(unsorted)
      for (const entry of entries) found.push(number * entryLimit + entry)
    }
    const column = sort && table.columns.find(each => each.name === sort.column)
    const records = column ? inOrder(loaded, found, column, sort.isDescending, known?.records) : found
    const [oldest] = this.arrangements.keys()
    if (this.arrangements.size >= arrangementLimit && oldest !== undefined) this.arrangements.delete(oldest)
    this.arrangements.set(name, { version, isIndexComplete, records })
    return records
  }

  private rowOf(loaded: LoadedTable, record: number): TableRow[] {
    const place = placeOf(loaded, record)
    if (!place) return []
    return this.views
      .rowsOf(place.snapshot, loaded.table, [place.record])
      .map(row => ({ ...row, record, uri: place.snapshot.uri }))
  }
}

function placeOf(
  { files }: LoadedTable,
  record: number,
): { readonly snapshot: Snapshot; readonly record: number } | undefined {
  const snapshot = files.get(Math.floor(record / entryLimit))
  return snapshot && { snapshot, record: record % entryLimit }
}

function nodeOf(loaded: LoadedTable, record: number): RecordNode | undefined {
  const place = placeOf(loaded, record)
  const node = place?.snapshot.file.tree.entries[place.record]
  return node?.kind === 'record' ? node : undefined
}

/** Sorts records; those that were sorted before stay where they are, so that no row moves after an edit. */
function inOrder(
  loaded: LoadedTable,
  records: readonly number[],
  column: Table['columns'][number],
  isDescending: boolean,
  before: readonly number[] | undefined,
): readonly number[] {
  const current = new Set(records)
  const kept = before?.filter(record => current.has(record)) ?? []
  const old = new Set(kept)
  const fresh = records.filter(record => !old.has(record))
  const only = columnPlaces([column])
  const cells = fresh.map(record => {
    const node = nodeOf(loaded, record)
    return node ? cellsOf(node, only)[0]! : null
  })
  return [...kept, ...sortByCells(fresh, cells, column, isDescending)]
}
