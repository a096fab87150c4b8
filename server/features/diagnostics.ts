import type { Diagnostic } from 'vscode-languageserver-types'
import type { Problem } from '../../shared/check/problem.ts'
import type { Severity } from '../../shared/check/rule.ts'
import { toDiagnostic } from '../snapshot/diagnostic.ts'
import { problemsIn, type Snapshot } from '../snapshot/snapshot.ts'

/** How many problems of one file VS Code shows; it drops the others without a word. */
const usualLimit = 1000

/**
 * A file's problems as diagnostics, with the severities the user chose. Where there are more than the client shows, the
 * gravest are kept, and one in the place of the first that is left out says how many more there are.
 */
export function diagnostics(snapshot: Snapshot, limit = usualLimit): Diagnostic[] {
  const problems = problemsIn(snapshot)
  if (problems.length <= limit) return problems.map(problem => toDiagnostic(snapshot, problem))
  const byGravity = [...problems].sort((one, other) => gravity[one.severity] - gravity[other.severity])
  const kept = new Set(byGravity.slice(0, limit - 1))
  const left = problems.filter(problem => !kept.has(problem))
  return [...kept, summary(left)]
    .sort((one, other) => one.entry - other.entry)
    .map(problem => toDiagnostic(snapshot, problem))
}

const gravity: Readonly<Record<Severity, number>> = { error: 0, warning: 1, information: 2 }

function summary(left: readonly Problem[]): Problem {
  const [first] = left
  const count = (severity: Severity): number => left.filter(problem => problem.severity === severity).length
  const counts = [`${count('error')} errors`, `${count('warning')} warnings`, `${count('information')} of information`]
  const more =
    left.length === 2
      ? 'is 1 more problem in this file that is'
      : `are ${left.length - 1} more problems in this file that are`
  return {
    ...first!,
    message: `${first!.message} There ${more} not shown (with this one ${counts.join(', ')}); "recline check" lists all.`,
  }
}
