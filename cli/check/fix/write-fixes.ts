import { countMended, listed } from '../../../shared/check/fixes/fix-counts.ts'
import { localize } from '../../../shared/domains/localize.ts'
import { textOf } from '../../../shared/syntax/tree.ts'
import type { Failure } from '../../files/failure.ts'
import { replaceFile } from '../../files/write-files.ts'
import { host } from '../../host/host.ts'
import { complain } from '../../output/exit.ts'
import { oneLine } from '../../output/one-line.ts'
import type { Plan } from '../../plan/plan.ts'
import { type FixedFile, fixedFiles, type WantedFixes } from './fixed-files.ts'

/**
 * Applies the fixes of all files of a plan, and writes the files that change. Prints a line on standard error for
 * each of them.
 *
 * @returns the files that could not be read or written
 */
export async function writeFixes(plan: Plan, wanted: WantedFixes): Promise<Failure[]> {
  const failures: Failure[] = []
  const all = new Map<string, number>()
  let files = 0
  for await (const fixed of fixedFiles(plan, wanted)) {
    if ('refusal' in fixed) {
      complain(fixed.refusal)
      continue
    }
    if ('failure' in fixed) {
      failures.push(fixed)
      continue
    }
    const failure = await writeFixed(fixed)
    if (failure) {
      failures.push(failure)
      continue
    }
    files++
    countMended(fixed.rounds, all)
    const fixes = listed(countMended(fixed.rounds))
    host.stderr.write(`${localize('Fixed {file}: {fixes}.', { file: oneLine(fixed.file), fixes })}\n`)
  }
  if (files > 1)
    host.stderr.write(`${localize('Fixed {count} files: {fixes}.', { count: files, fixes: listed(all) })}\n`)
  return failures
}

/** Writes a fixed file, unless it was changed since it was read. Returns a failure if it is not written. */
export const writeFixed = (fixed: FixedFile): Promise<Failure | undefined> =>
  replaceFile({ ...fixed, text: textOf(fixed.before.tree) }, textOf(fixed.rounds.at(-1)!.file.tree))
