import { applyChanges, type TextChange } from '../syntax/text-change.ts'
import { edit, lengthOf, lineBreakOf } from '../syntax/tree.ts'
import { type CheckedFile, checkFile, problemsOf } from './check.ts'
import { setHeaderDomains } from './header.ts'
import type { Finding, Problem } from './problem.ts'
import type { Fix } from './rule.ts'
import { codesWithSafeFix } from './rules/index.ts'

/** The changes a fix makes to the file its problem was found in, in order, not overlapping. */
export function changesOf(file: CheckedFile, problem: Problem, fix: Fix): TextChange[] {
  const start = file.tree.starts[problem.entry]!
  // The file's line end may stand far behind, so it is looked for only where it is needed.
  const withLineBreaks = (text: string): string =>
    text.includes('\n') ? text.replaceAll('\n', lineBreakOf(file.tree)) : text
  const edits = fix.edits.map(edit => ({
    ...edit,
    start: start + edit.start,
    end: start + edit.end,
    text: withLineBreaks(edit.text),
  }))
  return fix.header ? [setHeaderDomains(file, problem.entry, fix.header), ...edits] : edits
}

/** Whether a finding has a fix that keeps what the records say. */
export const hasSafeFix = ({ code, fixes }: Finding): boolean =>
  codesWithSafeFix.has(code) && fixes?.().some(({ isSafe }) => isSafe) === true

/**
 * The file after all its safe fixes: those that keep what the records say.
 *
 * @param isWanted which problems to mend
 */
export function fixAll(file: CheckedFile, isWanted?: (problem: Problem) => boolean): CheckedFile {
  for (const round of fixRounds(file, isWanted)) file = round.file
  return file
}

/** Safe fixes that were made together. */
export interface FixRound {
  /** The file after them. */
  readonly file: CheckedFile
  /** The problems that they mended, as they were found before. */
  readonly mended: readonly Problem[]
  /** What they changed in the text before, in order, not overlapping. */
  readonly changes: readonly TextChange[]
}

/**
 * Makes a file's safe fixes. One can uncover the next (a value that is put in quotes loses its needless type), so it
 * goes round until nothing is left to do.
 *
 * @param isWanted which problems to mend
 */
export function* fixRounds(
  file: CheckedFile,
  isWanted: (problem: Problem) => boolean = () => true,
): Generator<FixRound> {
  for (let round = 0; round < 10; round++) {
    const { mended, changes } = safeChanges(file, problemsOf(file, 'unknown').filter(isWanted))
    const first = changes[0]
    if (!first) break
    const { end } = changes.at(-1)!
    const text = applyChanges(file.tree, changes)
    const tree = edit(file.tree, first.start, end, text.slice(first.start, end + text.length - lengthOf(file.tree)))
    file = checkFile(tree, file.context, file)
    yield { file, mended, changes }
  }
}

/** The changes of the safe fixes in order; of two that overlap the first, the other is left for the next round. */
function safeChanges(file: CheckedFile, problems: readonly Problem[]): Pick<FixRound, 'mended' | 'changes'> {
  const taken: TextChange[] = []
  const mended: Problem[] = []
  for (const problem of problems) {
    const fix = problem.fixes?.().find(({ isSafe }) => isSafe)
    if (!fix) continue
    const changes = changesOf(file, problem, fix)
    if (!changes.every(change => isFree(taken, change))) continue
    for (const change of changes) take(taken, change)
    mended.push(problem)
  }
  return { mended, changes: taken }
}

/**
 * Adds a change to others in order; insertions at one place become one, as a record can have any number of them there.
 */
function take(taken: TextChange[], change: TextChange): void {
  const place = placeOf(taken, change)
  const before = taken[place - 1]
  const isBesideBefore = before?.start === change.start && isInsertion(before) && isInsertion(change)
  if (isBesideBefore) taken[place - 1] = { ...before, text: before.text + change.text }
  else taken.splice(place, 0, change)
}

/** Where a change belongs among others that are in order: behind all that start no later. */
function placeOf(taken: readonly TextChange[], { start }: TextChange): number {
  let low = 0
  let high = taken.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (taken[middle]!.start <= start) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether a change overlaps none; two insertions at one place don't, their texts follow one another. */
function isFree(taken: readonly TextChange[], change: TextChange): boolean {
  const place = placeOf(taken, change)
  const before = taken[place - 1]
  const behind = taken[place]
  if (before?.start === change.start) return isInsertion(before) && isInsertion(change)
  return (!before || before.end <= change.start) && (!behind || change.end <= behind.start)
}

const isInsertion = ({ start, end }: TextChange): boolean => start === end
