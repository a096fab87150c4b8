import { resolve } from 'node:path'
import { counted } from '../../../shared/basics/text.ts'
import type { Severities } from '../../../shared/check/problem.ts'
import type { Failure } from '../../files/failure.ts'
import { printed } from '../../files/paths.ts'
import { complain } from '../../output/exit.ts'
import type { FileResult, PlacedProblem } from '../../output/file-result.ts'
import { type KnownProblems, withoutKnown } from '../known-problems.ts'
import { type KnownProblem, keyOfKnown, pathOfKnown, readBaseline } from './baseline-file.ts'
import { coverageOf, isUnresolved } from './coverage.ts'

/** The known problems of a run. */
export interface Baseline {
  /** Removes the known problems from results. Their problems must have their identities. */
  without(results: AsyncIterable<FileResult | Failure>): AsyncIterable<FileResult | Failure>
  /** Prints the known problems that were not found. Call it when all results are read. */
  tellGone(): Promise<void>
}

/**
 * Opens a baseline.
 *
 * @param rule severities of this run. Codes that are off are not told as gone
 * @param exclude globs of files that do not count
 */
export async function openBaseline(
  path: string,
  rule: Severities,
  exclude: readonly string[] = [],
): Promise<Baseline | Failure> {
  const problems = await readBaseline(path)
  if ('failure' in problems) return problems
  const known: KnownProblems = new Map()
  for (const problem of problems) known.set(keyOfKnown(problem), (known.get(keyOfKnown(problem)) ?? 0) + problem.count)
  const files = new Set<string>()
  const unresolved = new Set<string>()

  async function* noting(results: AsyncIterable<FileResult | Failure>): AsyncGenerator<FileResult | Failure> {
    for await (const result of results) {
      if ('failure' in result) yield result
      else {
        files.add(resolve(result.file))
        yield { ...result, problems: notingUnresolved(result) }
      }
    }
  }

  async function* notingUnresolved({ problems }: FileResult): AsyncGenerator<readonly PlacedProblem[]> {
    for await (const some of problems) {
      for (const problem of some) if (isUnresolved(problem)) unresolved.add(problem.identity!.record)
      yield some
    }
  }

  return {
    without: results => noting(withoutKnown(results, known)),
    async tellGone() {
      if (known.size === 0) return
      const { isWhole, isDecided } = await coverageOf(path, problems, { files, unresolved }, exclude)
      const isTold = (problem: KnownProblem): boolean => rule[problem.code] !== 'off' && isDecided(problem)
      /** Takes a problem from those that were not found, and returns how many times it was there. */
      const takeLeft = (problem: KnownProblem): number => {
        const key = keyOfKnown(problem)
        const all = known.get(key) ?? 0
        const left = Math.min(problem.count, all)
        known.set(key, all - left)
        return left
      }
      // A problem that was not found may be that of a file which was not checked.
      for (const problem of problems) if (!isTold(problem)) takeLeft(problem)
      const gone = problems.filter(isTold).map(problem => ({ ...problem, count: takeLeft(problem) }))
      tell(path, gone, adviceFor(path, isWhole, problems.every(isDecided)))
    },
  }
}

/** What to do about a baseline: a run that does not decide about all of it must not write it again. */
function adviceFor(path: string, isWhole: boolean, isAllDecided: boolean): string {
  if (!isWhole) return '; update it after a check of all files'
  return isAllDecided ? `; update it with --write-baseline ${printed(path)}` : ''
}

/** @param gone the problems that were not found, each with how many of it */
function tell(path: string, gone: readonly KnownProblem[], advice: string): void {
  let all = 0
  for (const problem of gone) {
    const { record, field, code, value, count: times } = problem
    const of = [record, field].filter(Boolean).join(' ')
    const file = printed(pathOfKnown(path, problem))
    const sentence = `A known problem is gone: ${file}: ${code}${of === '' ? '' : ` of ${of}`}: ${value}`
    for (let told = all; told < Math.min(all + times, most); told++) complain(sentence)
    all += times
  }
  if (all === 0) return
  const name = printed(path)
  const listed = all > most ? ` (the first ${most} are listed)` : ''
  complain(`${counted(all, 'known problem')} of ${name} ${all === 1 ? 'is' : 'are'} gone${listed}${advice}.`)
}

/** The maximum number of problems that are listed. */
const most = 10
