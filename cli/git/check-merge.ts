import { checkFiles } from '../check/check-files.ts'
import { withoutKnown } from '../check/known-problems.ts'
import { problemsBefore } from '../check/since/since-revision.ts'
import type { Failure } from '../files/failure.ts'
import { complain, ExitCode } from '../output/exit.ts'
import type { FileResult } from '../output/file-result.ts'
import { formats } from '../output/formats/index.ts'
import { ofMerge, type ReportOptions, report } from '../output/report.ts'
import { type Choices, planRun, reportPlan } from '../plan/plan.ts'
import { git } from '../repository/git.ts'

/** Checks the files of a merge, prints the problems that neither side had, and sets the exit code. */
export async function checkMerge(paths: readonly string[], options: ReportOptions): Promise<void> {
  const sides = await sidesOfMerge()
  if ('failure' in sides) return fail(sides)
  const format = await formats.text()
  const choices: Choices = { descriptors: [], domain: [], rule: {}, passWithNoFiles: true }
  const plan = await planRun(paths, choices)
  let results: AsyncIterable<FileResult | Failure> = checkFiles(plan, { ...format.details, identities: true })
  for (const side of sides) {
    const known = await problemsBefore(side, paths, choices, plan)
    if ('failure' in known) return fail(known)
    results = withoutKnown(results, known)
  }
  await report(results, format, { ...options, ...ofMerge })
  reportPlan(plan)
}

function fail({ failure }: Failure): void {
  complain(failure)
  process.exitCode = ExitCode.CouldNotRun
}

/** The commits that are merged: before the merge commit, in it or after it. */
async function sidesOfMerge(): Promise<string[] | Failure> {
  // Git tells a hook what it merges only in the names of these variables.
  const told = Object.keys(process.env).flatMap(name => /^GITHEAD_([0-9a-f]+)$/.exec(name)?.[1] ?? [])
  if (told.length > 0) return ['HEAD', ...told]
  const merging = await git(['rev-parse', '--verify', '--quiet', 'MERGE_HEAD'])
  if (!('failure' in merging)) return ['HEAD', 'MERGE_HEAD']
  const parents = await git(['rev-list', '--parents', '-n', '1', 'HEAD'])
  if ('failure' in parents) return parents
  const [, ...sides] = parents.toString().trim().split(' ')
  if (sides.length > 1) return sides
  return (
    (await missingParents()) ?? {
      failure: 'There is no merge to check: no merge is in progress, and the last commit is no merge commit.',
    }
  )
}

/** What to do if the last commit is a merge commit, but a shallow clone does not have its parents. */
async function missingParents(): Promise<Failure | undefined> {
  const commit = await git(['cat-file', 'commit', 'HEAD'])
  if ('failure' in commit) return commit
  const [head = ''] = commit.toString().split('\n\n')
  if ((head.match(/^parent /gm) ?? []).length < 2) return undefined
  return {
    failure:
      'The last commit is a merge commit, but this clone is shallow and does not have its parents; "git fetch --deepen=1" fetches them.',
  }
}
