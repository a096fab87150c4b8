import { existsSync } from 'node:fs'
import type { Severities } from '../../../shared/check/problem.ts'
import type { Failure } from '../../files/failure.ts'
import { printed } from '../../files/paths.ts'
import { complain } from '../../output/exit.ts'
import type { FileResult } from '../../output/file-result.ts'
import { count } from '../../output/formats/plain.ts'
import { keyOf } from '../../output/problem-identity.ts'
import { type KnownProblems, withoutKnown } from '../known-problems.ts'
import { type KnownProblem, readBaseline } from './baseline-file.ts'

/** The known problems of a run. */
export interface Baseline {
  /** Removes the known problems from results. Their problems must have their identities. */
  without(results: AsyncIterable<FileResult | Failure>): AsyncIterable<FileResult | Failure>
  /** Prints the known problems that were not found. Call it when all results are read. */
  tellGone(): void
}

/**
 * Opens a baseline.
 *
 * @param rule severities of this run. Codes that are off are not told as gone
 */
export async function openBaseline(path: string, rule: Severities): Promise<Baseline | Failure> {
  const problems = await readBaseline(path)
  if ('failure' in problems) return problems
  const known: KnownProblems = new Map()
  for (const problem of problems) known.set(keyOfKnown(problem), (known.get(keyOfKnown(problem)) ?? 0) + problem.count)
  const checked = new Set<string>()

  async function* noting(results: AsyncIterable<FileResult | Failure>): AsyncGenerator<FileResult | Failure> {
    for await (const result of results) {
      if (!('failure' in result)) checked.add(result.file)
      yield result
    }
  }

  return {
    without: results => noting(withoutKnown(results, known)),
    tellGone() {
      const isTold = ({ file, code }: KnownProblem): boolean =>
        rule[code] !== 'off' && (checked.has(file) || !existsSync(file))
      const gone = problems.flatMap(problem => {
        const left = Math.min(problem.count, known.get(keyOfKnown(problem)) ?? 0)
        if (left === 0 || !isTold(problem)) return []
        known.set(keyOfKnown(problem), known.get(keyOfKnown(problem))! - left)
        return Array<KnownProblem>(left).fill(problem)
      })
      tell(printed(path), gone)
    },
  }
}

function tell(name: string, gone: readonly KnownProblem[]): void {
  for (const { file, record, field, code, value } of gone.slice(0, most)) {
    const of = [record, field].filter(Boolean).join(' ')
    complain(`A known problem is gone: ${file}: ${code}${of === '' ? '' : ` of ${of}`}: ${value}`)
  }
  if (gone.length === 0) return
  const others = gone.length > most ? ` (and ${gone.length - most} more)` : ''
  complain(
    `${count(gone.length, 'problem')} of ${name}${others} ${gone.length === 1 ? 'is' : 'are'} gone; update it with --write-baseline ${name}.`,
  )
}

/** The maximum number of problems that are listed. */
const most = 10

const keyOfKnown = ({ code, record, field, value }: KnownProblem): string =>
  keyOf({ code, field, identity: { record, value } })
