import { chosenSeverity, type Severities } from '../../../shared/check/problem.ts'
import { excerptAt } from '../../output/excerpt.ts'
import type { Details, Excerpt, PlacedProblem } from '../../output/file-result.ts'
import type { FoundProblem } from '../found-problem.ts'

/**
 * Reduces a problem from facts, which has all details and the standard severity, to the details and the severity of
 * this run.
 *
 * @param lineAt returns a line of the file, counted from 1, if the file can be read. Problems of names need it, as they
 *   have no excerpt
 */
export function wantedProblem(
  problem: FoundProblem,
  severities: Severities,
  details: Details,
  lineAt: (line: number) => string | undefined,
): FoundProblem {
  const { placed } = problem
  const severity = placed ? chosenSeverity(severities, placed) : 'off'
  if (!placed || severity === 'off') return { ...problem, placed: undefined }
  const { identity, excerpt, related, isFixable = false, fixes = [], ...rest } = placed
  return {
    ...problem,
    placed: {
      ...rest,
      severity,
      ...(details.identities && { identity }),
      ...(details.excerpts && { excerpt: excerpt ?? excerptOf(placed, lineAt(placed.line)) }),
      ...(details.related && { related }),
      ...(details.fixability && { isFixable }),
      ...(details.fixes && { fixes }),
    },
  }
}

const excerptOf = ({ column }: PlacedProblem, line: string | undefined): Excerpt | undefined =>
  line === undefined ? undefined : excerptAt(line, [...line].slice(0, column - 1).join('').length, column)
