import type { GenericSchema, InferOutput } from 'valibot'
import type { CancellationToken } from 'vscode-languageserver'
import { localize } from '../shared/domains/localize.ts'
import { countingTag } from '../shared/domains/registry.ts'
import type { TextEdit } from '../shared/protocol/lsp.ts'
import type { OwnRequest } from '../shared/protocol/request.ts'
import {
  blockEndRequest,
  forgetTablesNotification,
  type TableQuery,
  tableRecordRequest,
  tableRowsRequest,
  tablesRequest,
  tableTagsRequest,
  tableTextRequest,
  tableTotalsRequest,
} from '../shared/protocol/table/table.ts'
import {
  tableCellProblemsRequest,
  tableDroppedFileRequest,
  tableReferencesRequest,
  tableValuesRequest,
  tableWhereRequest,
} from '../shared/protocol/table/table-cells.ts'
import {
  moveRecordsRequest,
  replaceTextRequest,
  type TableEdit,
  type TableEditAnswer,
  tableEditRequest,
  tableHandlesRequest,
} from '../shared/protocol/table/table-edit.ts'
import { tableGroupsRequest } from '../shared/protocol/table/table-groups.ts'
import { viewInConfigRequest, viewsInConfigRequest } from '../shared/protocol/table/table-page.ts'
import type { TextChange } from '../shared/syntax/text-change.ts'
import { offsetAt, type Tree, textOf } from '../shared/syntax/tree.ts'
import { editsForView, viewsIn } from '../shared/views/table/views-in-config.ts'
import { readWhere } from '../shared/views/table/where.ts'
import type { RequestHandlers } from './request-handlers.ts'
import type { Session } from './session/session.ts'
import type { Snapshot } from './snapshot/snapshot.ts'
import { ArrangedTables } from './tables/arranged-tables.ts'
import { isId, withReferences, writtenCell } from './tables/changed-ids.ts'
import type { LoadedFiles } from './tables/loaded-files.ts'
import { LoadedTables } from './tables/loaded-tables.ts'
import { moveRecords } from './tables/move-records.ts'
import { replaceInRecords } from './tables/replace-text.ts'
import {
  answerBlockEnd,
  answerGroups,
  answerHandles,
  answerRows,
  answerText,
  answerTotals,
} from './tables/table-answers.ts'
import {
  cellWithPath,
  problemsOfCell,
  referencesOfCell,
  tagsAtEnd,
  valuesForCell,
  whereText,
} from './tables/table-cell.ts'
import { editTable } from './tables/table-edit.ts'
import { recordIsGone } from './tables/table-edit-cells.ts'
import type { Seen, TableSource } from './tables/table-source.ts'
import { recordAtLine, tablesOfFile, tablesOfWorkspace, tagsOfWorkspace } from './tables/table-summary.ts'

