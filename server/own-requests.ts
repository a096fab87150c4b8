import type { GenericSchema, InferOutput } from 'valibot'
import { CancellationToken, type Connection } from 'vscode-languageserver'
import { builtInText } from '../shared/domains/built-in.ts'
import { countingTag } from '../shared/domains/registry.ts'
import { exampleExpressions } from '../shared/expression/help/example-expressions.ts'
import { agentResourceRequest, callToolRequest } from '../shared/protocol/agents.ts'
import { bulkEditRequest, editExamplesRequest, writtenValuesRequest } from '../shared/protocol/bulk-edit.ts'
import { compareRequest, takeRequest } from '../shared/protocol/compare.ts'
import {
  descriptorTextRequest,
  domainTreeRequest,
  listDomainsRequest,
  proposedHeaderRequest,
  setDomainsRequest,
} from '../shared/protocol/domains.ts'
import { draftDescriptorRequest } from '../shared/protocol/draft.ts'
import { migrateRecordsRequest } from '../shared/protocol/earlier-descriptors.ts'
import { exportRequest } from '../shared/protocol/export.ts'
import { readAheadNotification } from '../shared/protocol/files.ts'
import { graphRequest } from '../shared/protocol/graph.ts'
import { importRequest } from '../shared/protocol/import.ts'
import { overviewRecordsRequest, overviewRequest } from '../shared/protocol/overview.ts'
import { playgroundFilesRequest } from '../shared/protocol/playground.ts'
import {
  checkValueRequest,
  filledRecordRequest,
  newRecordRequest,
  recordFormRequest,
  recordsFromTextRequest,
} from '../shared/protocol/records.ts'
import { type OwnNotification, type OwnRequest, readParams } from '../shared/protocol/request.ts'
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
import { choosableValuesRequest, nextFieldRequest, removeEmptyFieldsRequest } from '../shared/protocol/typing.ts'
import { editWholeRecordsRequest, sortKeysRequest, sortRecordsRequest } from '../shared/protocol/whole-records.ts'
import { workspaceFixesRequest, workspaceProblemsRequest } from '../shared/protocol/workspace.ts'
import { editsForView, viewsIn } from '../shared/views/table/views-in-config.ts'
import { readWhere } from '../shared/views/table/where.ts'
import { agentContext } from './agent-requests.ts'
import { callTool } from './agents/call-tool.ts'
import { FindCache } from './agents/find.ts'
import { resourcesFor } from './agents/resources.ts'
import { bulkEdit } from './requests/bulk-edit.ts'
import { choosableValues } from './requests/choosable-values.ts'
import { compareWith, takeFrom } from './requests/compare.ts'
import { domainTree, listDomains, proposedHeader, setDomains } from './requests/domains.ts'
import { draftedDescriptor } from './requests/draft-descriptor.ts'
import { removeEmptyFields } from './requests/empty-fields.ts'
import { exported } from './requests/export.ts'
import { graphOfFile, graphOfWorkspace } from './requests/graph.ts'
import { importRecords } from './requests/import-records.ts'
import { migrateRecords } from './requests/migrate-records.ts'
import { checkValue, filledRecord, newRecord, recordForm } from './requests/new-record.ts'
import { nextField } from './requests/next-field.ts'
import { Overviews } from './requests/overview.ts'
import { playgroundFiles } from './requests/playground-files.ts'
import { recordsFromText } from './requests/records-from-text.ts'
import { sortKeys, sortRecords } from './requests/sort-records.ts'
import { editWholeRecords } from './requests/whole-records.ts'
import { workspaceFixes, workspaceProblems } from './requests/workspace.ts'
import { writtenValues } from './requests/written-values.ts'
import type { Guard } from './session/guard.ts'
import type { Session } from './session/session.ts'
import type { Snapshot } from './snapshot/snapshot.ts'
import { isId, withReferences, writtenCell } from './tables/changed-ids.ts'
import { LoadedFiles } from './tables/loaded-files.ts'
import type { PlacedRecord } from './tables/move-records.ts'
import { replaceInRecords } from './tables/replace-text.ts'
import { problemsOfCell, referencesOfCell, tagsAtEnd, valuesForCell, whereText } from './tables/table-cell.ts'
import { editTable } from './tables/table-edit.ts'
import { TableViews } from './tables/table-views.ts'
import { WorkspaceTables } from './tables/workspace-tables.ts'

