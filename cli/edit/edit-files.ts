import { counted } from '../../shared/basics/text.ts'
import { checkFile } from '../../shared/check/check.ts'
import { domainSettings } from '../../shared/domains/domains-in-force.ts'
import type { AddedProblem, EditedFile } from '../../shared/edit/added-problems.ts'
import { type EditResult, editRecords, type FileToEdit } from '../../shared/edit/edit-records.ts'
import { notesOfEdit, uncertainRecord } from '../../shared/edit/notes-of-edit.ts'
import type { RecordEdit } from '../../shared/edit/record-edit.ts'
import { missingNotes } from '../../shared/query/missing-note.ts'
import { withScan } from '../../shared/scan/record-scan.ts'
import { parse, textOf } from '../../shared/syntax/tree.ts'
import { type Failure, inConflict } from '../files/failure.ts'
import { keptOfRecord, WholeFiles } from '../files/memory.ts'
import type { ReadText, ReadVersion } from '../files/read-text.ts'
import { replaceFile } from '../files/write-files.ts'
import { host } from '../host/host.ts'
import type { Purpose } from '../options/write-options.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { nameOnLine, oneLine } from '../output/one-line.ts'
import { print } from '../output/output.ts'
import { shownDiff, unifiedDiff } from '../output/unified-diff.ts'
import type { Plan } from '../plan/plan.ts'
import { readPlanned } from '../plan/plan.ts'
import { referrersNote } from '../plan/referrers-note.ts'

interface HowToEdit {
  readonly purpose: Purpose
  /** Whether the edit is also written if it adds problems, or misses records of the project. */
  readonly force: boolean
  /** What `now` means, in milliseconds since 1970. */
  readonly now: number
  readonly hasColors: boolean
}

/**
 * Edits the records of all files of a plan, or prints the changes. Prints a summary to standard error, and sets the
 * exit code. Either all files can be edited, or none is written.
 */
export async function editFiles(plan: Plan, edit: RecordEdit, how: HowToEdit): Promise<void> {
  host.exitCode = ExitCode.CouldNotRun
  const files = await readPlannedFiles(plan, edit)
  if ('failure' in files) return complain(`${files.failure} Nothing was edited.`)
  const result = editRecords([...files.values()], edit, how.now)
  const failures = failuresOf(result)
  if (failures.length > 0) {
    for (const failure of failures) complain(failure)
    return complain('Nothing was edited.')
  }
  const unread = await referrersNote(plan, edit.referringTags, result.missing.referringTags)
  const doubts = how.force ? [] : doubtsAbout(result, unread?.isMissing === true)
  host.exitCode = ExitCode.Clean
  if (doubts.length > 0) host.exitCode = unread?.isMissing ? ExitCode.CouldNotRun : ExitCode.Errors
  const isWritten = how.purpose === 'write'
  if (how.purpose === 'check') {
    await print(result.files.map(({ uri }) => `${nameOnLine(uri)}\n`))
    if (result.files.length > 0 && host.exitCode === ExitCode.Clean) host.exitCode = ExitCode.Errors
  }
  if (how.purpose === 'show')
    await print(result.files.map(file => shownDiff(diffOfEdited(file, files.get(file.uri)!.read), how.hasColors)))
  printProblems(result.problems)
  for (const note of missingNotes(result.missing, ({ uri, line }) => ({ file: uri, line: line + 1 }))) complain(note)
  if (unread) complain(unread.sentence)
  if (doubts.length > 0 && isWritten)
    return complain(`Nothing was written, because the edit ${doubts.join(' and ')}; add --force to write it.`)
  if (isWritten && !(await writeEdited(result.files, files))) return
  host.stderr.write(`${editSummary(result, edit, how, doubts)}\n`)
}

/**
 * Why an edit is not written without --force, said of it. Information is printed, but is no reason: much of it is true
 * of correct records.
 */
function doubtsAbout({ problems }: EditResult, missesRecords: boolean): string[] {
  const serious = problems.filter(({ problem: { severity } }) => severity !== 'information')
  return [
    ...(missesRecords ? ['can be wrong'] : []),
    ...(serious.length > 0 ? [`would add ${counted(serious.length, 'problem')}`] : []),
  ]
}

