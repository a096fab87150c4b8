import type { WriteChange } from '../../shared/agents/inputs.ts'
import { listed } from '../../shared/check/fixes/fix-counts.ts'
import { fixRounds } from '../../shared/check/fixes/fixes.ts'
import { changesBetween } from '../../shared/syntax/text-change.ts'
import { problemsIn } from '../snapshot/snapshot.ts'
import { refuse } from './answer.ts'
import { mustBeCode, urisOf } from './check.ts'
import { type AgentContext, agentPlace, pathOf } from './context.ts'
import { cancelled } from './find.ts'
import { type WrittenFile, writtenFileAt } from './written-file.ts'

/**
 * Fixes the problems of files: those whose fix changes no value, and for codes that the call names, also those with
 * only one answer. Problems of codes that are switched off are not fixed.
 *
 * @returns for codes that the call names, a sentence about the problems that stay
 */
export async function fixFiles(
  context: AgentContext,
  files: Map<string, WrittenFile>,
  { codes, paths }: WriteChange,
  at: string,
): Promise<string[]> {
  const left: { readonly code: string; readonly place: string }[] = []
  for (const [place, code] of (codes ?? []).entries()) mustBeCode(context, code, `${at}.codes.${place}`)
  for (const uri of urisOf(context, paths, `${at}.paths`)) {
    if (context.token.isCancellationRequested) cancelled()
    const snapshot = await context.read(uri)
    if (!snapshot)
      refuse({
        code: 'not-readable',
        message: `${pathOf(context, uri)} cannot be read here; use "recline check --fix" for it.`,
        at: `${at}.paths`,
      })
    const { severity } = snapshot.settings
    const isWanted = ({ code }: { readonly code: string }): boolean =>
      severity[code] !== 'off' && (codes?.includes(code) ?? true)
    const rounds = [...fixRounds(snapshot.file, isWanted, codes ? 'answers' : 'safe')]
    const last = rounds.at(-1)
    const isChanged = last && rounds.some(({ changes }) => changes.length > 0)
    if (isChanged) {
      const written = await writtenFileAt(context, files, uri, `${at}.paths`)
      written.fixed = { file: last.file, rounds }
    }
    if (!codes) continue
    const after = isChanged ? context.edited(snapshot, changesBetween(snapshot.file.tree, last.file.tree)) : snapshot
    for (const { code, entry } of problemsIn(after))
      if (codes.includes(code))
        left.push({ code, place: agentPlace(pathOf(context, uri), after.file.tree.lines[entry]!) })
  }
  if (files.size === 0)
    refuse({
      code: 'nothing-found',
      message:
        'Nothing there has a certain fix; set the values that check names, or name codes whose fixes change values.',
      at,
    })
  if (left.length === 0) return []
  const first = left.slice(0, mostPlaces).map(({ place }) => place)
  const counts = new Map<string, number>()
  for (const { code } of left) counts.set(code, (counts.get(code) ?? 0) + 1)
  const more = left.length > mostPlaces ? ', …' : ''
  return [`Not fixed: ${listed(counts)} (${first.join(', ')}${more}); check with these codes says what is wrong.`]
}

/** The most places of a sentence. */
const mostPlaces = 3
