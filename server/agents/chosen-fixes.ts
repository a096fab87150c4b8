import type { WriteChange } from '../../shared/agents/inputs.ts'
import type { AgentProblem } from '../../shared/agents/outputs.ts'
import type { CheckedFile } from '../../shared/check/check.ts'
import { changesOfFix } from '../../shared/check/fixes/fixes.ts'
import type { Problem } from '../../shared/check/problem.ts'
import type { Fix } from '../../shared/check/rule.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import { insertedText, type TextChange } from '../../shared/syntax/text-change.ts'
import { editAll } from '../../shared/syntax/tree.ts'
import { problemsIn, type Snapshot } from '../snapshot/snapshot.ts'
import { cancelled, refuse } from './answer.ts'
import { entryOfFix } from './changed-record.ts'
import { mustBeCode, urisOf } from './check.ts'
import { type AgentContext, pathOf } from './context.ts'
import { recordEntries } from './placed-entries.ts'
import { agentProblem, shownFixes, shownTitleOfFix } from './problems.ts'
import { sortedChanges, type WrittenFile, writtenFileAt } from './written-file.ts'

/** The problems of a refusal, which name the fixes that there are. */
const mostOfferedFixes = 5

/** A problem with the fix that a call chooses. */
interface ChosenFix {
  readonly problem: Problem
  readonly fix: Fix
}

/**
 * Makes one of the fixes that `check` names for a problem: of the record that the change names, or with codes of all
 * problems that have these codes and such a fix. Refuses a choice that no problem offers, and names those that it does.
 *
 * @param choose the title of the fix, or the word in it that is written: `Change to high`, or `high`
 */
export async function makeChosenFix(
  context: AgentContext,
  files: Map<string, WrittenFile>,
  change: WriteChange,
  choose: string,
  at: string,
): Promise<void> {
  const { codes, paths } = change
  for (const [place, code] of (codes ?? []).entries()) mustBeCode(context, code, `${at}.codes.${place}`)
  const only = await entryOfFix(context, change, at)
  if (!only && !codes)
    refuse({
      code: 'missing-argument',
      message: 'A choice needs the place of a problem, as check has it, or codes for all problems of these codes.',
      at: `${at}.place`,
    })
  const open: { readonly file: CheckedFile; readonly path: string; readonly problem: Problem }[] = []
  let count = 0
  for (const uri of only ? [only.uri] : urisOf(context, paths, `${at}.paths`)) {
    const snapshot = await snapshotToFix(context, uri, at)
    const { file } = snapshot
    const problems = problemsToFix(snapshot, codes, only?.entry)
    const chosen = problems.flatMap((problem): readonly ChosenFix[] => {
      const [fix, ...others] = fixesNamed(shownFixes(file, problem), choose)
      return fix && others.length === 0 ? [{ problem, fix }] : []
    })
    // Of one record, one problem is meant.
    if (chosen.length === 0 || (only && chosen.length > 1)) {
      open.push(...problems.map(problem => ({ file, path: pathOf(context, uri), problem })))
      continue
    }
    count += chosen.length
    makeFixes(await writtenFileAt(context, files, uri, `${at}.place`), chosen, at)
  }
  if (count > 0) return
  const offered: AgentProblem[] = []
  for (const { file, path, problem } of open) {
    if (offered.length === mostOfferedFixes) break
    const shown = agentProblem(file, path, problem)
    if (shown.fixes) offered.push(shown)
  }
  refuse({
    code: 'no-such-fix',
    message:
      offered.length === 0
        ? 'No problem there has a fix; set the values that check names.'
        : `It is not certain which fix ${shorten(choose)} means; choose one of the fixes of these problems, and pass the code of the problem in codes.`,
    at: `${at}.choose`,
    problems: offered,
  })
}

/** A file whose problems are fixed. */
export async function snapshotToFix(context: AgentContext, uri: string, at: string): Promise<Snapshot> {
  if (context.token.isCancellationRequested) cancelled()
  const snapshot = await context.read(uri)
  if (!snapshot)
    refuse({
      code: 'not-readable',
      message: `${pathOf(context, uri)} cannot be read here; use "recline check --fix" for it.`,
      at: `${at}.paths`,
    })
  await context.lookAtFiles(snapshot)
  return snapshot
}

/** The problems of a file, or of one of its entries, that have some codes; without codes all. */
export const problemsToFix = (
  snapshot: Snapshot,
  codes: readonly string[] | undefined,
  only: number | undefined,
): readonly Problem[] =>
  problemsIn(snapshot).filter(
    ({ code, entry }) => (codes?.includes(code) ?? true) && (only === undefined || entry === only),
  )

/** The fixes that a choice means: those with its title, or else those with it as a word of their titles. */
function fixesNamed(fixes: readonly Fix[], choose: string): readonly Fix[] {
  const wanted = choose.trim()
  const named = fixes.filter(fix => fix.title === wanted || shownTitleOfFix(fix) === wanted)
  if (named.length > 0) return named
  const words = (text: string): string => ` ${text.replaceAll(/[@"]/g, '').trim()} `
  return wanted === '' ? [] : fixes.filter(({ title }) => words(title).includes(words(wanted)))
}

/** Adds fixes to those that a call makes in a file. */
function makeFixes(written: WrittenFile, chosen: readonly ChosenFix[], at: string): void {
  const { file } = written
  if (chosen.some(({ fix }) => fix.edits.some(needsValue)))
    refuse({
      code: 'no-such-fix',
      message:
        'This fix needs a value that you have to write; use the action set, or add for a record that is missing.',
      at: `${at}.choose`,
    })
  const own = chosen.flatMap(({ problem, fix }) => plainChanges(file, problem, fix))
  const changes = sortedChanges([...(written.fixed?.changes ?? []), ...own])
  if (changes.some(({ start }, index) => index > 0 && start < changes[index - 1]!.end))
    refuse({ code: 'changes-meet', message: 'Two fixes change the same text; call once for each.', at })
  const count = recordEntries(editAll(file.tree, changes).entries).length
  if (count !== recordEntries(file.tree.entries).length)
    refuse({
      code: 'no-such-fix',
      message: 'This fix adds or takes away a record; make it with the actions add and remove.',
      at: `${at}.choose`,
    })
  const fixed = chosen.map(({ problem }) => problem)
  written.fixed = { changes, rounds: [...(written.fixed?.rounds ?? []), { fixed, refused: [] }] }
}

/** Whether an editor would wait for a value. */
const needsValue = ({ text, isSnippet }: TextChange): boolean => isSnippet === true && /(?<!\\)\$\d/.test(text)

/** The changes of a fix, without the places where an editor would wait for values. */
const plainChanges = (file: CheckedFile, problem: Problem, fix: Fix): TextChange[] =>
  changesOfFix(file, problem, fix).map(change => ({
    start: change.start,
    end: change.end,
    text: insertedText(change),
  }))
