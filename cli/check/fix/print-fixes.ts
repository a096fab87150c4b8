import { countMended, listed } from '../../../shared/check/fixes/fix-counts.ts'
import { filesInWords } from '../../../shared/domains/counts-in-words.ts'
import { localize } from '../../../shared/domains/localize.ts'
import { host } from '../../host/host.ts'
import { complain, ExitCode } from '../../output/exit.ts'
import { print } from '../../output/output.ts'
import { shownDiff, unifiedDiff } from '../../output/unified-diff.ts'
import type { Plan } from '../../plan/plan.ts'
import { fixedFiles, type WantedFixes } from './fixed-files.ts'

/**
 * Prints what `--fix` would change as a unified diff. The exit code tells whether there is anything to change.
 */
export async function printFixes(plan: Plan, wanted: WantedFixes, hasColors: boolean): Promise<void> {
  let failures = 0
  let files = 0
  const all = new Map<string, number>()
  const fail = (sentence: string): void => {
    failures++
    complain(sentence)
  }

  async function* diffs(): AsyncGenerator<string> {
    for await (const fixed of fixedFiles(plan, wanted)) {
      if ('refusal' in fixed) {
        complain(fixed.refusal)
        continue
      }
      if ('failure' in fixed) {
        fail(fixed.failure)
        continue
      }
      files++
      countMended(fixed.rounds, all)
      yield shownDiff(unifiedDiff(fixed.file, fixed.before.tree, fixed.rounds, fixed), hasColors)
    }
  }

  for (const { failure } of plan.failures) fail(failure)
  await print(diffs())
  const told =
    files > 0
      ? localize('--fix would change {files}: {fixes}.', { files: filesInWords(files), fixes: listed(all) })
      : localize('--fix would change nothing.')
  host.stderr.write(`${told}\n`)
  const outcome = files > 0 ? ExitCode.Errors : ExitCode.Clean
  host.exitCode = failures > 0 ? ExitCode.CouldNotRun : outcome
}