/** Answers the requests of our own, which are defined in `shared/protocol`. Each is one line of the list. */
export function answerOwnRequests(connection: Connection, session: Session, { guardAsync }: Guard): void {
  const loaded = new LoadedFiles(session.files)
  const tables = new TableViews(loaded.reachable, session.handles)
  const workspaceTables = new WorkspaceTables(loaded, session.handles)
  const overviews = new Overviews()
  session.documents.onDidClose(({ document: { uri } }) => {
    tables.forget(uri)
    overviews.forget(uri)
  })

  inFile(newRecordRequest, newRecord)
  inFile(recordFormRequest, recordForm)
  inFile(nextFieldRequest, nextField)
  inFile(removeEmptyFieldsRequest, removeEmptyFields)
  inFile(choosableValuesRequest, choosableValues)
  inFile(checkValueRequest, checkValue)
  inFile(filledRecordRequest, filledRecord)
  inFile(recordsFromTextRequest, recordsFromText)
  inFile(editWholeRecordsRequest, editWholeRecords)
  inFile(sortKeysRequest, sortKeys)
  inFile(sortRecordsRequest, sortRecords)

  on(listDomainsRequest, () => listDomains(session.descriptors.registry))
  on(descriptorTextRequest, ({ domain }) => builtInText(domain) ?? null)
  on(domainTreeRequest, () => domainTree(session.descriptors.registry, domain => session.installed.find(domain)))
  inFile(setDomainsRequest, setDomains)
  inFile(proposedHeaderRequest, proposedHeader)

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
  inTables(
    tableEditRequest,
    async (snapshot, params, token) => {
      const located = tables.locate(snapshot, params)
      if ('refusal' in located) return located
      const cell = writtenCell(located.edit)
      const edited = (): TableEditAnswer => editTable(snapshot, located)
      if (!cell || !isId(snapshot, cell)) return edited()
      if (!(await session.whenIndexed(token))) return null
      return withReferences(session.files, snapshot, cell, edited())
    },
    async (params, token) => {
      const answer = await workspaceTables.edit(params, token)
      const cell = writtenCell(params.edit)
      const place = answer && cell && (await workspaceTables.placeOf(cell.record))
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
      const records = tables.handlesOf(snapshot, rows)?.map(handle => tables.find(snapshot, handle)!)
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
        const place = await workspaceTables.placeOf(handle)
        if (place) placed.push(place)
      }
      return replaceInRecords(placed, params)
    },
    ({ query }) => query.where,
  )
  on(moveRecordsRequest, async params => {
    await session.whenRead()
    const { uri } = params
    const snapshot = uri === undefined ? undefined : session.files.snapshot(uri)
    return uri === undefined || snapshot ? workspaceTables.move(params, snapshot) : null
  })
  inFile(tableRecordRequest, (snapshot, { line }) => tables.recordAt(snapshot, line))
  inFileOrWorkspace(tableTagsRequest, tagsAtEnd, async () => {
    await session.whenRead()
    return workspaceTables.tags()
  })
  inCell(tableValuesRequest, valuesForCell)
  inCell(tableCellProblemsRequest, problemsOfCell)
  inCell(tableReferencesRequest, referencesOfCell)
  on(viewsInConfigRequest, ({ text }) => viewsIn(text))
  on(viewInConfigRequest, ({ text, view, ...place }) => editsForView(text, place, view) ?? null)
  on(tableWhereRequest, params => whereText(session.descriptors.registry, params))
  onNotification(forgetTablesNotification, () => workspaceTables.forget())

  inFileOrWorkspace(graphRequest, graphOfFile, params => graphOfWorkspace(session.files.index, params))
  inFileOrWorkspace(
    overviewRequest,
    snapshot => overviews.ofFile(snapshot),
    (_, token) => overviews.ofWorkspace(session.files.allSnapshots(), token),
  )
  on(overviewRecordsRequest, ({ uri, key }) => overviews.records(uri, key))

  inFile(compareRequest, compareWith)
  inFile(takeRequest, takeFrom)

  inFile(exportRequest, exported)
  inFile(playgroundFilesRequest, playgroundFiles)
  inFile(importRequest, importRecords)
  on(draftDescriptorRequest, params => draftedDescriptor(params, session.descriptors.registry))
  // Before all files are read, an answer would leave records out without a word.
  on(workspaceFixesRequest, async (_, token) =>
    (await session.whenIndexed(token)) ? workspaceFixes(session.files.allSnapshots(), token) : null,
  )
  on(bulkEditRequest, async (params, token) => {
    if (!params.onlyCheck && !(await session.whenIndexed(token))) return null
    return bulkEdit(() => session.files.allSnapshots(), session.descriptors.registry, params, token)
  })
  on(writtenValuesRequest, async (params, token) => {
    const { uri } = params
    if (uri === undefined && !(await session.whenIndexed(token))) return null
    const snapshot = uri === undefined ? undefined : session.files.snapshot(uri)
    if (uri !== undefined && !snapshot) return null
    const snapshots = snapshot ? only(snapshot) : session.files.allSnapshots()
    return writtenValues(snapshots, session.descriptors.registry, params, token)
  })
  on(migrateRecordsRequest, async (params, token) =>
    (await session.whenIndexed(token)) ? migrateRecords(session, params, token) : null,
  )
  on(editExamplesRequest, ({ tag: path }) => {
    const tag = countingTag(session.descriptors.registry, path)
    return tag ? exampleExpressions(tag) : null
  })
  on(workspaceProblemsRequest, async (_, token) =>
    (await session.whenIndexed(token)) ? workspaceProblems(session.files.allSnapshots(), token) : null,
  )

  const finds = new FindCache()
  on(callToolRequest, async ({ name, arguments: given }, token) =>
    (await session.whenCurrent(token))
      ? callTool(agentContext(connection, session, loaded, token), name, given, finds)
      : null,
  )
  on(agentResourceRequest, async (params, token) =>
    (await session.whenCurrent(token)) ? resourcesFor(agentContext(connection, session, loaded, token), params) : null,
  )

  onNotification(readAheadNotification, ({ uri }) => session.readAhead(uri))

  /** Answers a request; null for wrong parameters and for a handler that fails, and the log says why. */
  function on<Schema extends GenericSchema<unknown, object>, Result>(
    { method, params: schema }: OwnRequest<Schema, Result>,
    handler: (params: InferOutput<Schema>, token: CancellationToken) => Answer<Result>,
  ): void {
    connection.onRequest<unknown, void>(method, (...given: readonly unknown[]) => {
      // The last argument is the token. Without parameters there is no other; a list of parameters is spread.
      const token = given.at(-1)
      const read = readParams(method, schema, given.length > 1 ? given[0] : {})
      if ('problem' in read) return refuse(read.problem)
      const { params } = read
      const what = 'uri' in params ? `${method} in ${String(params.uri)}` : method
      return guardAsync(what, () => handler(params, CancellationToken.is(token) ? token : CancellationToken.None))
    })
  }

  /** Answers a request about an open file; null for a file that is not open. */
  function inFile<Schema extends GenericSchema<unknown, { uri: string }>, Result>(
    request: OwnRequest<Schema, Result>,
    handler: (snapshot: Snapshot, params: InferOutput<Schema>) => Result | null,
  ): void {
    on(request, params => {
      const snapshot = session.files.snapshot(params.uri)
      return snapshot ? handler(snapshot, params) : null
    })
  }

  /** Answers a request about an open file, or about the workspace if it names no file. */
  function inFileOrWorkspace<Schema extends GenericSchema<unknown, { uri?: string | undefined }>, Result>(
    request: OwnRequest<Schema, Result>,
    ofFile: (snapshot: Snapshot, params: InferOutput<Schema>) => Result | null,
    ofWorkspace: (params: InferOutput<Schema>, token: CancellationToken) => Answer<Result>,
  ): void {
    on(request, (params, token) => {
      if (params.uri === undefined) return ofWorkspace(params, token)
      const snapshot = session.files.snapshot(params.uri)
      return snapshot ? ofFile(snapshot, params) : null
    })
  }

  /** Answers a request about the tables of an open file, after it has read what the expression of a query needs. */
  function inTables<Schema extends GenericSchema<unknown, TablesParams>, Result>(
    request: OwnRequest<Schema, Result>,
    ofFile: (snapshot: Snapshot, params: InferOutput<Schema>, token: CancellationToken) => Answer<Result>,
    ofWorkspace: (params: InferOutput<Schema>, token: CancellationToken) => Promise<Result | null>,
    whereOf: (params: InferOutput<Schema>) => string | undefined = () => undefined,
  ): void {
    on(request, async (params, token) => {
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
      const record = tables.find(snapshot, params.record)
      return record === undefined ? null : handler(snapshot, { ...params, record })
    }
    inFileOrWorkspace(request, ofRecord, async params => {
      const place = await workspaceTables.placeOf(params.record)
      return place && handler(place.snapshot, { ...params, record: place.record })
    })
  }

  /** Takes a notification; one with wrong parameters is only logged. */
  function onNotification<Schema extends GenericSchema<unknown, object>>(
    { method, params: schema }: OwnNotification<Schema>,
    handler: (params: InferOutput<Schema>) => Promise<void> | void,
  ): void {
    connection.onNotification(method, (given: unknown) => {
      const read = readParams(method, schema, given)
      if ('problem' in read) refuse(read.problem)
      else void guardAsync(method, () => handler(read.params))
    })
  }

  function refuse(problem: string): null {
    connection.console.error(problem)
    return null
  }
}

interface TablesParams {
  uri?: string | undefined
  table?: string | undefined
}

type Answer<Result> = Result | null | Promise<Result | null>

/** One snapshot, for functions of several ones. */
async function* only(snapshot: Snapshot): AsyncGenerator<Snapshot> {
  yield await Promise.resolve(snapshot)
}
