import { compareText } from '../../shared/basics/text.ts'
import { quickPickLine, shortMeaning } from '../../shared/domains/field-text.ts'
import { plainProse } from '../../shared/domains/prose.ts'
import { countingTag } from '../../shared/domains/registry.ts'
import type { TextLanguage } from '../../shared/domains/texts/languages.ts'
import { localTitle, partTexts, shownIn } from '../../shared/domains/texts/part-texts.ts'
import type { Refusal } from '../../shared/protocol/request.ts'
import type {
  BlockEndParams,
  CopiedCells,
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
import { groupSummary, rowGroups } from '../../shared/views/table/groups.ts'
import { referencedTitles } from '../../shared/views/table/rows.ts'
import { totalsOf } from '../../shared/views/table/selection-totals.ts'
import { cellsOf, columnPlaces, columnsNamed, isFilled } from '../../shared/views/table/tables.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { LoadedFiles } from './loaded-files.ts'
import { type Cancellation, cellsIn, type LoadedTable, LoadedTables, nodeIn, placeIn } from './loaded-tables.ts'
import { moveRecords, type PlacedRecord } from './move-records.ts'
import { toColumn } from './table-columns.ts'
import { gone, recordIsGone, rowCount, rowsAreGone, rowsInRange, rowsNow } from './table-edit-cells.ts'
import { editTablesOfFiles } from './workspace-table-edit.ts'

/** The tables of the workspace: one for each tag, with the records of all files. */
export class WorkspaceTables {
  constructor(
    private readonly files: LoadedFiles,
    private readonly loaded = new LoadedTables(files),
    private readonly language?: TextLanguage,
  ) {}

  /** The tags that have records, by name, with the number of their records. */
  tags(): TagChoice[] {
    const tags = [...this.files.counts()].flatMap(([path, count]): TagChoice[] => {
      const tag = countingTag(this.files.registry, path)
      if (!tag) return []
      const { description = '', aliases = [] } = shownIn(tag.descriptor, partTexts(this.language, tag))
      const title = localTitle(this.language, tag)
      const meaning = [...(title === undefined ? [] : [title]), shortMeaning(description, quickPickLine), ...aliases]
      return [{ key: path, name: tag.name, domain: tag.domain.path, description: meaning.join(' · '), count }]
    })
    return tags.sort((one, other) => compareText(one.name, other.name))
  }

  /** A table without its rows; null if no domain defines the tag. */
  async tables(key: string, token: Cancellation): Promise<Tables | null> {
    const loaded = await this.loaded.load(key, undefined, token)
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
    const loaded = await this.loaded.load(key, query.where, token)
    if (!loaded) return null
    const records = await this.loaded.arrange(loaded, query)
    const wanted = find === undefined ? gone : this.loaded.find(loaded, find)
    const [foundRow] = wanted === gone ? [] : this.rowOf(loaded, wanted)
    return {
      version: loaded.version,
      total: records.length,
      start,
      rows: records.slice(start, start + count).flatMap(record => this.rowOf(loaded, record)),
      found: records.indexOf(wanted),
      ...(foundRow && { foundRow }),
      followed: follow
        ? rowsNow(await this.loaded.recordsSeen(loaded, follow.version, follow.query), follow.rows, records)
        : [],
      doubts: doubtsOf(loaded.table, query, this.files.registry),
      left: loaded.left,
    }
  }

  /** What cells of some rows add up to. */
  async totals(params: TableTotalsParams, token: Cancellation): Promise<TableTotals | null> {
    const { version, table: key, query, columns: names } = params
    const loaded = await this.loaded.load(key, query.where, token)
    const seen = loaded && (await this.loaded.recordsSeen(loaded, version, query))
    const records = seen && rowsInRange(seen, params)
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
    const { version, table: key, query, columns, hasHeadings } = params
    const loaded = await this.loaded.load(key, query.where, token)
    const seen = loaded && (await this.loaded.recordsSeen(loaded, version, query))
    const records = seen && rowsInRange(seen, params)
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
    const loaded = await this.loaded.load(key, query.where, token)
    if (!loaded) return null
    const records = await this.loaded.arrange(loaded, { ...query, sort: undefined, group: undefined })
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
    const loaded = await this.loaded.load(key, query.where, token)
    const records = loaded && (await this.loaded.recordsSeen(loaded, version, query))
    if (!records) return null
    return blockEnd(row, isDown ? 1 : -1, records.length, at => isFilled(nodeIn(loaded, records[at]!), column))
  }

  /** The handles of the records in some rows. */
  async handlesIn(params: TableHandlesParams, token: Cancellation): Promise<number[] | null> {
    const { version, table: key, query } = params
    const loaded = await this.loaded.load(key, query.where, token)
    const seen = loaded && (await this.loaded.recordsSeen(loaded, version, query))
    const records = seen && rowsInRange(seen, params)
    if (!records || records.includes(gone)) return null
    return records.map(record => this.loaded.handleOf(loaded, record))
  }

  /** The text edits that move records of any files to a place in a table, or a sentence why there are none. */
  async move({ records, above, table }: MoveRecordsParams, at: Snapshot | undefined): Promise<TableEditAnswer> {
    const places = await Promise.all(
      [...records, ...(above === null ? [] : [above])].map(each => this.loaded.placeOf(each)),
    )
    if (places.some(place => place === null)) return { refusal: recordIsGone }
    const moved = places.slice(0, records.length) as PlacedRecord[]
    const target = above === null ? undefined : places.at(-1)!
    const snapshot = at ?? target?.snapshot
    if (!snapshot) return { refusal: 'Choose the record to put the others above; this table has more than one file.' }
    const answer = moveRecords(moved, {
      snapshot,
      above: target?.record,
      table: this.loaded.ofFiles.at(snapshot, table).table?.records ?? [],
    })
    if ('refusal' in answer) return answer
    const files = answer.files.map(file => ({ ...file, version: this.files.isOpen(file.uri) ? file.version : null }))
    return { ...answer, files }
  }

  /** The text edits that change records of a table, or a sentence that says why there are none. */
  async edit({ version, table: key, edit }: TableEditParams, token: Cancellation): Promise<TableEditAnswer | null> {
    const loaded = await this.loaded.load(key, 'query' in edit ? edit.query.where : undefined, token)
    if (!loaded) return null
    const located = await this.locate(loaded, version, edit)
    if ('refusal' in located) return located
    const { records } = located
    return editTablesOfFiles(located.edit, {
      tag: loaded.table.tag,
      arrange: () => records,
      nodeOf: record => nodeIn(loaded, record),
      placeOf: record => placeIn(loaded, record),
      tableOf: snapshot => this.loaded.ofFiles.at(snapshot, key),
      isOpen: uri => this.files.isOpen(uri),
    })
  }

  /** The records and the cells of an edit as they are now. */
  private async locate(
    loaded: LoadedTable,
    version: number,
    edit: TableEdit,
  ): Promise<{ readonly records: readonly number[]; readonly edit: TableEdit } | Refusal> {
    if (edit.kind === 'add' || edit.kind === 'insert') return { records: [], edit }
    if (edit.kind === 'write') {
      const cells = edit.cells.map(cell => ({ ...cell, record: this.loaded.find(loaded, cell.record) }))
      return cells.some(({ record }) => record === gone)
        ? { refusal: recordIsGone }
        : { records: [], edit: { ...edit, cells } }
    }
    const records = await this.loaded.recordsSeen(loaded, version, edit.query)
    if (!records) return { refusal: rowsAreGone }
    const meant = rowsInRange(records, { ...edit, count: rowCount(edit) })
    if (meant.includes(gone)) return { refusal: recordIsGone }
    for (const record of meant) this.loaded.handleOf(loaded, record)
    return { records, edit }
  }

  private rowOf(loaded: LoadedTable, record: number): TableRow[] {
    const place = placeIn(loaded, record)
    if (!place) return []
    return this.loaded.ofFiles
      .rowsOf(place.snapshot, loaded.table, [place.record])
      .map(row => ({ ...row, uri: place.snapshot.uri }))
  }
}
