import type { WriteChange } from '../../shared/agents/inputs.ts'
import { fixRounds } from '../../shared/check/fixes/fixes.ts'
import { refuse } from './answer.ts'
import { mustBeCode, urisOf } from './check.ts'
import { type AgentContext, pathOf } from './context.ts'
import { cancelled } from './find.ts'
import { type WrittenFile, writtenFileAt } from './written-file.ts'

/**
 * Fixes the problems of files: those whose fix changes no value, and for codes that the call names, also those with
 * only one answer. Problems of codes that are switched off are not fixed.
 */
export async function fixFiles(
  context: AgentContext,
  files: Map<string, WrittenFile>,
  { codes, paths }: WriteChange,
  at: string,
): Promise<void> {
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
    if (!last || rounds.every(({ changes }) => changes.length === 0)) continue
    const written = await writtenFileAt(context, files, uri, `${at}.paths`)
    written.fixed = { file: last.file, rounds }
  }
  if (files.size === 0)
    refuse({
      code: 'nothing-found',
      message:
        'Nothing there has a certain fix; set the values that check names, or name codes whose fixes change values.',
      at,
    })
}
