import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { moreFilesInWords } from '../../shared/domains/counts-in-words.ts'
import { localize } from '../../shared/domains/localize.ts'
import { checkFiles } from '../check/check-files.ts'
import { type KnownProblems, withoutKnown } from '../check/known-problems.ts'
import { atContents } from '../check/since/at-contents.ts'
import { problemsBefore } from '../check/since/since-revision.ts'
import type { Failure } from '../files/failure.ts'
import { printed } from '../files/paths.ts'
import { host } from '../host/host.ts'
import { complain, ExitCode } from '../output/exit.ts'
import type { FileResult } from '../output/file-result.ts'
import { formats } from '../output/formats/index.ts'
import { ofMerge, type ReportOptions, report } from '../output/report.ts'
import { type Choices, type Plan, planRun, reportPlan } from '../plan/plan.ts'
import { git } from '../repository/git.ts'
import { openIndex, openRevision, openSkipped } from '../repository/revision.ts'

/**
 * Checks the files of a merge as git has them, prints the problems that neither side had, and sets the exit code. Of a
 * merge in progress, these are the files that git would commit.
 */
export async function checkMerge(
  paths: readonly string[],
  exclude: readonly string[],
  options: ReportOptions,
): Promise<void> {
  const merge = await mergeToCheck()
  if ('failure' in merge) return fail(merge)
  const choices: Choices = { descriptors: [], exclude, domain: [], rule: {}, passWithNoFiles: true }
  const plan = await planRun(paths, choices)
  const known: KnownProblems[] = []
  for (const side of merge.sides) {
    const ofSide = await problemsBefore(side, paths, choices, plan)
    if ('failure' in ofSide) return fail(ofSide)
    known.push(ofSide)
  }
  const merged = merge.isCommitted ? await openRevision('HEAD', 'exact', paths) : await openIndex(paths)
  if ('failure' in merged) return fail(merged)
  const here = process.cwd()
  const failed = await atContents(merged, paths, choices, plan, async contents => {
    const format = await formats.text()
    let results: AsyncIterable<FileResult | Failure> = checkFiles(contents, { ...format.details, identities: true })
    for (const ofSide of known) results = withoutKnown(results, ofSide)
    await report(results, format, { ...options, ...ofMerge() })
    reportPlan(contents)
    const skipped = await openSkipped([here])
    const absent = new Set('failure' in skipped ? [] : skipped.files.map(({ path }) => join(skipped.top, path)))
    tellUnchecked(await changedSince(contents, here, absent), merge.isCommitted)
  })
  if (failed) fail(failed)
}

function fail({ failure }: Failure): void {
  complain(failure)
  host.exitCode = ExitCode.CouldNotRun
}

/** A merge. */
interface Merge {
  /** The commits that are merged. */
  readonly sides: readonly string[]
  /** Whether the merge is the last commit, and not in progress. */
  readonly isCommitted: boolean
}

/** The merge before its commit, in it or after it. */
async function mergeToCheck(): Promise<Merge | Failure> {
  // Git tells a hook what it merges only in the names of these variables.
  const told = Object.keys(host.env).flatMap(name => /^GITHEAD_([0-9a-f]+)$/.exec(name)?.[1] ?? [])
  if (told.length > 0) return { sides: ['HEAD', ...told], isCommitted: false }
  const merging = await git(['rev-parse', '--verify', '--quiet', 'MERGE_HEAD'])
  if (!('failure' in merging)) return { sides: ['HEAD', 'MERGE_HEAD'], isCommitted: false }
  const parents = await git(['rev-list', '--parents', '-n', '1', 'HEAD'])
  if ('failure' in parents) return parents
  const [, ...sides] = parents.toString().trim().split(' ')
  if (sides.length > 1) return { sides, isCommitted: true }
  return (
    (await missingParents()) ?? {
      failure: localize('There is no merge to check: no merge is in progress, and the last commit is no merge commit.'),
    }
  )
}

/** Says which files are saved with other contents than those that were checked. */
function tellUnchecked(files: readonly string[], isCommitted: boolean): void {
  if (files.length === 0) return
  const named = files.slice(0, 3)
  const more = files.length - named.length
  const listed = named.join(', ')
  const names = more > 0 ? localize('{words} and {last}', { words: listed, last: moreFilesInWords(more) }) : listed
  if (isCommitted)
    complain(
      files.length === 1
        ? localize('{names} has changes that are not committed, so they are not checked.', { names })
        : localize('{names} have changes that are not committed, so they are not checked.', { names }),
    )
  else
    complain(
      files.length === 1
        ? localize('{names} has changes that are not added, so they are not checked; add them first.', { names })
        : localize('{names} have changes that are not added, so they are not checked; add them first.', { names }),
    )
}

/** What to do if the last commit is a merge commit, but a shallow clone does not have its parents. */
async function missingParents(): Promise<Failure | undefined> {
  const commit = await git(['cat-file', 'commit', 'HEAD'])
  if ('failure' in commit) return commit
  const [head = ''] = commit.toString().split('\n\n')
  if ((head.match(/^parent /gm) ?? []).length < 2) return undefined
  return {
    failure: localize(
      'The last commit is a merge commit, but this clone is shallow and does not have its parents; "git fetch --deepen=1" fetches them.',
    ),
  }
}

/**
 * The names of files that are saved in a folder with another text than in the working directory, or no longer there.
 *
 * @param plan a plan of the working directory, which has the same names
 * @param absent the paths of files that a sparse checkout leaves out
 */
async function changedSince({ files, origins }: Plan, folder: string, absent: ReadonlySet<string>): Promise<string[]> {
  const names = [...files.map(({ source }) => source.file), ...origins.map(printed)]
  const changed: string[] = []
  for (const name of new Set(names)) {
    if (absent.has(join(folder, name))) continue
    const checked = await contentIfThere(name)
    if (checked !== undefined && !isSameExceptLineEnds(checked, await contentIfThere(join(folder, name))))
      changed.push(name)
  }
  return changed
}

const contentIfThere = (path: string): Promise<Buffer | undefined> => readFile(path).catch(() => undefined)

/** Git can write other line ends to the working directory than it has itself. */
const isSameExceptLineEnds = (checked: Buffer, saved: Buffer | undefined): boolean =>
  saved !== undefined && (checked.equals(saved) || withLineFeeds(checked).equals(withLineFeeds(saved)))

const withLineFeeds = (content: Buffer): Buffer =>
  Buffer.from(content.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
