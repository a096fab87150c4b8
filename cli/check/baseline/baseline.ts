import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { localize, sentenceOfClauses } from '../../../shared/domains/localize.ts'
import { exclusively } from '../../files/exclusive.ts'
import { type Failure, reasonOf } from '../../files/failure.ts'
import { printed } from '../../files/paths.ts'
import { replaceWhole } from '../../files/write-pieces.ts'
import { host } from '../../host/host.ts'
import { complain, ExitCode } from '../../output/exit.ts'
import type { FileResult, PlacedProblem } from '../../output/file-result.ts'
import { KnownProblems, withoutKnown } from '../known-problems.ts'
import {
  baselineText,
  identified,
  type KnownProblem,
  keyOfKnown,
  pathOfKnown,
  readBaseline,
  textOfKnown,
} from './baseline-file.ts'
import { coverageOf, isUnresolved } from './coverage.ts'

/** The known problems of a run. */
export interface Baseline {
  /** Removes the known problems from results. Their problems must have their identities. */
  without(results: AsyncIterable<FileResult | Failure>): AsyncIterable<FileResult | Failure>
  /**
   * Prints the known problems that were not found. Call it when all results are read.
   *
   * @param isPruned whether these are removed from the baseline
   */
  tellGone(isPruned?: boolean): Promise<void>
}

/**
 * Opens a baseline.
 *
 * @param isListed whether this run lists the problems of a code. Those of other codes are not told as gone
 * @param exclude globs of files that do not count
 */
export async function openBaseline(
  path: string,
  isListed: (code: string) => boolean,
  exclude: readonly string[] = [],
): Promise<Baseline | Failure> {
  const problems = await readBaseline(path)
  if ('failure' in problems) return problems
  const known = new KnownProblems(file => resolve(file))
  for (const problem of problems) known.add(pathOfKnown(path, problem), identified(problem), problem.count)
  const files = new Set<string>()
  const unresolved = new Set<string>()
  let isComplete = true

  async function* noting(results: AsyncIterable<FileResult | Failure>): AsyncGenerator<FileResult | Failure> {
    for await (const result of results) {
      if ('failure' in result) {
        isComplete = false
        yield result
      } else {
        files.add(resolve(result.file))
        yield { ...result, problems: notingUnresolved(result) }
      }
    }
  }

  async function* notingUnresolved({ problems }: FileResult): AsyncGenerator<readonly PlacedProblem[]> {
    for await (const some of problems) {
      for (const problem of some) {
        if (problem.isStopped) isComplete = false
        if (isUnresolved(problem)) unresolved.add(problem.identity!.record)
      }
      yield some
    }
  }

  return {
    without: results => noting(withoutKnown(results, known)),
    async tellGone(isPruned = false) {
      if (isPruned && !isComplete) {
        host.exitCode = ExitCode.CouldNotRun
        return complain(
          localize('{file} was not written, because not everything could be checked.', { file: printed(path) }),
        )
      }
      if (known.isEmpty) return
      const { isWhole, isDecided } = await coverageOf(path, problems, { files, unresolved }, exclude)
      const isTold = (problem: KnownProblem): boolean => isListed(problem.code) && isDecided(problem)
      /** Takes a problem from those that were not found, and returns how many times it was there. */
      const takeLeft = (problem: KnownProblem): number => {
        const key = keyOfKnown(problem)
        const left = Math.min(problem.count, known.left(key))
        known.take(key, left)
        return left
      }
      // A problem that was not found may be that of a file which was not checked.
      for (const problem of problems) if (!isTold(problem)) takeLeft(problem)
      const gone = problems.filter(isTold).map(problem => ({ ...problem, count: takeLeft(problem) }))
      if (isPruned) return prune(path, gone)
      tell(path, gone, clause => sentenceOfClauses(clause, ...baselineAdvice(path, isWhole, problems.every(isDecided))))
    },
  }
}

/** Writes a baseline without the problems that are gone, and adds none. */
async function prune(path: string, gone: readonly KnownProblem[]): Promise<void> {
  const removed = gone.reduce((sum, { count }) => sum + count, 0)
  if (removed === 0) return
  const counts = new Map(gone.map(problem => [textOfKnown(problem), problem.count]))
  try {
    // Another run may have changed it in the meantime.
    await exclusively(path, async () => {
      const now = await readBaseline(path)
      if ('failure' in now) throw new Error(now.failure.replace(/\.$/, ''))
      const kept = now
        .map(problem => ({ ...problem, count: problem.count - (counts.get(textOfKnown(problem)) ?? 0) }))
        .filter(({ count }) => count > 0)
      await replaceWhole(path, to => writeFile(to, baselineText(kept)))
    })
  } catch (error) {
    host.exitCode = ExitCode.CouldNotRun
    return complain(
      localize('{file} could not be written: {reason}.', { file: printed(path), reason: reasonOf(error) }),
    )
  }
  tell(path, gone, clause =>
    removed === 1
      ? localize('{clause}, and was removed from it.', { clause })
      : localize('{clause}, and were removed from it.', { clause }),
  )
}

/** What to do about a baseline: a run that does not decide about all of it must not write it again. */
function baselineAdvice(path: string, isWhole: boolean, isAllDecided: boolean): string[] {
  if (!isWhole) return [localize('update it after a check of all files')]
  return isAllDecided ? [localize('update it with --write-baseline {file}', { file: printed(path) })] : []
}

/**
 * @param gone the problems that were not found, each with how many of it
 * @param sentence the sentence that starts with a clause which says how many these are
 */
function tell(path: string, gone: readonly KnownProblem[], sentence: (clause: string) => string): void {
  let all = 0
  for (const problem of gone) {
    const { record, field, code, value, count: times } = problem
    const of = [record, field].filter(Boolean).join(' ')
    const file = printed(pathOfKnown(path, problem))
    const listed =
      of === ''
        ? localize('A known problem is gone: {file}: {code}: {value}', { file, code, value })
        : localize('A known problem is gone: {file}: {code} of {owner}: {value}', { file, code, owner: of, value })
    for (let told = all; told < Math.min(all + times, most); told++) complain(listed)
    all += times
  }
  if (all === 0) return
  complain(sentence(goneClause(printed(path), all)))
}

function goneClause(file: string, count: number): string {
  if (count === 1) return localize('1 known problem of {file} is gone', { file })
  return count > most
    ? localize('{count} known problems of {file} are gone (the first {most} are listed)', { count, file, most })
    : localize('{count} known problems of {file} are gone', { count, file })
}

/** The maximum number of problems that are listed. */
const most = 10
