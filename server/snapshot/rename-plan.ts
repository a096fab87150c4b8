import type { TextEdit } from 'vscode-languageserver-types'
import { groupBy } from '../../shared/basics/group.ts'
import type { RecordName } from '../../shared/domains/identity.ts'
import { localize } from '../../shared/domains/localize.ts'
import { shorten, show } from '../../shared/domains/message-text.ts'
import type { FileExcerpt } from '../../shared/index/excerpt.ts'
import type { IndexedRecord } from '../../shared/index/indexed-file.ts'
import { renameChanges, renameProblem, takenProblem } from '../../shared/index/rename.ts'
import type { Refusal } from '../../shared/protocol/request.ts'
import type { Place } from '../../shared/syntax/tree.ts'
import { plainEdit } from './ranges.ts'
import type { Snapshot } from './snapshot.ts'
import type { TextDocumentEdits } from './workspace-edit.ts'

/** A rename: which record gets which id, and which records of other files change. */
export interface RenamePlan {
  readonly name: RecordName
  readonly id: string
  /** The records of other files that change, by the addresses of their files. */
  readonly records: ReadonlyMap<string, IndexedRecord[]>
}

/** The changes of a rename in another file. */
export interface RenamedFile {
  /** The result of `editsToRename`. */
  readonly edits: TextEdit[] | undefined
  /** The version of the open document; null for a file that is not open. */
  readonly version: number | null
}

/** Plans the rename of a record, in all records of all files that have its id or refer to it. */
export function planRenameOf(snapshot: Snapshot, name: RecordName, newName: string): RenamePlan {
  const id = newName.trim()
  return { name, id, records: id === name.id ? new Map() : recordsNaming(snapshot, name) }
}

/**
 * The edits of a rename in one file; undefined if a record would get another meaning.
 *
 * @param file the whole file, or all of its records that change
 */
export const editsToRename = ({ name, id }: RenamePlan, file: FileExcerpt): TextEdit[] | undefined =>
  renameChanges(file, name, id)?.map(change => plainEdit(file.tree, change))

/**
 * The edits of a rename in all files, or why the rename is not possible.
 *
 * @param others the changes in the other files of the plan; a file that could not be read is missing
 */
export function filesAfterRename(
  snapshot: Snapshot,
  plan: RenamePlan,
  others: ReadonlyMap<string, RenamedFile>,
): TextDocumentEdits[] | Refusal {
  const { index, registry, settings } = snapshot
  const problem = renameProblem({ index, registry, severity: settings.severity }, plan.name, plan.id, fileAndLine)
  if (problem !== undefined) return { refusal: problem }

  const files: TextDocumentEdits[] = []
  for (const uri of [snapshot.uri, ...[...recordsNaming(snapshot, plan.name).keys()].sort()]) {
    const renamed =
      uri === snapshot.uri ? { version: snapshot.version, edits: editsToRename(plan, snapshot.file) } : others.get(uri)
    if (!renamed)
      return {
        refusal: localize('{file} has this id too and cannot be read, so nothing was renamed; fix that file first.', {
          file: decodedFileName(uri),
        }),
      }
    const { version, edits } = renamed
    if (!edits)
      return {
        refusal: localize(
          'With {id} a record of {file} would get another meaning; choose an id of letters, digits and hyphens, or fix that record first.',
          { id: show(plan.id), file: decodedFileName(uri) },
        ),
      }
    if (edits.length > 0) files.push({ uri, version, edits })
  }
  return files
}

/** Why a record cannot have a name that another one has, as a sentence; undefined if none has it. */
export const problemOfTaken = ({ index }: Snapshot, name: RecordName): string | undefined =>
  takenProblem(index, name, fileAndLine)

function recordsNaming({ index, uri }: Snapshot, name: RecordName): Map<string, IndexedRecord[]> {
  const others = [...index.recordsNaming(name)].filter(record => record.uri !== uri)
  return groupBy(others, record => record.uri)
}

const fileAndLine = ({ uri, start }: Place): string =>
  localize('{file}, line {line}', { file: decodedFileName(uri), line: start.line + 1 })

/** The name of a file without its path and without percent-encoding. */
function decodedFileName(uri: string): string {
  const name = uri.slice(uri.lastIndexOf('/') + 1)
  try {
    return shorten(decodeURIComponent(name))
  } catch {
    return shorten(name)
  }
}
