import type { Connection, ResponseError, TextEdit, WorkspaceEdit } from 'vscode-languageserver'
import type { FileExcerpt } from '../shared/index/excerpt.ts'
import { renamePart } from '../shared/index/rename-part.ts'
import { type Answers, orRefused } from './answers.ts'
import { partAt, planExpressionRename, prepareExpressionRename, referencesInJson } from './expressions/rename.ts'
import { references } from './features/references.ts'
import {
  changesForRename,
  planPartRename,
  planRename,
  preparePartRename,
  prepareRename,
  rename,
} from './features/rename.ts'
import type { Guard } from './session/guard.ts'
import type { Session } from './session/session.ts'
import { type ChangedFile, type PartPlan, partName, recordsOfPart, renamePartOf } from './snapshot/part-plan.ts'
import { editsToRename } from './snapshot/rename-plan.ts'
import { editOfFiles, plainEdit } from './snapshot/workspace-edit.ts'

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
    const read = await session.files.readFiles(files.map(({ oldUri }) => oldUri))
    return guard('file rename', () =>
      editOfFiles(
        client,
        files.flatMap(({ oldUri, newUri }) => {
          const { file, version } = read.get(oldUri) ?? {}
          const changes = file ? changesForRename(file, newUri) : []
          return file && version !== undefined && changes.length > 0
            ? [{ uri: oldUri, version, tree: file.tree, changes }]
            : []
        }),
      ),
    )
  })
}
