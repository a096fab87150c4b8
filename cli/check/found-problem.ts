import type { CheckedFile } from '../../shared/check/check.ts'
import { chosenSeverity, type Finding, type Problem } from '../../shared/check/problem.ts'
import type { Tag } from '../../shared/domains/registry.ts'
import type { DoubtFinding } from '../../shared/scan/doubt-findings.ts'
import type { EntryText, RecordNode } from '../../shared/syntax/nodes.ts'
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

/** A record that is not in a tree, as far as its problems need it. */
interface RecordAlone {
  /** Its text. */
  readonly entry: EntryText
  readonly record: () => RecordNode
  /** The line of the file on which it starts, from 0. */
  readonly line: number
  readonly tag: Tag
}

/**
 * A finding in a record that is not in a tree. It has no fixes, but it can say whether there are some.
 *
 * @param from the offset in the record that the finding's own offsets start from
 */
export function foundInRecord(
  { source: { file: name }, settings: { severity } }: PlannedFile,
  { entry: text, record, line: entry, tag }: RecordAlone,
  finding: Omit<Finding, 'fixes'> & Partial<Pick<DoubtFinding, 'hasSafeFix' | 'hasAnswer'>>,
  details: Details,
  from = 0,
): FoundProblem {
  const { code } = finding
  const start = from + finding.start
  const chosen = chosenSeverity(severity, finding)
  if (chosen === 'off') return { entry, start, code, placed: undefined }
  const placed = placedFinding(name, text, entry, finding, chosen, details, from)
  if (details.fixability) {
    placed.isFixable = finding.hasSafeFix === true
    placed.hasAnswer = finding.hasAnswer === true
  }
  if (details.fixes) placed.fixes = []
  if (details.identities) placed.identity = identityOfProblem(record(), tag, finding, from)
  return { entry, start, code, placed }
}
