import { checkFile } from '../../shared/check/check.ts'
import { moreProblems } from '../../shared/domains/counts-in-words.ts'
import { domainSettings } from '../../shared/domains/domains-in-force.ts'
import { localize } from '../../shared/domains/localize.ts'
import type { AddedProblem, EditedFile } from '../../shared/edit/added-problems.ts'
import type { DoneEdit, FileToEdit } from '../../shared/edit/edit-records.ts'
import { withScan } from '../../shared/scan/record-scan.ts'
import { parse, textOf } from '../../shared/syntax/tree.ts'
import { type Failure, notRegularFile } from '../files/failure.ts'
import { keptOfRecord, WholeFiles } from '../files/memory.ts'
import type { ReadText, ReadVersion } from '../files/read-text.ts'
import { replaceFile, textToWrite } from '../files/write-files.ts'
import { host } from '../host/host.ts'
import type { Purpose } from '../options/write-options.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { nameOnLine, oneLine } from '../output/one-line.ts'
import { print } from '../output/output.ts'
import { shownDiff, unifiedDiff } from '../output/unified-diff.ts'
import type { Plan } from '../plan/plan.ts'
import { readPlanned } from '../plan/plan.ts'

/** What a command does with the files that it would change. */
export interface HowToWrite {
  readonly purpose: Purpose
  /** Whether it prints the changes, or their files: false where standard output has something else. */
  readonly printsChanges: boolean
  readonly hasColors: boolean
}

/** A file of a plan with its records, as it was read. */
export interface FileWithText extends FileToEdit {
  readonly read: ReadVersion | ReadText
}

/**
 * The files of a plan by name, checked.
 *
 * @param scanned the only records that are looked at closely; all of them without it
 */
export async function readToEdit(
  { files, registry }: Plan,
  scanned?: Parameters<typeof withScan>[1],
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
      scanned,
    )
    all.set(source.file, { uri: source.file, file: checkFile(parse(read.text), context), severity, read })
  }
  return all
}

/** What a command would change. */
export interface Edited {
  readonly files: readonly EditOfFile[]
  /** The problems that it would add. */
  readonly problems: AddedProblems
  /** Sentences that are printed behind the problems. */
  readonly notes: readonly string[]
  /** Why it must not be written, said of the edit; none with --force. */
  readonly doubts: readonly string[]
}

/** What a bulk edit does to the files of a plan. */
export interface EditedFiles {
  readonly done: DoneEdit
  readonly files: readonly EditOfFile[]
  readonly problems: AddedProblems
}

/** A file that a command would change. */
export interface EditOfFile {
  readonly file: string
  /** The unified diff, in pieces. */
  diff(): Iterable<string>
  /** Why the file cannot be written; undefined if it can. */
  refusal(): Failure | undefined
  /** Writes the file. Returns the failure, if any. */
  write(): Promise<Failure | undefined>
}

/** The change of a file whose text is in memory. */
export function changeOfText(
  { uri: file, before, after, changes }: EditedFile,
  read: FileWithText['read'],
): EditOfFile {
  return {
    file,
    diff: () => [unifiedDiff(file, before.tree, [{ changes, file: after }], read)],
    refusal: () => {
      const whole = textToWrite({ file, ...read }, textOf(after.tree))
      return typeof whole === 'string' ? undefined : whole
    },
    write: async () =>
      'version' in read ? replaceFile({ file, ...read }, textOf(after.tree)) : { failure: notRegularFile(file) },
  }
}

/** The problems that an edit would add: the first ones, and the number of all. */
export class AddedProblems {
  readonly first: AddedProblem[] = []
  count = 0
  /** How many are no information. Much of that is true of correct records. */
  serious = 0

  add(problems: readonly AddedProblem[]): this {
    this.first.push(...problems.slice(0, mostPrinted - this.first.length))
    this.count += problems.length
    this.serious += problems.filter(({ problem: { severity } }) => severity !== 'information').length
    return this
  }
}

/** The most problems that are printed. */
const mostPrinted = 20

/**
 * Writes, shows or lists the files that an edit changes, and prints its problems. Sets the exit code.
 *
 * @returns whether the rest can be told: false if the files were to be written, and were not
 */
export async function finishEdit(
  { files, problems, notes, doubts }: Edited,
  { purpose, printsChanges, hasColors }: HowToWrite,
  what: 'edit' | 'import',
): Promise<boolean> {
  const isToDo = purpose === 'check' && files.length > 0
  host.exitCode = isToDo || doubts.length > 0 ? ExitCode.Errors : ExitCode.Clean
  if (purpose === 'check' && printsChanges) await print(files.map(({ file }) => `${nameOnLine(file)}\n`))
  if (purpose === 'show' && printsChanges) await print(diffsOf(files, hasColors))
  printProblems(problems)
  for (const note of notes) complain(note)
  if (purpose !== 'write') {
    tellUnwritable(files)
    return true
  }
  if (doubts.length === 0) return writeAll(files)
  complain(
    what === 'edit'
      ? localize('Nothing was written, because the edit {doubts}; add --force to write it.', {
          doubts: { and: doubts },
        })
      : localize('Nothing was written, because the import {doubts}; add --force to write it.', {
          doubts: { and: doubts },
        }),
  )
  return false
}

function* diffsOf(files: readonly EditOfFile[], hasColors: boolean): Generator<string> {
  for (const file of files) for (const piece of file.diff()) yield shownDiff(piece, hasColors)
}

/** A doubt for problems that an edit would add. */
export function doubtOfProblems({ serious }: AddedProblems): string[] {
  if (serious === 0) return []
  return [serious === 1 ? localize('would add 1 problem') : localize('would add {count} problems', { count: serious })]
}

function printProblems({ first, count }: AddedProblems): void {
  for (const { uri, line, problem } of first) {
    const { severity, code, message } = problem
    const place = `${uri}:${line + 1}`
    const told = localize('{place}: new {severity} {code}: {message}', { place, severity, code, message })
    host.stderr.write(`${nameOnLine(told)}\n`)
  }
  const more = count - first.length
  if (more > 0) host.stderr.write(`${moreProblems(more)}\n`)
}

/** Tells which files --write would not write, although the edit changes them. */
function tellUnwritable(files: readonly EditOfFile[]): void {
  for (const file of files) {
    const refusal = file.refusal()
    if (!refusal) continue
    complain(refusal.failure)
    host.exitCode = ExitCode.CouldNotRun
  }
}

/** Writes the files one after the other. Returns whether all were written. */
async function writeAll(files: readonly EditOfFile[]): Promise<boolean> {
  let areAllWritten = true
  for (const change of files) {
    const failure = await change.write()
    if (failure) {
      complain(failure.failure)
      host.exitCode = ExitCode.CouldNotRun
      areAllWritten = false
    } else host.stderr.write(`${localize('Changed {file}.', { file: oneLine(change.file) })}\n`)
  }
  return areAllWritten
}
