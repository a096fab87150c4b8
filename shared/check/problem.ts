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

/** What was found in an entry, with its place in the file. Written out, as copying by a spread takes many times as long. */
export const problemAt = (
  entry: number,
  { code, severity, message, start, end, domain, tag, field, related, fixes }: Finding,
): Problem => ({ code, severity, message, entry, start, end, domain, tag, field, related, fixes })

/** The severities that a user chose for codes; a code that is not named keeps its own. */
export type Severities = Readonly<Record<string, Severity | 'off'>>

/** The problems with the chosen severities, without those that are switched off. */
export const withSeverities = <Found extends Pick<Problem, 'code' | 'severity'>>(
  problems: readonly Found[],
  severities: Severities,
): Found[] => {
  if (Object.keys(severities).length === 0) return [...problems]
  return problems.flatMap(problem => {
    const severity = Object.hasOwn(severities, problem.code) ? severities[problem.code]! : problem.severity
    if (severity === 'off') return []
    return severity === problem.severity ? [problem] : [{ ...problem, severity }]
  })
}
