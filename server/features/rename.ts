import type { Position, Range, WorkspaceEdit } from 'vscode-languageserver-types'
import { show } from '../../shared/domains/message-text.ts'
import type { Refusal } from '../../shared/protocol/refusal.ts'
import { type Named, namedAt } from '../snapshot/named.ts'
import { rangeIn } from '../snapshot/ranges.ts'
import { planRenameOf, type RenamedFile, type RenamePlan, renamedFiles } from '../snapshot/rename-plan.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { editOf } from '../snapshot/workspace-edit.ts'

/** The range and the text of the id at a position, in a record or in a reference, if it can be renamed. */
export function prepareRename(snapshot: Snapshot, position: Position): { range: Range; placeholder: string } | Refusal {
  const subject = subjectAt(snapshot, position)
  if ('refusal' in subject) return subject
  return { range: rangeIn(snapshot, subject.entry, subject.span), placeholder: subject.name.id }
}

/** Plans the rename of the id at a position, in all records of all files that have it or refer to it. */
export function planRename(snapshot: Snapshot, position: Position, newName: string): RenamePlan | Refusal {
  const subject = subjectAt(snapshot, position)
  return 'refusal' in subject ? subject : planRenameOf(snapshot, subject.name, newName)
}

/**
 * The edit of a rename, or why the rename is not possible.
 *
 * @param others the changes in the other files of the plan; a file that could not be read is missing
 */
export function rename(
  snapshot: Snapshot,
  plan: RenamePlan,
  others: ReadonlyMap<string, RenamedFile>,
): WorkspaceEdit | Refusal {
  if (plan.id === plan.name.id) return editOf(snapshot.client, [])
  const files = renamedFiles(snapshot, plan, others)
  return 'refusal' in files ? files : editOf(snapshot.client, files)
}

type Subject = Exclude<Named, { kind: 'tag' }>

function subjectAt(snapshot: Snapshot, position: Position): Subject | Refusal {
  const named = namedAt(snapshot, position)
  if (!named || named.kind === 'tag')
    return { refusal: 'Only ids can be renamed, and the tags, fields and allowed values of your own domains.' }
  if (!snapshot.isIndexComplete)
    return {
      refusal:
        'Not all files of the workspace have been read, so references could be missed; try again when they have.',
    }
  const { tag, id } = named.name
  if (snapshot.index.count(named.name) === 0)
    return { refusal: `There is no ${tag} ${show(id)} to rename; correct the reference, or write the record.` }
  return named
}
