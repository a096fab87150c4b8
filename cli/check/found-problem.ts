import type { CheckedFile } from '../../shared/check/check.ts'
import { chosenSeverity, type Problem } from '../../shared/check/problem.ts'
import type { DoubtfulFields } from '../../shared/scan/doubtful-fields.ts'
import type { FieldFinding } from '../../shared/scan/field-findings.ts'
import type { Details, PlacedProblem } from '../output/file-result.ts'
import { placedFinding, problemPlacer } from '../output/placed-problems.ts'
import { identityOfProblem } from '../output/problem-identity.ts'
import type { PlannedFile } from '../plan/plan.ts'

/** A problem before the suppression comments of its file are applied. */
export interface FoundProblem {
  /** The line of the file on which its entry starts, from 0. */
  readonly entry: number
  /** Where in the entry it starts, in UTF-16 code units. */
  readonly start: number
  readonly code: string
  /**
   * The problem as it is printed; undefined if its code is switched off. Then a comment that suppresses it is still
   * used.
   */
  readonly placed: PlacedProblem | undefined
}

/** The problems of a checked file, with the severities of its settings. */
export function foundProblems(
  { source: { file: name }, settings: { severity } }: PlannedFile,
  checked: CheckedFile,
  problems: readonly Problem[],
  details: Details,
): FoundProblem[] {
  const place = problemPlacer(name, checked, details)
  return problems.map(problem => {
    const { start, code } = problem
    const chosen = chosenSeverity(severity, problem)
    return {
      entry: checked.tree.lines[problem.entry]!,
      start,
      code,
      placed: chosen === 'off' ? undefined : place(problem, chosen),
    }
  })
}

/**
 * A finding in a field that was checked alone.
 *
 * @param fieldStart where the field starts in the record
 */
export function foundInField(
  { source: { file: name }, settings: { severity } }: PlannedFile,
  { entry: record, record: parsed, line: entry, tag: { tag } }: DoubtfulFields,
  finding: FieldFinding,
  fieldStart: number,
  details: Details,
): FoundProblem {
  const { code } = finding
  const start = fieldStart + finding.start
  const chosen = chosenSeverity(severity, finding)
  if (chosen === 'off') return { entry, start, code, placed: undefined }
  const placed = placedFinding(name, record, entry, finding, chosen, details, fieldStart)
  if (details.fixability) {
    placed.isFixable = finding.hasSafeFix
    placed.hasAnswer = finding.hasAnswer
  }
  if (details.identities) placed.identity = identityOfProblem(parsed(), tag, finding, fieldStart)
  return { entry, start, code, placed }
}
