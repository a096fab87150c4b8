import type { Failure } from '../../files/failure.ts'
import type { Choices, Plan } from '../../plan/plan.ts'
import { openRevision, type Revision } from '../../repository/revision.ts'
import { checkFiles, type ProblemsOfChanges } from '../check-files.ts'
import { KnownProblems } from '../known-problems.ts'
import { atContents } from './at-contents.ts'
import { problemsOfChanges } from './changed-records.ts'

/** What a check compares with. */
export interface SinceRevision {
  /** The problems that the revision had. */
  readonly known: KnownProblems
  /** The problems of changes since then. */
  readonly ofChanges: ProblemsOfChanges
}

/** Checks the files of a git revision, and compares them with those now. The parameters are those of `atContents`. */
export function sinceRevision(
  revision: Revision,
  paths: readonly string[],
  choices: Choices,
  plan: Plan,
): Promise<SinceRevision | Failure> {
  const here = process.cwd()
  return atContents(revision, paths, choices, plan, async before => ({
    ofChanges: await problemsOfChanges(before, plan, here),
    known: await knownProblemsIn(before),
  }))
}

/** Returns the problems of the files of a commit. The other parameters are those of `atContents`. */
export async function problemsBefore(
  commit: string,
  paths: readonly string[],
  choices: Choices,
  plan: Plan,
): Promise<KnownProblems | Failure> {
  const revision = await openRevision(commit, 'exact', paths)
  return 'failure' in revision ? revision : atContents(revision, paths, choices, plan, knownProblemsIn)
}

/** The problems of all files. Files that cannot be checked have none. */
async function knownProblemsIn(plan: Plan): Promise<KnownProblems> {
  const known = new KnownProblems()
  for await (const result of checkFiles(plan, { identities: true })) {
    if ('failure' in result) continue
    for await (const some of result.problems) for (const problem of some) known.add(result.file, problem)
  }
  return known
}