/** Answers the requests about tables: those of open files, and those of the workspace. */
export function answerTableRequests(requests: RequestHandlers, session: Session, loaded: LoadedFiles): void {
  const arranged = new ArrangedTables(loaded.reachable, session.handles)
  const workspace = new LoadedTables(loaded, session.handles)
  session.documents.onDidClose(({ document }) => arranged.forget(document.uri))

  requests.on(tablesRequest, async ({ uri, table = '' }, token) => {
    if (uri !== undefined) {
      const snapshot = session.files.snapshot(uri)
      return snapshot ? tablesOfFile(arranged, snapshot) : null
    }
    const source = await sourceOf({ table }, token)
    return source && tablesOfWorkspace(loaded, source, session.client.language)
  })
  onTable(tableRowsRequest, async (source, params) => {
    const { query, follow } = params
    const records = await source.arrange(query)
    const before = follow && (await source.seen(follow.version, follow.query))
    return answerRows(source, session.files.registry, records, before, params)
  })
  onTable(tableTextRequest, async (source, params) => answerText(source, await seenIn(source, params), params))
  onTable(tableTotalsRequest, async (source, params) => answerTotals(source, await seenIn(source, params), params))
  onTable(tableGroupsRequest, async (source, params) =>
    answerGroups(source, await source.arrange({ ...params.query, sort: undefined, group: undefined }), params),
  )
  onTable(blockEndRequest, async (source, params) => answerBlockEnd(source, await seenIn(source, params), params))
  onTable(tableHandlesRequest, async (source, params) => answerHandles(source, await seenIn(source, params), params))
  onTable(tableEditRequest, async (source, { version, edit }, token) => {
    const answer = await editTable(source, version, edit)
    const cell = writtenCell(edit)
    const place = cell && source.placeOf(source.find(cell.record))
    const placed = place && { ...cell, record: place.record }
    if (!placed || !isId(place.snapshot, placed)) return remembered(answer)
    if (!(await session.whenIndexed(token))) return null
    return withReferences(session.files, place.snapshot, placed, answer)
  })
  onTable(replaceTextRequest, async (source, params) => {
    if (!source.table) return null
    const records = await source.arrange(params.query)
    return replaceInRecords(
      records.map(record => source.placeOf(record)!),
      params,
    )
  })
  requests.on(moveRecordsRequest, async ({ uri, records, above, table }) => {
    await session.whenRead()
    const seen = uri === undefined ? undefined : session.files.snapshot(uri)
    if (uri !== undefined && !seen) return null
    const named = above === null ? records : [...records, above]
    const places = (await Promise.all(named.map(handle => workspace.placeOf(handle)))).filter(place => place !== null)
    if (places.length < named.length) return { refusal: recordIsGone() }
    const target = above === null ? undefined : places.at(-1)
    const snapshot = seen ?? target?.snapshot
    if (!snapshot)
      return {
        refusal: localize('Choose the record to put the others above; this table has more than one file.'),
      }
    const at = { snapshot, above: target?.record, table: arranged.source(snapshot, table).table?.records ?? [] }
    const answer = moveRecords(places.slice(0, records.length), at)
    if ('refusal' in answer) return answer
    const files = answer.files.map(file => (loaded.isOpen(file.uri) ? file : { ...file, version: null }))
    return { ...answer, files }
  })
  requests.inFile(tableRecordRequest, (snapshot, { line }) => recordAtLine(arranged, snapshot, line))
  requests.inFileOrWorkspace(tableTagsRequest, tagsAtEnd, async () => {
    await session.whenRead()
    return tagsOfWorkspace(loaded, session.client.language)
  })
  inCell(tableValuesRequest, valuesForCell)
  inCell(tableCellProblemsRequest, problemsOfCell)
  inCell(tableReferencesRequest, referencesOfCell)
  inCell(tableDroppedFileRequest, cellWithPath)
  requests.on(viewsInConfigRequest, ({ text }) => viewsIn(text))
  requests.on(viewInConfigRequest, ({ text, view, ...place }) => editsForView(text, place, view) ?? null)
  requests.on(tableWhereRequest, params => whereText(session.descriptors.registry, params))
  requests.onNotification(forgetTablesNotification, () => workspace.forget())

  /** Answers a request about a table, of an open file or of the workspace. */
  function onTable<Schema extends GenericSchema<unknown, TableParams>, Result>(
    request: OwnRequest<Schema, Result>,
    answer: (source: TableSource, params: InferOutput<Schema>, token: CancellationToken) => Promise<Result | null>,
  ): void {
    requests.on(request, async (params, token) => {
      const source = await sourceOf(params, token)
      return source && answer(source, params, token)
    })
  }

  /**
   * A table as it is now, once the records are loaded that the expression of the query reads; null if there is none, or
   * that was cancelled.
   */
  async function sourceOf(
    { uri, table, query, edit }: TableParams,
    token: CancellationToken,
  ): Promise<TableSource | null> {
    const { where = '' } = query ?? (edit && 'query' in edit ? edit.query : {})
    if (uri === undefined) {
      await session.whenRead()
      return workspace.load(table, where, token)
    }
    // A new id has to be free in all files.
    if (edit && addsRecords(edit) && !(await session.whenIndexed(token))) return null
    const { registry } = session.files
    const { reads } = readWhere(where, countingTag(registry, table), registry)
    if (reads.size > 0 && !(await loaded.reach(reads, token))) return null
    const snapshot = session.files.snapshot(uri)
    return snapshot ? arranged.source(snapshot, table) : null
  }

  /** Remembers the edits of open files, which come back as fewer, larger ones. */
  function remembered(answer: TableEditAnswer): TableEditAnswer {
    if ('refusal' in answer) return answer
    for (const { uri, edits } of answer.files) {
      const snapshot = session.files.snapshot(uri)
      if (snapshot) session.ownEdits.remember(uri, () => offsetEdits(snapshot.file.tree, edits), edits.length)
    }
    return answer
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
      const place = await workspace.placeOf(params.record)
      return place && handler(place.snapshot, { ...params, record: place.record })
    })
  }
}

/** The records of the rows that a request is about. */
const seenIn = (
  source: TableSource,
  { version, query }: { readonly version: number; readonly query: TableQuery },
): Seen | Promise<Seen> => source.seen(version, query)

/** Whether an edit can write new records. */
const addsRecords = ({ kind }: TableEdit): boolean =>
  kind === 'add' || kind === 'insert' || kind === 'duplicate' || kind === 'paste'

/** Edits by their offsets in the text of a tree, and this text. */
function offsetEdits(tree: Tree, edits: readonly TextEdit[]): { edits: TextChange[]; text: string } {
  const inOrder = edits.map(({ range, newText }) => ({
    start: offsetAt(tree, range.start),
    end: offsetAt(tree, range.end),
    text: newText,
  }))
  return { edits: inOrder.sort((one, other) => one.start - other.start), text: textOf(tree) }
}

/** What the requests about a table have of it. */
interface TableParams {
  readonly uri?: string | undefined
  readonly table: string
  readonly query?: TableQuery
  readonly edit?: TableEdit
}
