import { tagsWithFiles } from '../../../shared/check/linked-files.ts'
import { localize } from '../../../shared/domains/localize.ts'
import type { Failure } from '../../files/failure.ts'
import type { Choices, Plan } from '../../plan/plan.ts'
import { openRevision, type Revision } from '../../repository/revision.ts'
import { checkFiles, type ProblemsOfChanges } from '../check-files.ts'
import { KnownProblems } from '../known-problems.ts'
import type { FileChecks } from '../linked/file-checks.ts'
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
  return atContents(revision, paths, choices, plan, async (before, top) => ({
    ofChanges: await problemsOfChanges(before, plan, here),
    known: await knownWithFiles(before, revision, top),
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
  return 'failure' in revision
    ? revision
    : atContents(revision, paths, choices, plan, before => knownProblemsIn(before))
}

/**
 * The problems of all files, with those of the files that records name, which git has.
 *
 * @param top the folder that has the records of the revision
 */
async function knownWithFiles(plan: Plan, revision: Revision, top: string): Promise<KnownProblems> {
  if (tagsWithFiles(plan.registry).size === 0) return knownProblemsIn(plan)
  const { FileChecks, TopFolder } = await import('../linked/file-checks.ts')
  const { FilesOfRevision } = await import('../linked/files-of-revision.ts')
  const linked = new FileChecks(plan.registry, folder =>
    folder === top ? new FilesOfRevision(revision) : new TopFolder(folder),
  )
  const known = await knownProblemsIn(plan, linked)
  await linked.finish((count, file) =>
    count === 1
      ? localize(
          '1 file is not read, because git cannot read it in the earlier revision, so a problem of its hash is listed even if it is not new, such as that of {file}.',
          { file },
        )
      : localize(
          '{count} files are not read, because git cannot read them in the earlier revision, so problems of their hashes are listed even if they are not new, such as that of {file}.',
          { count, file },
        ),
  )
  return known
}

/** The problems of all files. Files that cannot be checked have none. */
async function knownProblemsIn(plan: Plan, linked?: FileChecks): Promise<KnownProblems> {
  const known = new KnownProblems()
  for await (const result of checkFiles(plan, { identities: true }, { linked })) {
    if ('failure' in result) continue
    for await (const some of result.problems) for (const problem of some) known.add(result.file, problem)
  }
  return known
}
