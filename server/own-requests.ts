import type { Connection } from 'vscode-languageserver'
import { exported } from '../shared/convert/export-records.ts'
import { builtInText } from '../shared/domains/built-in.ts'
import { practiceNamed } from '../shared/domains/practice.ts'
import { countingTag } from '../shared/domains/registry.ts'
import { exampleExpressions } from '../shared/expression/help/example-expressions.ts'
import { bulkEditRequest, editExamplesRequest, writtenValuesRequest } from '../shared/protocol/bulk-edit.ts'
import { compareRequest, takeRequest } from '../shared/protocol/compare.ts'
import {
  descriptorTextRequest,
  domainTreeRequest,
  listDomainsRequest,
  practiceInForceRequest,
  practiceTagsRequest,
  proposedHeaderRequest,
  setDomainsRequest,
  usePracticeRequest,
} from '../shared/protocol/domains.ts'
import { draftDescriptorRequest } from '../shared/protocol/draft.ts'
import { migrateRecordsRequest } from '../shared/protocol/earlier-descriptors.ts'
import { exportRequest } from '../shared/protocol/export.ts'
import { droppedFileRequest, readAheadNotification } from '../shared/protocol/files.ts'
import { graphRequest } from '../shared/protocol/graph.ts'
import { importIntoRequest, importRequest } from '../shared/protocol/import.ts'
import { overviewRecordsRequest, overviewRequest } from '../shared/protocol/overview.ts'
import { playgroundFilesRequest } from '../shared/protocol/playground.ts'
import {
  checkValueRequest,
  filledRecordRequest,
  newRecordRequest,
  recordFormRequest,
  recordsFromTextRequest,
} from '../shared/protocol/records.ts'
import { filledBlocksRequest } from '../shared/protocol/report-blocks.ts'
import { choosableValuesRequest, removeEmptyFieldsRequest, typedTagsRequest } from '../shared/protocol/typing.ts'
import { duplicateRecordsRequest, sortKeysRequest, sortRecordsRequest } from '../shared/protocol/whole-records.ts'
import { whenIdleRequest, workspaceFixesRequest, workspaceProblemsRequest } from '../shared/protocol/workspace.ts'
import { answerAgentRequests } from './agent-requests.ts'
import { practiceEdit } from './refactorings/practice-edit.ts'
import { RequestHandlers } from './request-handlers.ts'
import { bulkEdit } from './requests/bulk-edit.ts'
import { choosableValues } from './requests/choosable-values.ts'
import { compareWith, takeFrom } from './requests/compare.ts'
import { domainTree, listDomains, practiceTagsMissing, proposedHeader, setDomains } from './requests/domains.ts'
import { draftedDescriptor } from './requests/draft-descriptor.ts'
import { pathIntoRecord } from './requests/dropped-file.ts'
import { duplicateSelected } from './requests/duplicate-records.ts'
import { removeEmptyFields } from './requests/empty-fields.ts'
import { graphOfFile, graphOfWorkspace } from './requests/graph.ts'
import { importIntoRecords } from './requests/import-into-records.ts'
import { importRecords } from './requests/import-records.ts'
import { migrateRecords } from './requests/migrate-records.ts'
import { checkValue, filledRecord, newRecord, recordForm } from './requests/new-record.ts'
import { Overviews } from './requests/overview.ts'
import { playgroundFiles } from './requests/playground-files.ts'
import { recordsFromText } from './requests/records-from-text.ts'
import { filledBlocks } from './requests/report-blocks.ts'
import { sortKeys, sortRecords } from './requests/sort-records.ts'
import { typedTags } from './requests/typed-tags.ts'
import { workspaceFixes, workspaceProblems } from './requests/workspace.ts'
import { writtenValues } from './requests/written-values.ts'
import type { Guard } from './session/guard.ts'
import type { Session } from './session/session.ts'
import type { Snapshot } from './snapshot/snapshot.ts'
import { answerTableRequests } from './table-requests.ts'
import { LoadedFiles } from './tables/loaded-files.ts'

