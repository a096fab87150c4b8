import { filesInWords, recordsInWords } from '../../shared/domains/counts-in-words.ts'
import { localize } from '../../shared/domains/localize.ts'
import type { DoneEdit } from '../../shared/edit/edit-records.ts'
import { notesOfEdit, uncertainRecord } from '../../shared/edit/notes-of-edit.ts'
import type { RecordEdit } from '../../shared/edit/record-edit.ts'
import { missingNotes } from '../../shared/query/missing-note.ts'
import { inConflict } from '../files/failure.ts'
import { host } from '../host/host.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { oneLine } from '../output/one-line.ts'
import type { Plan } from '../plan/plan.ts'
import { referrersNote } from '../plan/referrers-note.ts'
import { editInParts } from './edit-in-parts.ts'
import { editWholeFiles } from './edit-whole-files.ts'
import { doubtOfProblems, finishEdit, type HowToWrite } from './edited-files.ts'

interface HowToEdit extends Omit<HowToWrite, 'printsChanges'> {
  /** Whether the edit is also written if it adds problems, or misses records of the project. */
  readonly force: boolean
  /** What `now` means, in milliseconds since 1970. */
  readonly now: number
}

/**
 * Edits the records of all files of a plan, or prints the changes. Prints a summary to standard error, and sets the
 * exit code. Either all files can be edited, or none is written.
 */
export async function editFiles(plan: Plan, edit: RecordEdit, how: HowToEdit): Promise<void> {
  host.exitCode = ExitCode.CouldNotRun
  const edited = (await editInParts(plan, edit, how.now)) ?? (await editWholeFiles(plan, edit, how.now))
  if ('failure' in edited) return complain(`${edited.failure} ${nothingWasEdited()}`)
  const { done, files, problems } = edited
  const failures = failuresOf(done)
  if (failures.length > 0) {
    for (const failure of failures) complain(failure)
    return complain(nothingWasEdited())
  }
  const unread = await referrersNote(plan, edit.referringTags, done.missing.referringTags)
  const missesRecords = unread?.isMissing === true
  const doubts = how.force ? [] : [...(missesRecords ? [localize('can be wrong')] : []), ...doubtOfProblems(problems)]
  const notes = missingNotes(done.missing, ({ uri, line }) => ({ file: uri, line: line + 1 }))
  if (unread) notes.push(unread.sentence)
  const isDone = await finishEdit({ files, problems, notes, doubts }, { ...how, printsChanges: true }, 'edit')
  if (missesRecords && !how.force) host.exitCode = ExitCode.CouldNotRun
  if (isDone) host.stderr.write(`${editSummary(done, files.length, edit, how, doubts)}\n`)
}

const nothingWasEdited = (): string => localize('Nothing was edited.')

const failuresOf = ({ conflicts, uncertain }: DoneEdit): string[] => [
  ...conflicts.map(({ uri, line }) => inConflict(uri, line + 1).failure),
  ...uncertain.map(({ uri, line }) => `${uri}:${line + 1}: ${uncertainRecord()}`),
]

function editSummary(
  done: DoneEdit,
  changedFiles: number,
  edit: RecordEdit,
  { purpose }: HowToEdit,
  doubts: readonly string[],
): string {
  const { found, edited, skipped, inexact, splitItems, taken } = done
  const { isDelete } = edit
  const write = purpose === 'write'
  const sentences: string[] = []
  if (found === 0) sentences.push(localize('No record was found.'))
  const counts = { records: recordsInWords(edited), files: filesInWords(changedFiles) }
  if (edited > 0 && write)
    sentences.push(
      isDelete
        ? localize('Deleted {records} in {files}.', { ...counts })
        : localize('Edited {records} in {files}.', { ...counts }),
    )
  if (edited > 0 && !write)
    sentences.push(
      isDelete
        ? localize('Would delete {records} in {files}; --write writes the changes.', { ...counts })
        : localize('Would edit {records} in {files}; --write writes the changes.', { ...counts }),
    )
  const same = found - edited - skipped - inexact.length - splitItems.length - taken.length
  if (same > 0)
    sentences.push(
      same === 1
        ? localize('1 record already has these values.')
        : localize('{count} records already have these values.', { count: same }),
    )
  sentences.push(...notesOfEdit(done, edit, write))
  if (doubts.length > 0)
    sentences.push(localize('The edit {doubts}, so --write needs --force.', { doubts: { and: doubts } }))
  return oneLine(sentences.join(' '))
}
