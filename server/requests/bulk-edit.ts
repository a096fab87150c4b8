import type { Registry } from '../../shared/domains/registry.ts'
import { type EditPlace, editRecords, type FileToEdit } from '../../shared/edit/edit-records.ts'
import { readEdit } from '../../shared/edit/record-edit.ts'
import type { BulkEditAnswer, BulkEditParams, EditLine } from '../../shared/protocol/bulk-edit.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { plainEdit } from '../snapshot/workspace-edit.ts'

/**
 * The edits of a bulk edit in all files; null if the client cancelled the request.
 *
 * @param now what `now` means in the expressions, in milliseconds since 1970
 */
export async function bulkEdit(
  snapshots: () => AsyncIterable<Snapshot>,
  registry: Registry,
  { onlyCheck, ...written }: BulkEditParams,
  token: { readonly isCancellationRequested: boolean },
  now: number,
): Promise<BulkEditAnswer | null> {
  const edit = readEdit(written, registry)
  if ('mistake' in edit) return { refusal: edit.mistake.message }
  const files: FileToEdit[] = []
  if (!onlyCheck) {
    for await (const { uri, file, settings } of snapshots()) {
      if (token.isCancellationRequested) return null
      files.push({ uri, file, severity: settings.severity })
    }
  }
  const result = editRecords(files, edit, now)
  const { found, edited, skipped, inexact, splitItems, conflicts, uncertain } = result
  return {
    files: result.files.map(({ uri, before, changes, records }) => ({
      uri,
      records,
      edits: changes.map(change => plainEdit(before.tree, change)),
    })),
    found,
    edited,
    skipped,
    inexact: inexact.map(toLine),
    splitItems: splitItems.map(toLine),
    problems: result.problems.map(({ uri, line, problem: { severity, code, message } }) => ({
      uri,
      line: line + 1,
      column: 1,
      severity,
      code,
      message,
    })),
    conflicts: conflicts.map(toLine),
    uncertain: uncertain.map(toLine),
  }
}

const toLine = ({ uri, line }: EditPlace): EditLine => ({ uri, line: line + 1 })
