import { ownProblems } from '../../../shared/check/check.ts'
import { checkOne } from '../../../shared/check/check-some.ts'
import type { Registry } from '../../../shared/domains/registry.ts'
import type { Details } from '../../output/file-result.ts'
import { contextOf, type FileState } from '../file-state.ts'
import { type FoundProblem, foundProblems } from '../found-problem.ts'
import { entriesAbove } from '../parts/check-part.ts'
import type { NameFact, ValuesFact } from './facts.ts'
import { namesOf, valuesOf } from './facts-of-part.ts'
import type { MappedFile } from './mapped-file.ts'

/** The problems, names and values of the undecided records of a file. */
export interface Decided {
  readonly problems: readonly FoundProblem[]
  readonly names: readonly NameFact[]
  readonly values: readonly ValuesFact[]
}

/** Checks the undecided records of a file. The state of the file must have the counts of all its parts. */
export function decideUndecided(
  { planned, counts }: FileState,
  { parts, undecided }: MappedFile,
  registry: Registry,
  details: Details,
): Decided {
  const context = contextOf(planned, registry, counts)
  const top = parts[0]!.data.top ?? []
  const problems: FoundProblem[] = []
  const names: NameFact[] = []
  const values: ValuesFact[] = []
  for (const { file, part, entry: line, data } of undecided) {
    const above = entriesAbove(top, data.header)
    const checked = checkOne(above, { text: data.text, line }, context)
    const own = ownProblems(checked).filter(({ entry }) => entry === above.length)
    for (const problem of foundProblems(planned, checked, own, details)) problems.push(problem)
    for (const name of namesOf({ file, part }, checked, above.length)) names.push(name)
    values.push(...valuesOf({ file, part }, checked, above.length))
  }
  return { problems, names, values }
}
