import { stat } from 'node:fs/promises'
import { posix } from 'node:path'
import { localize } from '../../shared/domains/localize.ts'
import type { Failure } from '../files/failure.ts'
import { git } from '../repository/git.ts'
import { openRevision, type Revision } from '../repository/revision.ts'
import { filesToCommit, readRevisions, readVersionNamed, type VersionOfFiles } from './versions.ts'

interface ComparedVersions {
  readonly before: VersionOfFiles
  readonly after: VersionOfFiles
  /** The revision of the older one; absent where files are compared with each other. */
  readonly base?: Revision
}

/**
 * Reads the two versions that the arguments of `recline diff` mean. As in git, revisions come before paths: one is
 * compared with the files of the work tree, two with each other. Without a revision, two paths are compared with each
 * other, and what one path or none stands for with the last commit.
 *
 * @param since a revision that the work tree is compared with: the last commit that it and the current branch share
 * @param exclude the globs of files that are left out
 */
export async function readCompared(
  names: readonly string[],
  since: string | undefined,
  exclude: readonly string[],
): Promise<ComparedVersions | Failure> {
  if (since !== undefined) {
    const revision = await openRevision(since, 'shared', names)
    return 'failure' in revision ? revision : readSince(revision, undefined, orHere(names), exclude)
  }
  const ends = await comparedEnds(names)
  if ('failure' in ends) return ends
  const { revisions, paths } = ends
  if (revisions.length === 0 && paths.length === 2) return readTwo(paths[0]!, paths[1]!, exclude)
  if (revisions.length === 0 && paths.length > 2)
    return {
      failure: localize('To compare {count} files with a commit, write it before them, such as HEAD.', {
        count: paths.length,
      }),
    }
  for (const path of paths)
    if (path === '-' || (await isOfRevision(path)))
      return {
        failure: localize('{path} is compared with one other version; write both and nothing else.', { path }),
      }
  const [before = await openRevision('HEAD', 'exact', paths), after] = revisions
  return 'failure' in before ? before : readSince(before, after, orHere(paths), exclude)
}

async function readSince(
  base: Revision,
  later: Revision | undefined,
  paths: readonly string[],
  exclude: readonly string[],
): Promise<ComparedVersions | Failure> {
  const versions = await readRevisions(base, later, paths, exclude)
  return 'failure' in versions ? versions : { ...versions, base }
}

const orHere = (paths: readonly string[]): readonly string[] => (paths.length === 0 ? ['.'] : paths)

/** The revisions at the start of the arguments, at most two, and the paths behind them. */
async function comparedEnds(
  names: readonly string[],
): Promise<{ readonly revisions: readonly Revision[]; readonly paths: readonly string[] } | Failure> {
  const revisions: Revision[] = []
  for (const [index, name] of names.entries()) {
    const paths = names.slice(index)
    if (revisions.length === 2 || name === '-' || (await isOfRevision(name))) return { revisions, paths }
    const [, one, dots, other] = /^(.*?)(\.{2,3})(.*)$/.exec(name) ?? []
    const isPath = await exists(name)
    if (dots !== undefined && revisions.length === 0 && !isPath) {
      const both = await openRange(one || 'HEAD', other || 'HEAD', dots === '...', paths.slice(1))
      return 'failure' in both ? both : { revisions: both, paths: paths.slice(1) }
    }
    const revision = await openRevision(name, 'exact', paths.slice(1))
    if (isPath) {
      // Two paths that exist are compared with each other, whatever else they could mean.
      if (names.length !== 2 && !('failure' in revision) && !name.includes('/'))
        return {
          failure: localize(
            '{name} is a revision and a path; write ./{name} for the path, or {name}~0 for the revision.',
            { name },
          ),
        }
      return { revisions, paths }
    }
    // What is neither is told when it is read, as a file that is missing.
    if ('failure' in revision)
      return revisions.length === 0 && names.length === 1 ? nothingNamed(name) : { revisions, paths }
    revisions.push(revision)
  }
  return { revisions, paths: [] }
}

const nothingNamed = (name: string): Failure => ({
  failure: localize('There is no file, folder or revision {name}.', { name }),
})

/** The ends of `A..B`, or with three dots those from where B left A. */
async function openRange(
  one: string,
  other: string,
  isShared: boolean,
  paths: readonly string[],
): Promise<readonly Revision[] | Failure> {
  const after = await openRevision(other, 'exact', paths)
  if ('failure' in after) return after
  const named = await openRevision(one, 'exact', paths)
  if ('failure' in named || !isShared) return 'failure' in named ? named : [named, after]
  const shared = await git(['-C', after.folder, 'merge-base', '--end-of-options', one, other])
  if ('failure' in shared) return { failure: localize('{one} and {other} have no commit in common.', { one, other }) }
  const before = await openRevision(shared.toString().trim(), 'exact', paths)
  return 'failure' in before ? before : [before, after]
}

async function readTwo(one: string, other: string, exclude: readonly string[]): Promise<ComparedVersions | Failure> {
  const before = await readVersionNamed(one, exclude, other)
  if ('failure' in before) return before
  const after = await readVersionNamed(other, exclude, one)
  if ('failure' in after) return after
  if (before.isOneFile === after.isOneFile)
    return { before: await asCommitted(before, after, one), after: await asCommitted(after, before, other) }
  // As in diff, a file is compared with the one of the same name in a folder.
  const [file, folder] = before.isOneFile ? [before, other] : [after, one]
  const name = `${folder.replace(/([^:/])\/*$/, '$1/')}${posix.basename([...file.files.keys()][0]!)}`
  const ofName = await readVersionNamed(name, exclude)
  if ('failure' in ofName) return ofName
  return before.isOneFile ? { before, after: ofName } : { before: ofName, after }
}

/** A version as git would commit it, if it is of the work tree and the other one is of a revision. */
async function asCommitted(version: VersionOfFiles, other: VersionOfFiles, path: string): Promise<VersionOfFiles> {
  if (version.top !== undefined || other.top === undefined || path === '-') return version
  const [content] = [...other.files.values()]
  // Two files are compared whatever their names are.
  const committed = version.isOneFile ? new Map([...version.files.keys()].map(name => [name, content!])) : other.files
  return { ...version, files: await filesToCommit(version.files, committed, version.isOneFile ? '.' : path, other.top) }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Whether a name means a file or folder of a revision, as `HEAD:audit`. */
const isOfRevision = async (name: string): Promise<boolean> => name.indexOf(':') > 0 && !(await exists(name))
