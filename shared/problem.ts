import type { Fix, Related, Severity } from './rule.ts'

/** Something wrong in a file, as a rule reported it. */
export interface Problem {
  readonly code: string
  readonly severity: Severity
  readonly message: string
  /** The index of the entry it is in; `start` and `end` count from that entry's start. */
  readonly entry: number
  readonly start: number
  readonly end: number
  /** The domain's path, the tag and the field it is about, where it is about one. */
  readonly domain?: string
  readonly tag?: string
  readonly field?: string
  readonly related?: readonly Related[]
  /** The ways to mend it, best first; worked out when asked for. */
  readonly fixes?: () => Fix[]
}

/** The severities that a user chose for codes; a code that is not named keeps its own. */
export type Severities = Readonly<Record<string, Severity | 'off'>>

/** The problems with the chosen severities, without those that are switched off. */
export const withSeverities = <Found extends Pick<Problem, 'code' | 'severity'>>(problems: readonly Found[], severities: Severities): Found[] =>
  problems.flatMap(problem => {
    const severity = Object.hasOwn(severities, problem.code) ? severities[problem.code]! : problem.severity
    return severity === 'off' ? [] : severity === problem.severity ? [problem] : [{ ...problem, severity }]
  })