interface FileWithText extends FileToEdit {
  readonly read: ReadVersion | ReadText
}

/** The files of a plan by name, checked. */
async function readPlannedFiles(
  { files, registry }: Plan,
  { tag, where: evaluate, whereReads: reads }: RecordEdit,
): Promise<ReadonlyMap<string, FileWithText> | Failure> {
  const all = new Map<string, FileWithText>()
  const kept = new WholeFiles(keptOfRecord.checked)
  for (const planned of files) {
    const { source, settings } = planned
    const { severity, ruleSettings } = settings
    const read = await readPlanned(planned)
    if ('failure' in read) return read
    const failure = kept.add(source.file, read.text)
    if (failure) return failure
    const context = withScan(
      {
        registry,
        fileName: source.file,
        ...domainSettings(settings),
        ...(ruleSettings && { ruleSettings }),
        // The problems of the records that change are found when they are known.
        onlyNames: true,
      },
      evaluate && reads && { tag, evaluate, reads },
    )
    all.set(source.file, { uri: source.file, file: checkFile(parse(read.text), context), severity, read })
  }
  return all
}

const failuresOf = ({ conflicts, uncertain }: EditResult): string[] => [
  ...conflicts.map(({ uri, line }) => inConflict(uri, line + 1).failure),
  ...uncertain.map(({ uri, line }) => `${uri}:${line + 1}: ${uncertainRecord}`),
]

const diffOfEdited = (
  { uri, before, after, changes }: EditedFile,
  { hasByteOrderMark }: FileWithText['read'],
): string => unifiedDiff(uri, before.tree, [{ changes, file: after }], hasByteOrderMark ? '\ufeff' : '')

/** The most problems that are printed. */
const problemLimit = 20

function printProblems(problems: readonly AddedProblem[]): void {
  for (const { uri, line, problem } of problems.slice(0, problemLimit)) {
    const { severity, code, message } = problem
    host.stderr.write(`${nameOnLine(`${uri}:${line + 1}: new ${severity} ${code}: ${message}`)}\n`)
  }
  const more = problems.length - problemLimit
  if (more > 0) host.stderr.write(`And ${counted(more, 'more problem')}.\n`)
}

/** Writes the files one after the other. Returns whether all were written. */
async function writeEdited(edited: readonly EditedFile[], files: ReadonlyMap<string, FileWithText>): Promise<boolean> {
  let areAllWritten = true
  for (const { uri, after } of edited) {
    const { read } = files.get(uri)!
    const failure =
      'version' in read
        ? await replaceFile({ file: uri, ...read }, textOf(after.tree))
        : { failure: `${uri} is not a regular file; omit --write to show the changes.` }
    if (failure) {
      complain(failure.failure)
      host.exitCode = ExitCode.CouldNotRun
      areAllWritten = false
    } else host.stderr.write(`Changed ${oneLine(uri)}.\n`)
  }
  return areAllWritten
}

function editSummary(result: EditResult, edit: RecordEdit, { purpose }: HowToEdit, doubts: readonly string[]): string {
  const { files, found, edited, skipped, inexact, splitItems, taken } = result
  const { isDelete } = edit
  const write = purpose === 'write'
  const sentences: string[] = []
  if (found === 0) sentences.push('No record was found.')
  const what = `${counted(edited, 'record')} in ${counted(files.length, 'file')}`
  if (edited > 0 && write) sentences.push(`${isDelete ? 'Deleted' : 'Edited'} ${what}.`)
  if (edited > 0 && !write) sentences.push(`Would ${isDelete ? 'delete' : 'edit'} ${what}; --write writes the changes.`)
  const same = found - edited - skipped - inexact.length - splitItems.length - taken.length
  if (same > 0) sentences.push(`${counted(same, 'record')} already ${same === 1 ? 'has' : 'have'} these values.`)
  sentences.push(...notesOfEdit(result, edit, write))
  if (doubts.length > 0) sentences.push(`The edit ${doubts.join(' and ')}, so --write needs --force.`)
  return oneLine(sentences.join(' '))
}
