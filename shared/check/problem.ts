import type { Fix, Related, Severity } from './rule.ts'

/** Something wrong in a file, as a rule reported it. */
export interface Problem extends Finding {
  /** The index of the entry it is in. */
  readonly entry: number
}

/** Something wrong in an entry, wherever in its file that stands. */
export interface Finding {
  readonly code: string
  readonly severity: Severity
  readonly message: string
  /** Both count from the entry's start. */
  readonly start: number
  readonly end: number
  /** The domain's path, the tag and the field it is about, where it is about one. */
  readonly domain?: string | undefined
  readonly tag?: string | undefined
  readonly field?: string | undefined
  /** Other places that explain it, as of the check that found it; looked for when asked for. */
  readonly related?: (() => readonly Related[]) | undefined
  /** The ways to mend it, best first; worked out when asked for. */
  readonly fixes?: (() => Fix[]) | undefined
}

/**
 * What was found in an entry, with its place in the file. Written out, as copying by a spread takes many times as long.
 */
export const problemAt = (
  entry: number,
  { code, severity, message, start, end, domain, tag, field, related, fixes }: Finding,
): Problem => ({ code, severity, message, entry, start, end, domain, tag, field, related, fixes })

/**
 * A list of the problems among the records of all files and a list of the others as one, in the order of their places.
 */
export const merged = <Found extends Pick<Problem, 'entry' | 'start'>>(
  amongAll: readonly Found[],
  others: readonly Found[],
): Found[] => [...amongAll, ...others].sort((one, other) => one.entry - other.entry || one.start - other.start)

/** The severities that a user chose for codes; a code that is not named keeps its own. */
export type Severities = Readonly<Record<string, Severity | 'off'>>

/** The severity of a problem as the user chose it, or the standard one of its code. */
export const chosenSeverity = (
  severities: Severities,
  { code, severity }: Pick<Finding, 'code' | 'severity'>,
): Severity | 'off' => (Object.hasOwn(severities, code) ? severities[code]! : severity)

/** The problems with the chosen severities, without those that are switched off. */
export const withSeverities = <Found extends Pick<Problem, 'code' | 'severity'>>(
  problems: readonly Found[],
  severities: Severities,
): Found[] => {
  if (Object.keys(severities).length === 0) return [...problems]
  return problems.flatMap(problem => {
    const severity = chosenSeverity(severities, problem)
    if (severity === 'off') return []
    return severity === problem.severity ? [problem] : [{ ...problem, severity }]
  })
}
