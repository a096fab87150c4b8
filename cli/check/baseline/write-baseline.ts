import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { localize } from '../../../shared/domains/localize.ts'
import { exclusively } from '../../files/exclusive.ts'
import { type Failure, reasonOf } from '../../files/failure.ts'
import { printed } from '../../files/paths.ts'
import type { Target } from '../../files/target.ts'
import { replaceWhole } from '../../files/write-pieces.ts'
import { host } from '../../host/host.ts'
import { complain, ExitCode } from '../../output/exit.ts'
import type { FileResult } from '../../output/file-result.ts'
import { oneLine } from '../../output/one-line.ts'
import { problemKey } from '../../output/problem-identity.ts'
import {
  baselineText,
  earlierBaseline,
  type KnownProblem,
  keyOfKnown,
  knownProblemOf,
  pathOfKnown,
  textOfKnown,
} from './baseline-file.ts'
import { coverageOf, isUnresolved } from './coverage.ts'

/**
 * Writes the problems of a check to a baseline, and sets the exit code. If something could not be checked, writes
 * nothing, as the next check would then find problems that are not new. Keeps the known problems about which the check
 * does not decide, such as those of files that were not checked.
 *
 * @param results their problems must have their identities
 * @param exclude globs of files that do not count
 */
export async function writeBaseline(
  { path }: Target,
  results: AsyncIterable<FileResult | Failure>,
  exclude: readonly string[] = [],
): Promise<void> {
  const unresolved: { readonly key: string; readonly record: string }[] = []
  const known = new Map<string, KnownProblem>()
  const checked = new Set<string>()
  const failures = new Set<string>()
  const add = (one: KnownProblem): void => {
    known.set(textOfKnown(one), { ...one, count: (known.get(textOfKnown(one))?.count ?? 0) + one.count })
  }
  for await (const result of results) {
    if ('failure' in result) {
      failures.add(result.failure)
      continue
    }
    checked.add(resolve(result.file))
    for await (const some of result.problems)
      for (const problem of some) {
        if (problem.isStopped)
          failures.add(
            localize('{file}: {code} was stopped for some records.', { file: result.file, code: problem.code }),
          )
        add(knownProblemOf(path, result.file, problem))
        if (isUnresolved(problem)) unresolved.push({ key: problemKey(problem), record: problem.identity!.record })
      }
  }
  const name = printed(path)
  host.exitCode = ExitCode.CouldNotRun
  for (const failure of failures) complain(failure)
  if (failures.size > 0)
    return complain(localize('{file} was not written, because not everything could be checked.', { file: name }))
  const kept = { ofOthers: 0, undecided: 0 }
  try {
    // Another run may have written problems of other files in the meantime.
    await exclusively(path, async () => {
      const earlier = await earlierBaseline(path)
      if ('failure' in earlier) throw new Error(localize('it is not a baseline'))
      const earlierKeys = new Set(earlier.map(keyOfKnown))
      const records = new Set(unresolved.flatMap(({ key, record }) => (earlierKeys.has(key) ? [] : record)))
      const { isDecided } = await coverageOf(path, earlier, { files: checked, unresolved: records }, exclude)
      for (const one of earlier) {
        const missing = one.count - (known.get(textOfKnown(one))?.count ?? 0)
        if (isDecided(one) || missing <= 0) continue
        add({ ...one, count: missing })
        kept[checked.has(pathOfKnown(path, one)) ? 'undecided' : 'ofOthers'] += missing
      }
      await replaceWhole(path, to => writeFile(to, baselineText(known.values())))
    })
  } catch (error) {
    return complain(localize('{file} could not be written: {reason}.', { file: name, reason: reasonOf(error) }))
  }
  host.exitCode = ExitCode.Clean
  const problems = [...known.values()].reduce((sum, { count }) => sum + count, 0)
  const parts = [
    problems === 1
      ? localize('1 known problem in {file}', { file: oneLine(name) })
      : localize('{count} known problems in {file}', { count: problems, file: oneLine(name) }),
    kept.ofOthers > 0 && localize('{count} of them in files that were not checked', { count: kept.ofOthers }),
    kept.undecided > 0 &&
      localize('{count} of them kept, because they depend on records that were not checked', { count: kept.undecided }),
  ]
  host.stderr.write(`${localize('{clauses}.', { clauses: parts.filter(part => part !== false).join(', ') })}\n`)
}
