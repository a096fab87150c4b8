import type { WriteChange } from '../../shared/agents/inputs.ts'
import type { AgentProblem } from '../../shared/agents/outputs.ts'
import { listed } from '../../shared/check/fixes/fix-counts.ts'
import { fixRounds } from '../../shared/check/fixes/fixes.ts'
import type { Problem } from '../../shared/check/problem.ts'
import { changesBetween } from '../../shared/syntax/text-change.ts'
import { refuse } from './answer.ts'
import { entryOfFix } from './changed-record.ts'
import { mustBeCode, urisOf } from './check.ts'
import { problemsToFix, snapshotToFix } from './chosen-fixes.ts'
import { type AgentContext, pathOf } from './context.ts'
import { agentProblem } from './problems.ts'
import { type WrittenFile, writtenFileAt } from './written-file.ts'

/** What fixes leave. */
interface LeftProblems {
  /** The first problems that stay, of codes that the call names. */
  readonly left: readonly AgentProblem[]
  /** A sentence about all of them. */
  readonly notes: readonly string[]
}

/** The problems of an answer that stay. */
const mostLeft = 5

/**
 * Fixes the problems of files, or of one record: those whose fix changes no value, and for codes that the call names,
 * also those with only one answer. Problems of codes that are switched off are not fixed.
 */
export async function fixFiles(
  context: AgentContext,
  files: Map<string, WrittenFile>,
  change: WriteChange,
  at: string,
): Promise<LeftProblems> {
  const { codes, paths } = change
  for (const [place, code] of (codes ?? []).entries()) mustBeCode(context, code, `${at}.codes.${place}`)
  const only = await entryOfFix(context, change, at)
  const left: AgentProblem[] = []
  const counts = new Map<string, number>()
  for (const uri of only ? [only.uri] : urisOf(context, paths, `${at}.paths`)) {
    const snapshot = await snapshotToFix(context, uri, at)
    const { severity } = snapshot.settings
    const isWanted = ({ code, entry }: Problem): boolean =>
      severity[code] !== 'off' && (codes?.includes(code) ?? true) && (!only || entry === only.entry)
    const rounds = [...fixRounds(snapshot.file, isWanted, codes ? 'answers' : 'safe')]
    const last = rounds.at(-1)
    const changes = last && changesBetween(snapshot.file.tree, last.file.tree)
    const isChanged = rounds.some(({ changes }) => changes.length > 0)
    if (isChanged) (await writtenFileAt(context, files, uri, `${at}.paths`)).fixed = { changes: changes!, rounds }
    // Without codes, nobody asked for the problems that stay; if nothing is fixed, the first fixes to choose are told.
    if (!codes && files.size > 0) continue
    const after = isChanged ? context.edited(snapshot, changes!) : snapshot
    for (const problem of problemsToFix(after, codes, only?.entry)) {
      counts.set(problem.code, (counts.get(problem.code) ?? 0) + 1)
      if (left.length === mostLeft) continue
      const shown = agentProblem(after.file, pathOf(context, uri), problem)
      if (codes || shown.fixes) left.push(shown)
    }
  }
  if (files.size === 0)
    refuse({
      code: 'nothing-found',
      message:
        'Nothing there has a certain fix; pass the place of a problem with choose, one of its fixes, or set the values that check names.',
      at,
      problems: left,
    })
  if (!codes || left.length === 0) return { left: [], notes: [] }
  const choice = left.some(({ fixes }) => fixes)
    ? 'the action fix with place and choose makes one of the fixes that they name'
    : 'problems says what is wrong'
  return { left, notes: [`Not fixed: ${listed(counts)}; ${choice}.`] }
}
