import type { Connection, Position, ResponseError, TextEdit, WorkspaceEdit } from 'vscode-languageserver'
import type { FileExcerpt } from '../shared/index/excerpt.ts'
import { renamePart } from '../shared/index/rename-part.ts'
import { type Answers, orRefused } from './answers.ts'
import { partAt, planExpressionRename, prepareExpressionRename, referencesInJson } from './expressions/rename.ts'
import { references } from './features/references.ts'
import {
  changesForRename,
  pathChanges,
  planPartRename,
  planRename,
  preparePartRename,
  prepareRename,
  rename,
} from './features/rename.ts'
import type { Guard } from './session/guard.ts'
import type { Session } from './session/session.ts'
import { cursorAt } from './snapshot/cursor.ts'
import { type ChangedFile, type PartPlan, partName, recordsOfPart, renamePartOf } from './snapshot/part-plan.ts'
import { plainEdit } from './snapshot/ranges.ts'
import { editsToRename } from './snapshot/rename-plan.ts'
import type { Snapshot } from './snapshot/snapshot.ts'
import { editOfFiles, type FileChanges } from './snapshot/workspace-edit.ts'

/** Whether there is no record at a position, so that there is nothing to rename and nothing to say about it. */
function isOnNothing({ file }: Snapshot, position: Position): boolean {
  const cursor = cursorAt(file, position)
  return !cursor || cursor.kind === 'line' || cursor.kind === 'nothing'
}

/** Answers the requests that read the records of other files again: references, and renames of what they refer to. */
export function answerReferencesAndRenames(
  connection: Connection,
  session: Session,
  { guard }: Guard,
  { answer, inFile, at }: Answers,
): void {
  const { client } = session

  connection.onReferences(async params => {
    const { includeDeclaration } = params.context
    const json = session.files.jsonSnapshot(params.textDocument.uri)
    if (!json)
      return inFile('references', (snapshot, { position }: typeof params) =>
        references(snapshot, position, includeDeclaration),
      )(params)
    const part = guard('references', () => partAt(json, params.position)?.part)
    if (!part) return null
    const inRecords = await session.files.readRecords(recordsOfPart(part, json), ({ file }) =>
      renamePart(file, part, partName(part), json.registry).map(change => plainEdit(file.tree, change).range),
    )
    return [
      ...referencesInJson(part, session.jsonTexts(), json.registry, includeDeclaration),
      ...[...inRecords].flatMap(([uri, ranges]) => ranges.map(range => ({ uri, range }))),
    ]
  })
  // Right after a change of a descriptor, all files are read again.
  connection.onPrepareRename(async (params, token) => {
    if (!(await session.whenIndexed(token))) return null
    return orRefused(
      await at(
        'rename',
        (snapshot, position) => {
          if (isOnNothing(snapshot, position)) return null
          const ofId = prepareRename(snapshot, position)
          return 'refusal' in ofId ? (preparePartRename(snapshot, position) ?? ofId) : ofId
        },
        prepareExpressionRename,
      )(params),
    )
  })
  connection.onRenameRequest(async (params, token) => {
    if (!(await session.whenIndexed(token))) return null
    const { uri } = params.textDocument
    const planned = await inFile(
      'rename',
      (snapshot, { position, newName }: typeof params) => {
        const ofId = planRename(snapshot, position, newName)
        return 'refusal' in ofId ? (planPartRename(snapshot, position, newName) ?? ofId) : ofId
      },
      (snapshot, { position, newName }) => planExpressionRename(snapshot, position, newName),
    )(params)
    if (!planned || 'refusal' in planned) return orRefused(planned)
    if ('part' in planned) return renamePartEverywhere(uri, planned)
    if (!('records' in planned)) return planned
    const others = await session.files.readRecords(planned.records, ({ file, version }) => ({
      version,
      edits: editsToRename(planned, file),
    }))
    return orRefused(await answer(uri, 'rename', snapshot => rename(snapshot, planned, others)))
  })
  /** @param uri the file where the user renames; of one with records, its present version changes */
  async function renamePartEverywhere(
    uri: string,
    plan: PartPlan,
  ): Promise<WorkspaceEdit | ResponseError<void> | null> {
    const editsIn = (file: FileExcerpt): TextEdit[] =>
      renamePart(file, plan.part, plan.to, session.descriptors.registry).map(change => plainEdit(file.tree, change))
    const changed = await session.files.readRecords<ChangedFile>(plan.records, ({ file, version }) => ({
      version,
      edits: editsIn(file),
    }))
    const own = session.files.snapshot(uri)
    if (own) changed.set(uri, { version: own.version, edits: editsIn(own.file) })
    const context = own ?? session.files.jsonSnapshot(uri)
    return context ? orRefused(guard('rename', () => renamePartOf(plan, changed, session.jsonTexts(), context))) : null
  }
  connection.workspace.onWillRenameFiles(async ({ files }) => {
    const records = files.filter(({ oldUri }) => oldUri.endsWith('.rec'))
    const read = await session.files.readFiles(records.map(({ oldUri }) => oldUri))
    const linked = new Map<string, FileChanges>()
    for await (const snapshot of session.snapshotsWithFiles(files.map(({ oldUri }) => oldUri)))
      guard('file rename', () => {
        const { uri, file } = snapshot
        const changes = pathChanges(snapshot, files)
        if (changes.length > 0) linked.set(uri, { uri, version: session.versionOf(uri), tree: file.tree, changes })
      })
    return guard('file rename', () => {
      for (const { oldUri: uri, newUri } of records) {
        const { file, version } = read.get(uri) ?? {}
        const changes = file ? changesForRename(file, newUri) : []
        if (!file || version === undefined || changes.length === 0) continue
        const others = linked.get(uri)?.changes ?? []
        linked.set(uri, { uri, version, tree: file.tree, changes: [...changes, ...others] })
      }
      return editOfFiles(client, [...linked.values()])
    })
  })
}
