import { lastIndex } from '../basics/binary-search.ts'
import type { Difference } from '../syntax/difference.ts'
import type { Fix, Related, Severity } from './rule.ts'

/** A problem in a file. */
export interface Problem extends Finding {
  /** The index of its entry. */
  readonly entry: number
}

/** A problem in an entry, without the position of the entry in its file. */
export interface Finding {
  readonly code: string
  readonly severity: Severity
  readonly message: string
  /** Offsets from the start of the entry. */
  readonly start: number
  readonly end: number
  /** The path of the domain, the tag and the field, if the problem is about one. */
  readonly domain?: string | undefined
  readonly tag?: string | undefined
  readonly field?: string | undefined
  /** What it is about, if neither its field nor the text that it marks says so. */
  readonly subject?: string | undefined
  /** Whether a rule was stopped, so that nobody knows whether the record is right. */
  readonly isStopped?: boolean | undefined
  /** Returns other places that explain it, as of the time of the check. */
  readonly related?: (() => readonly Related[]) | undefined
  /** Returns its fixes, best first. */
  readonly fixes?: (() => Fix[]) | undefined
}

/** A finding as a problem of a file. Lists all properties, because object spread is many times slower. */
export const problemAt = (
  entry: number,
  { code, severity, message, start, end, domain, tag, field, subject, isStopped, related, fixes }: Finding,
): Problem => ({
  code,
  severity,
  message,
  entry,
  start,
  end,
  domain,
  tag,
  field,
  subject,
  isStopped,
  related,
  fixes,
})

/**
 * The problems of a file after a change of its entries. Those above and below the changed entries stay.
 *
 * @param problems in the order of their entries
 * @param fresh the problems of the changed entries
 */
export function replacedProblems(
  problems: readonly Problem[],
  { first, oldEnd, newEnd }: Difference,
  fresh: readonly Problem[],
): readonly Problem[] {
  const above = problems.slice(0, lastIndex(problems, ({ entry }) => entry < first) + 1)
  const below = problems.slice(lastIndex(problems, ({ entry }) => entry < oldEnd) + 1)
  const shift = newEnd - oldEnd
  return above.concat(fresh, shift === 0 ? below : below.map(problem => problemAt(problem.entry + shift, problem)))
}

/** Merges the problems that depend on other records with the other problems of a file, sorted by position. */
export const merged = <Found extends PlaceOfProblem>(amongAll: readonly Found[], others: readonly Found[]): Found[] =>
  mergedIntoSorted(amongAll, others.toSorted(byPosition))

/**
 * The same, where the other problems are sorted by position already. A key in a file merges them, and these can be very
 * many, so most of them are not looked at.
 */
export function mergedIntoSorted<Found extends PlaceOfProblem>(
  amongAll: readonly Found[],
  sorted: readonly Found[],
): Found[] {
  const all: Found[] = []
  let next = 0
  for (const problem of amongAll.toSorted(byPosition)) {
    const end = lastIndex(sorted, other => byPosition(other, problem) < 0) + 1
    while (next < end) all.push(sorted[next++]!)
    all.push(problem)
  }
  return all.concat(next === 0 ? sorted : sorted.slice(next))
}

type PlaceOfProblem = Pick<Problem, 'entry' | 'start'>

const byPosition = (one: PlaceOfProblem, other: PlaceOfProblem): number =>
  one.entry - other.entry || one.start - other.start

/** The severities that a user chose, by code; other codes keep their default. */
export type Severities = Readonly<Record<string, Severity | 'off'>>

/** The severity of a problem: the one that the user chose, or the default of its code. */
export const chosenSeverity = (
  severities: Severities,
  { code, severity }: Pick<Finding, 'code' | 'severity'>,
): Severity | 'off' => (Object.hasOwn(severities, code) ? severities[code]! : severity)

/** The problems with the severities that a user chose, without those that are off. */
export const withSeverities = <Found extends Pick<Problem, 'code' | 'severity'>>(
  problems: readonly Found[],
  severities: Severities,
): readonly Found[] => {
  if (Object.keys(severities).length === 0) return problems
  return problems.flatMap(problem => {
    const severity = chosenSeverity(severities, problem)
    if (severity === 'off') return []
    return severity === problem.severity ? [problem] : [{ ...problem, severity }]
  })
}
