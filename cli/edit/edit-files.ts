import { filesInWords, recordsInWords } from '../../shared/domains/counts-in-words.ts'
import { localize } from '../../shared/domains/localize.ts'
import { type EditResult, editRecords } from '../../shared/edit/edit-records.ts'
import { notesOfEdit, uncertainRecord } from '../../shared/edit/notes-of-edit.ts'
import type { RecordEdit } from '../../shared/edit/record-edit.ts'
import { missingNotes } from '../../shared/query/missing-note.ts'
import { inConflict } from '../files/failure.ts'
import { host } from '../host/host.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { oneLine } from '../output/one-line.ts'
import type { Plan } from '../plan/plan.ts'
import { referrersNote } from '../plan/referrers-note.ts'
import { doubtOfProblems, finishEdit, type HowToWrite, readToEdit } from './edited-files.ts'

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
  const { tag, where: evaluate, whereReads: reads } = edit
  const files = await readToEdit(plan, evaluate && reads && { tag, evaluate, reads })
  if ('failure' in files) return complain(`${files.failure} ${nothingWasEdited()}`)
  const result = editRecords([...files.values()], edit, how.now)
  const failures = failuresOf(result)
  if (failures.length > 0) {
    for (const failure of failures) complain(failure)
    return complain(nothingWasEdited())
  }
  const unread = await referrersNote(plan, edit.referringTags, result.missing.referringTags)
  const missesRecords = unread?.isMissing === true
  const doubts = how.force
    ? []
    : [...(missesRecords ? [localize('can be wrong')] : []), ...doubtOfProblems(result.problems)]
  const notes = missingNotes(result.missing, ({ uri, line }) => ({ file: uri, line: line + 1 }))
  if (unread) notes.push(unread.sentence)
  const isDone = await finishEdit({ ...result, notes, doubts }, files, { ...how, printsChanges: true }, 'edit')
  if (missesRecords && !how.force) host.exitCode = ExitCode.CouldNotRun
  if (isDone) host.stderr.write(`${editSummary(result, edit, how, doubts)}\n`)
}

const nothingWasEdited = (): string => localize('Nothing was edited.')

const failuresOf = ({ conflicts, uncertain }: EditResult): string[] => [
  ...conflicts.map(({ uri, line }) => inConflict(uri, line + 1).failure),
  ...uncertain.map(({ uri, line }) => `${uri}:${line + 1}: ${uncertainRecord()}`),
]

function editSummary(result: EditResult, edit: RecordEdit, { purpose }: HowToEdit, doubts: readonly string[]): string {
  const { files, found, edited, skipped, inexact, splitItems, taken } = result
  const { isDelete } = edit
  const write = purpose === 'write'
  const sentences: string[] = []
  if (found === 0) sentences.push(localize('No record was found.'))
  const counts = { records: recordsInWords(edited), files: filesInWords(files.length) }
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
  sentences.push(...notesOfEdit(result, edit, write))
  if (doubts.length > 0)
    sentences.push(localize('The edit {doubts}, so --write needs --force.', { doubts: { and: doubts } }))
  return oneLine(sentences.join(' '))
}
