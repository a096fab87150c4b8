import type { Failure } from '../../files/failure.ts'
import type { Choices, Plan } from '../../plan/plan.ts'
import { checkFiles, type ProblemsOfChanges } from '../check-files.ts'
import { KnownProblems } from '../known-problems.ts'
import { atRevision } from './at-revision.ts'
import { problemsOfChanges } from './changed-records.ts'

/** What a check compares with. */
export interface SinceRevision {
  /** The problems that the revision had. */
  readonly known: KnownProblems
  /** The problems of changes since then. */
  readonly ofChanges: ProblemsOfChanges
}

/** Checks the files of a git revision, and compares them with those now. The parameters are those of `atRevision`. */
export function sinceRevision(
  name: string,
  paths: readonly string[],
  choices: Choices,
  plan: Plan,
): Promise<SinceRevision | Failure> {
  const here = process.cwd()
  return atRevision(name, paths, choices, plan, async before => ({
    ofChanges: await problemsOfChanges(before, plan, here),
    known: await knownProblemsIn(before),
  }))
}

/** Returns the problems of the files of exactly this revision. The parameters are those of `atRevision`. */
export const problemsBefore = (
  name: string,
  paths: readonly string[],
  choices: Choices,
  plan: Plan,
): Promise<KnownProblems | Failure> => atRevision(name, paths, choices, plan, knownProblemsIn, 'exact')

/** The problems of all files. Files that cannot be checked have none. */
async function knownProblemsIn(plan: Plan): Promise<KnownProblems> {
  const known = new KnownProblems()
  for await (const result of checkFiles(plan, { identities: true })) {
    if ('failure' in result) continue
    for await (const some of result.problems) for (const problem of some) known.add(result.file, problem)
  }
  return known
}
