import type { Registry } from '../../shared/domains/registry.ts'
import { type EditPlace, editRecords } from '../../shared/edit/edit-records.ts'
import { readEdit } from '../../shared/edit/record-edit.ts'
import type { BulkEditAnswer, BulkEditParams, EditLine } from '../../shared/protocol/bulk-edit.ts'
import { changedFile } from '../../shared/views/preview/changed-records.ts'
import { filesToEdit } from '../refactorings/files-to-edit.ts'
import { listedProblems } from '../refactorings/listed-problems.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** The edits of a bulk edit in all files; null if the client cancelled the request. */
export async function bulkEdit(
  snapshots: () => AsyncIterable<Snapshot>,
  registry: Registry,
  { onlyCheck, now = Date.now(), uri: only, ...written }: BulkEditParams,
  token: { readonly isCancellationRequested: boolean },
): Promise<BulkEditAnswer | null> {
  const edit = readEdit(written, registry)
  if ('mistake' in edit) return { refusal: edit.mistake.message }
  const files = onlyCheck ? [] : await filesToEdit(snapshots(), token)
  if (!files) return null
  const result = editRecords(files, edit, now, uri => only === undefined || uri === only)
  const { found, edited, skipped, inexact, splitItems, conflicts, uncertain, taken, wrong, unseen } = result
  return {
    files: result.files.map(({ uri, before, changes }) => changedFile(uri, before.tree, changes, registry)),
    found,
    edited,
    skipped,
    inexact: inexact.map(toLine),
    splitItems: splitItems.map(toLine),
    problems: listedProblems(result.problems),
    conflicts: conflicts.map(toLine),
    uncertain: uncertain.map(toLine),
    taken: taken.map(toLine),
    wrong: wrong.count,
    unseen,
  }
}

const toLine = ({ uri, line }: EditPlace): EditLine => ({ uri, line: line + 1 })
