import type { GenericSchema, InferOutput } from 'valibot'
import type { CancellationToken } from 'vscode-languageserver'
import { countingTag } from '../shared/domains/registry.ts'
import type { OffsetEdit } from '../shared/protocol/bulk-change.ts'
import type { TextEdit } from '../shared/protocol/lsp.ts'
import type { OwnRequest } from '../shared/protocol/request.ts'
import {
  blockEndRequest,
  forgetTablesNotification,
  tableRecordRequest,
  tableRowsRequest,
  tablesRequest,
  tableTagsRequest,
  tableTextRequest,
  tableTotalsRequest,
} from '../shared/protocol/table/table.ts'
import {
  tableCellProblemsRequest,
  tableReferencesRequest,
  tableValuesRequest,
  tableWhereRequest,
} from '../shared/protocol/table/table-cells.ts'
import {
  moveRecordsRequest,
  replaceTextRequest,
  type TableEditAnswer,
  tableEditRequest,
  tableHandlesRequest,
} from '../shared/protocol/table/table-edit.ts'
import { tableGroupsRequest } from '../shared/protocol/table/table-groups.ts'
import { viewInConfigRequest, viewsInConfigRequest } from '../shared/protocol/table/table-page.ts'
import { offsetAt, type Tree, textOf } from '../shared/syntax/tree.ts'
import { editsForView, viewsIn } from '../shared/views/table/views-in-config.ts'
import { readWhere } from '../shared/views/table/where.ts'
import type { RequestAnswer, RequestHandlers } from './request-handlers.ts'
import type { Session } from './session/session.ts'
import type { Snapshot } from './snapshot/snapshot.ts'
import { ArrangedTables } from './tables/arranged-tables.ts'
import { isId, withReferences, writtenCell } from './tables/changed-ids.ts'
import type { LoadedFiles } from './tables/loaded-files.ts'
import { LoadedTables } from './tables/loaded-tables.ts'
import type { PlacedRecord } from './tables/move-records.ts'
import { replaceInRecords } from './tables/replace-text.ts'
import { problemsOfCell, referencesOfCell, tagsAtEnd, valuesForCell, whereText } from './tables/table-cell.ts'
import { editTable } from './tables/table-edit.ts'
import { TableViews } from './tables/table-views.ts'
import { WorkspaceTables } from './tables/workspace-tables.ts'