/** Answers the requests of our own, which are defined in `shared/protocol`. Each is one line of the list. */
export function answerOwnRequests(connection: Connection, session: Session, guard: Guard): void {
  const requests = new RequestHandlers(connection, session, guard)
  const loaded = new LoadedFiles(session.files)
  session.forgetEachHour(() => loaded.forgetTimed())
  const overviews = new Overviews()
  session.documents.onDidClose(({ document }) => overviews.forget(document.uri))

  requests.inFileWhenRead(newRecordRequest, newRecord)
  requests.inFileWhenRead(recordFormRequest, recordForm)
  requests.inFile(typedTagsRequest, typedTags)
  requests.inFile(removeEmptyFieldsRequest, removeEmptyFields)
  requests.inFileWhenRead(choosableValuesRequest, choosableValues)
  requests.inFile(checkValueRequest, checkValue)
  requests.inFileWhenRead(filledRecordRequest, filledRecord)
  requests.inFile(recordsFromTextRequest, recordsFromText)
  requests.inFile(droppedFileRequest, pathIntoRecord)
  requests.inFileWhenRead(duplicateRecordsRequest, duplicateSelected)
  requests.inFile(sortKeysRequest, sortKeys)
  requests.inFile(sortRecordsRequest, sortRecords)

  requests.on(listDomainsRequest, () => listDomains(session.descriptors.registry, session.client.language))
  requests.on(descriptorTextRequest, ({ domain }) => builtInText(domain) ?? null)
  requests.on(domainTreeRequest, () =>
    domainTree(session.descriptors.registry, domain => session.installed.find(domain), session.client.language),
  )
  requests.inFile(setDomainsRequest, setDomains)
  requests.inFile(proposedHeaderRequest, proposedHeader)
  requests.on(practiceTagsRequest, () => practiceTagsMissing(session.descriptors.registry, session.client.language))
  requests.on(usePracticeRequest, async ({ uri, extension }) => {
    const [snapshot, practice] = [session.files.snapshot(uri), practiceNamed(extension)]
    const { domainFiles } = session
    const config = domainFiles.configOf(uri)?.uri ?? domainFiles.newConfig(uri)
    const edit = snapshot && practice && practiceEdit(snapshot, practice, domainFiles)
    return config !== undefined && edit && (await connection.workspace.applyEdit(edit)).applied ? config : null
  })
  requests.on(practiceInForceRequest, async ({ uri, extension }, token) => {
    if (!(await session.whenIndexed(token))) return null
    return session.files.snapshot(uri)?.registry.domainNamed(extension) !== undefined
  })

  answerTableRequests(requests, session, loaded)

  requests.soFar(graphRequest, graphOfFile, params => graphOfWorkspace(session.files.index, params))
  requests.soFar(
    overviewRequest,
    snapshot => overviews.ofFile(snapshot),
    (_, token) => overviews.ofWorkspace(session.files.allSnapshots(), token),
  )
  requests.on(overviewRecordsRequest, ({ uri, key }) => overviews.records(uri, key))

  requests.inFile(compareRequest, compareWith)
  requests.inFile(takeRequest, takeFrom)

  requests.inFile(exportRequest, ({ file }, { format }) => exported(file, format))
  requests.inFile(playgroundFilesRequest, playgroundFiles)
  requests.inFileWhenRead(importRequest, importRecords)
  requests.on(importIntoRequest, async (params, token) => {
    if (!(await session.whenIndexed(token))) return null
    const snapshot = session.files.snapshot(params.uri)
    if (!snapshot) return null
    const nameOf = (uri: string): string => session.nameOf(uri)
    return importIntoRecords({ snapshot, all: session.files.allSnapshots(), nameOf }, params, token)
  })
  requests.on(draftDescriptorRequest, params => draftedDescriptor(params, session.descriptors.registry))
  // Before all files are read, an answer would leave records out without a word.
  requests.on(workspaceFixesRequest, async (_, token) =>
    (await session.whenIndexed(token)) ? workspaceFixes(session.files.allSnapshots(), token) : null,
  )
  requests.on(bulkEditRequest, async (params, token) => {
    if (!params.onlyCheck && !(await session.whenIndexed(token))) return null
    return bulkEdit(() => session.files.allSnapshots(), session.descriptors.registry, params, token)
  })
  requests.on(writtenValuesRequest, async (params, token) => {
    const { uri } = params
    if (uri === undefined && !(await session.whenIndexed(token))) return null
    const snapshot = uri === undefined ? undefined : session.files.snapshot(uri)
    if (uri !== undefined && !snapshot) return null
    const snapshots = snapshot ? onlySnapshot(snapshot) : session.files.allSnapshots()
    return writtenValues(snapshots, session.descriptors.registry, params, token)
  })
  requests.on(filledBlocksRequest, async (params, token) => {
    if (!(await session.whenIndexed(token))) return null
    const { registry } = session.descriptors
    const all = (): AsyncIterable<Snapshot> => session.files.allSnapshots()
    return filledBlocks({ registry, loaded, all, nameOf: session.nameOf, now: Date.now() }, params, token)
  })
  requests.on(migrateRecordsRequest, async (params, token) =>
    (await session.whenIndexed(token)) ? migrateRecords(session, params, token) : null,
  )
  requests.on(editExamplesRequest, ({ tag: path }) => {
    const tag = countingTag(session.descriptors.registry, path)
    return tag ? exampleExpressions(tag) : null
  })
  requests.on(workspaceProblemsRequest, async (_, token) =>
    (await session.whenIndexed(token)) ? workspaceProblems(session.files.allSnapshots(), token) : null,
  )

  requests.on(whenIdleRequest, async () => {
    await session.whenIdle()
    return true
  })

  answerAgentRequests(requests, connection, session, loaded)

  requests.onNotification(readAheadNotification, ({ uri }) => session.readAhead(uri))
}

/** One snapshot, for functions of several ones. */
async function* onlySnapshot(snapshot: Snapshot): AsyncGenerator<Snapshot> {
  yield await Promise.resolve(snapshot)
}
