import { lastIndex } from '../../basics/binary-search.ts'
import { applyChanges, type TextChange } from '../../syntax/text-change.ts'
import { edit, lengthOf, lineBreakOf } from '../../syntax/tree.ts'
import { type CheckedFile, checkFile, problemsOf, sectionAt } from '../check.ts'
import type { Finding, Problem } from '../problem.ts'
import type { Answer, Fix } from '../rule.ts'
import { codesWithAnswer, codesWithSafeFix } from '../rules/index.ts'
import { setHeaderDomains } from './header.ts'
import { type EntryChanges, refusedEntries } from './safe-changes.ts'

/**
 * The fixes of a problem, best first. A fix that would write the first header is not the best: it sets the domains of
 * the whole file.
 */
export function fixesIn(file: CheckedFile, problem: Problem): readonly Fix[] {
  const fixes = problem.fixes?.() ?? []
  const inRecord = fixes.filter(({ header }) => !header)
  if (inRecord.length === 0 || inRecord.length === fixes.length) return fixes
  if (sectionAt(file, problem.entry).header) return fixes
  const inHeader = fixes.filter(({ header }) => header)
  return [...inRecord, ...inHeader.map(fix => ({ ...fix, isPreferred: false }))]
}

/** The changes that a fix makes to the file of its problem, sorted, not overlapping. */
export function changesOfFix(file: CheckedFile, problem: Problem, fix: Fix): TextChange[] {
  const start = file.tree.starts[problem.entry]!
  // Finding the line end of the file can take long, so it is only done if it is needed.
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

/** Whether a finding has a safe fix: one that does not change what the records say. */
export const hasSafeFix = ({ code, fixes }: Finding): boolean =>
  codesWithSafeFix.has(code) && fixes?.().some(({ isSafe }) => isSafe) === true

/** Whether a finding has no safe fix, but one that changes what the record says and is the only answer. */
export const hasAnswer = (finding: Finding): boolean =>
  codesWithAnswer.has(finding.code) && finding.fixes?.().some(({ answer }) => answer) === true && !hasSafeFix(finding)

/** Which fixes are applied: the safe ones, or also those that change what a record says and are the only answer. */
export type FixLevel = 'safe' | 'answers'

/**
 * Applies all safe fixes to a file.
 *
 * @param isWanted which problems to fix; all without it
 */
export function fixAll(file: CheckedFile, isWanted?: (problem: Problem) => boolean): CheckedFile {
  for (const round of fixRounds(file, isWanted)) file = round.file
  return file
}

/** Fixes that were applied together. */
export interface FixRound {
  /** The file after them. */
  readonly file: CheckedFile
  /** The problems that they fixed, as found before. */
  readonly fixed: readonly Problem[]
  /** Their changes to the text before, sorted, not overlapping. */
  readonly changes: readonly TextChange[]
  /** The problems whose fix was refused, because a record would not say the same after it. */
  readonly refused: readonly Problem[]
}

/**
 * Applies the fixes of a file in rounds until there are none left. One fix can make the next one possible: a value
 * gets quotes first and then loses its needless type. The last round has no changes if fixes were refused.
 *
 * @param isWanted which problems to fix; all without it
 * @param level which fixes to apply
 */
export function* fixRounds(
  file: CheckedFile,
  isWanted: (problem: Problem) => boolean = () => true,
  level: FixLevel = 'safe',
): Generator<FixRound> {
  for (let round = 0; round < 10; round++) {
    const { fixed, changes, refused } = changesOfRound(file, problemsOf(file, 'unknown').filter(isWanted), level)
    const first = changes[0]
    if (first) {
      const { end } = changes.at(-1)!
      const text = applyChanges(file.tree, changes)
      const tree = edit(file.tree, first.start, end, text.slice(first.start, end + text.length - lengthOf(file.tree)))
      file = checkFile(tree, file.context, file)
    }
    if (first || refused.length > 0) yield { file, fixed, changes, refused }
    if (!first) return
  }
}

/** A problem with the changes of a fix that is applied. */
interface AppliedFix {
  readonly problem: Problem
  readonly answer: Answer | undefined
  readonly changes: readonly TextChange[]
}

/** The changes of the fixes, sorted. If two overlap, the second one waits for the next round. */
function changesOfRound(file: CheckedFile, problems: readonly Problem[], level: FixLevel): Omit<FixRound, 'file'> {
  const { fixes, changes } = freeFixes(file, problems, level)
  const spoiled = refusedEntries(file.tree, byEntry(fixes))
  if (spoiled.size === 0) return { fixed: fixes.map(({ problem }) => problem), changes, refused: [] }
  const [suspects, good] = apart(fixes, ({ problem }) => spoiled.has(problem.entry))
  const [single, refused] = apart(suspects, fix => refusedEntries(file.tree, byEntry([fix])).size === 0)
  // Of fixes that are only refused together, the first one of each entry is applied. The others wait.
  const firsts = single.filter(({ problem }, index) => problem.entry !== single[index - 1]?.problem.entry)
  const chosen = [...good, ...firsts].sort((one, other) => one.problem.entry - other.problem.entry)
  const still = refusedEntries(file.tree, byEntry(chosen))
  const kept = chosen.filter(({ problem }) => !still.has(problem.entry))
  return {
    fixed: kept.map(({ problem }) => problem),
    changes: mergedChanges(kept),
    refused: refused.map(({ problem }) => problem),
  }
}

/** The fixes of problems that do not overlap, and their changes, sorted. */
function freeFixes(
  file: CheckedFile,
  problems: readonly Problem[],
  level: FixLevel,
): { fixes: AppliedFix[]; changes: TextChange[] } {
  const taken: TextChange[] = []
  const fixes: AppliedFix[] = []
  for (const problem of problems) {
    const all = problem.fixes?.() ?? []
    const fix = all.find(({ isSafe }) => isSafe) ?? (level === 'answers' ? all.find(one => one.answer) : undefined)
    if (!fix) continue
    const changes = changesOfFix(file, problem, fix)
    if (!changes.every(change => isFree(taken, change))) continue
    for (const change of changes) take(taken, change)
    fixes.push({ problem, changes, answer: fix.answer })
  }
  return { fixes, changes: taken }
}

function mergedChanges(fixes: readonly AppliedFix[]): TextChange[] {
  const taken: TextChange[] = []
  for (const { changes } of fixes) for (const change of changes) take(taken, change)
  return taken
}

/** The changes of fixes, together for each entry. */
function byEntry(fixes: readonly AppliedFix[]): EntryChanges[] {
  const all: { entry: number; changes: TextChange[]; answers: Answer[] }[] = []
  for (const { problem, changes, answer } of fixes) {
    if (all.at(-1)?.entry !== problem.entry) all.push({ entry: problem.entry, changes: [], answers: [] })
    const last = all.at(-1)!
    last.changes.push(...changes)
    if (answer) last.answers.push(answer)
  }
  for (const { changes } of all) changes.sort((one, other) => one.start - other.start)
  return all
}

function apart<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [first: Item[], second: Item[]] {
  const first: Item[] = []
  const second: Item[] = []
  for (const item of items) (isFirst(item) ? first : second).push(item)
  return [first, second]
}

/**
 * Adds a change to sorted changes. Insertions at the same offset become one, because a record can have many of them.
 */
function take(taken: TextChange[], change: TextChange): void {
  const place = placeOf(taken, change)
  const before = taken[place - 1]
  const isBesideBefore = before?.start === change.start && isInsertion(before) && isInsertion(change)
  if (isBesideBefore) taken[place - 1] = { ...before, text: before.text + change.text }
  else taken.splice(place, 0, change)
}

/** The index of a change among sorted changes: after all that start at the same offset or before. */
const placeOf = (taken: readonly TextChange[], { start }: TextChange): number =>
  lastIndex(taken, change => change.start <= start) + 1

/** Whether a change overlaps no other one. Two insertions at the same offset do not overlap. */
function isFree(taken: readonly TextChange[], change: TextChange): boolean {
  const place = placeOf(taken, change)
  const before = taken[place - 1]
  const behind = taken[place]
  if (before?.start === change.start) return isInsertion(before) && isInsertion(change)
  return (!before || before.end <= change.start) && (!behind || change.end <= behind.start)
}

const isInsertion = ({ start, end }: TextChange): boolean => start === end