/** Answers the requests about tables: those of open files, and those of the workspace. */
export function answerTableRequests(requests: RequestHandlers, session: Session, loaded: LoadedFiles): void {
  const arranged = new ArrangedTables(loaded.reachable, session.handles)
  const loadedTables = new LoadedTables(loaded, session.handles)
  const tables = new TableViews(arranged)
  const workspaceTables = new WorkspaceTables(loaded, loadedTables, session.client.language)
  session.documents.onDidClose(({ document }) => arranged.forget(document.uri))

  inTables(
    tablesRequest,
    snapshot => tables.tables(snapshot),
    ({ table = '' }, token) => workspaceTables.tables(table, token),
  )
  inTables(
    tableRowsRequest,
    (snapshot, params) => tables.rows(snapshot, params),
    (params, token) => workspaceTables.rows(params, token),
    ({ query }) => query.where,
  )
  inTables(
    tableTextRequest,
    (snapshot, params) => tables.text(snapshot, params),
    (params, token) => workspaceTables.text(params, token),
    ({ query }) => query.where,
  )
  inTables(
    tableTotalsRequest,
    (snapshot, params) => tables.totals(snapshot, params),
    (params, token) => workspaceTables.totals(params, token),
    ({ query }) => query.where,
  )
  inTables(
    tableGroupsRequest,
    (snapshot, params) => tables.groups(snapshot, params),
    (params, token) => workspaceTables.groups(params, token),
    ({ query }) => query.where,
  )
  inTables(
    blockEndRequest,
    (snapshot, params) => tables.blockEnd(snapshot, params),
    (params, token) => workspaceTables.blockEnd(params, token),
    ({ query }) => query.where,
  )
  /** Remembers the edits of open files, which come back as fewer, larger ones. */
  const remembered = (answer: TableEditAnswer | null): TableEditAnswer | null => {
    if (!answer || 'refusal' in answer) return answer
    for (const { uri, edits } of answer.files) {
      const snapshot = session.files.snapshot(uri)
      if (snapshot) session.ownEdits.remember(uri, () => offsetEdits(snapshot.file.tree, edits), edits.length)
    }
    return answer
  }
  inTables(
    tableEditRequest,
    async (snapshot, params, token) => {
      const located = tables.locate(snapshot, params)
      if ('refusal' in located) return located
      const cell = writtenCell(located.edit)
      const edited = (): TableEditAnswer => editTable(snapshot, located)
      if (!cell || !isId(snapshot, cell)) return remembered(edited())
      if (!(await session.whenIndexed(token))) return null
      return withReferences(session.files, snapshot, cell, edited())
    },
    async (params, token) => {
      const answer = remembered(await workspaceTables.edit(params, token))
      const cell = writtenCell(params.edit)
      const place = answer && cell && (await loadedTables.placeOf(cell.record))
      if (!place) return answer
      return withReferences(session.files, place.snapshot, { ...cell, record: place.record }, answer)
    },
    ({ edit }) => ('query' in edit ? edit.query.where : undefined),
  )
  inTables(
    tableHandlesRequest,
    (snapshot, params) => tables.handlesOf(snapshot, params),
    (params, token) => workspaceTables.handlesIn(params, token),
    ({ query }) => query.where,
  )
  inTables(
    replaceTextRequest,
    (snapshot, params) => {
      const { table, query } = params
      const rows = { table, query, version: snapshot.version, start: 0, count: Number.MAX_SAFE_INTEGER }
      const records = tables.handlesOf(snapshot, rows)?.map(handle => arranged.find(snapshot, handle)!)
      return records
        ? replaceInRecords(
            records.map(record => ({ snapshot, record })),
            params,
          )
        : null
    },
    async (params, token) => {
      const { table, query } = params
      const { version } = (await workspaceTables.rows({ table, query, start: 0, count: 0 }, token)) ?? {}
      if (version === undefined) return null
      const rows = { table, query, version, start: 0, count: Number.MAX_SAFE_INTEGER }
      const placed: PlacedRecord[] = []
      for (const handle of (await workspaceTables.handlesIn(rows, token)) ?? []) {
        const place = await loadedTables.placeOf(handle)
        if (place) placed.push(place)
      }
      return replaceInRecords(placed, params)
    },
    ({ query }) => query.where,
  )
  requests.on(moveRecordsRequest, async params => {
    await session.whenRead()
    const { uri } = params
    const snapshot = uri === undefined ? undefined : session.files.snapshot(uri)
    return uri === undefined || snapshot ? workspaceTables.move(params, snapshot) : null
  })
  requests.inFile(tableRecordRequest, (snapshot, { line }) => tables.recordAt(snapshot, line))
  requests.inFileOrWorkspace(tableTagsRequest, tagsAtEnd, async () => {
    await session.whenRead()
    return workspaceTables.tags()
  })
  inCell(tableValuesRequest, valuesForCell)
  inCell(tableCellProblemsRequest, problemsOfCell)
  inCell(tableReferencesRequest, referencesOfCell)
  requests.on(viewsInConfigRequest, ({ text }) => viewsIn(text))
  requests.on(viewInConfigRequest, ({ text, view, ...place }) => editsForView(text, place, view) ?? null)
  requests.on(tableWhereRequest, params => whereText(session.descriptors.registry, params))
  requests.onNotification(forgetTablesNotification, () => loadedTables.forget())

  /** Answers a request about the tables of an open file, after it has read what the expression of a query needs. */
  function inTables<Schema extends GenericSchema<unknown, TablesParams>, Result>(
    request: OwnRequest<Schema, Result>,
    ofFile: (snapshot: Snapshot, params: InferOutput<Schema>, token: CancellationToken) => RequestAnswer<Result>,
    ofWorkspace: (params: InferOutput<Schema>, token: CancellationToken) => Promise<Result | null>,
    whereOf: (params: InferOutput<Schema>) => string | undefined = () => undefined,
  ): void {
    requests.on(request, async (params, token) => {
      const { uri, table } = params
      if (uri === undefined) {
        await session.whenRead()
        return ofWorkspace(params, token)
      }
      const where = whereOf(params) ?? ''
      const { registry } = session.files
      const { reads } = readWhere(where, countingTag(registry, table ?? ''), registry)
      if (reads.size > 0 && !(await loaded.reach(reads, token))) return null
      const snapshot = session.files.snapshot(uri)
      return snapshot ? ofFile(snapshot, params, token) : null
    })
  }

  /** Answers a request about a cell of a table. */
  function inCell<Schema extends GenericSchema<unknown, { uri?: string | undefined; record: number }>, Result>(
    request: OwnRequest<Schema, Result>,
    handler: (snapshot: Snapshot, params: InferOutput<Schema>) => Result | null,
  ): void {
    const ofRecord = (snapshot: Snapshot, params: InferOutput<Schema>): Result | null => {
      const record = arranged.find(snapshot, params.record)
      return record === undefined ? null : handler(snapshot, { ...params, record })
    }
    requests.inFileOrWorkspace(request, ofRecord, async params => {
      const place = await loadedTables.placeOf(params.record)
      return place && handler(place.snapshot, { ...params, record: place.record })
    })
  }
}

/** Edits by their offsets in the text of a tree, and this text. */
function offsetEdits(tree: Tree, edits: readonly TextEdit[]): { edits: OffsetEdit[]; text: string } {
  const inOrder = edits.map(({ range, newText }) => ({
    start: offsetAt(tree, range.start),
    end: offsetAt(tree, range.end),
    text: newText,
  }))
  return { edits: inOrder.sort((one, other) => one.start - other.start), text: textOf(tree) }
}

interface TablesParams {
  uri?: string | undefined
  table?: string | undefined
}
