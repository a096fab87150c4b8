import { realpathSync, statSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Failure } from '../files/failure.ts'
import { isInside } from '../files/paths.ts'
import { didYouMean } from '../options/choice.ts'
import { git, noRepository } from './git.ts'

/** A revision of a git repository. */
export interface Revision {
  /** The folder of the repository, without symbolic links. */
  readonly top: string
  /** A folder of the repository to run git in: the working directory, if it is in the repository. */
  readonly folder: string
  readonly files: readonly GitFile[]
}

/** What git would commit now. */
export interface Staged extends Revision {
  /** The paths of files with a conflict that was not added as resolved, which have no content to commit yet. */
  readonly unmerged: readonly string[]
}

/** A file of a revision. */
export interface GitFile {
  /** The path from the top of the repository, with `/`. */
  readonly path: string
  /** The object id of its content. */
  readonly id: string
  /** The size of its content in bytes. */
  readonly size: number
  /** Whether it is a symbolic link. Its content is then the path that it leads to. */
  readonly isLink: boolean
}

/**
 * Opens a revision in the repository of the working directory, or of the files if no path leads into that one.
 *
 * @param which `exact` for the revision itself; `shared` for the last commit that its branch and the current one have
 * @param paths files, folders and globs
 */
export async function openRevision(
  name: string,
  which: 'exact' | 'shared' = 'shared',
  paths: readonly string[] = [],
): Promise<Revision | Failure> {
  const repository = await repositoryOf(paths)
  if ('failure' in repository) return repository
  const { folder } = repository
  const commit = await commitOf(name, which, folder)
  if (typeof commit !== 'string') return commit
  const listing = await git(['-C', folder, 'ls-tree', '-r', '-l', '-z', '--full-tree', commit])
  if ('failure' in listing) return listing
  return { ...repository, files: filesIn(listing.toString()) }
}

/**
 * Opens the index of the repository that `openRevision` would open. Only its objects are read: to compare it with saved
 * files, git may start programs that the repository names.
 */
export async function openIndex(paths: readonly string[]): Promise<Staged | Failure> {
  const repository = await repositoryOf(paths)
  if ('failure' in repository) return repository
  const { top } = repository
  const listing = await git(['-C', top, 'ls-files', '--stage', '-z'])
  if ('failure' in listing) return listing
  const entries = Array.from(
    listing.toString().matchAll(/(100644|100755|120000) ([0-9a-f]+) ([0-3])\t([^\0]*)\0/g),
    ([, mode, id, stage, path]) => ({ path: path!, id: id!, isLink: mode === '120000', isMerged: stage === '0' }),
  )
  const merged = entries.filter(({ isMerged }) => isMerged)
  const sizes = await git(['-C', top, 'cat-file', '--batch-check'], merged.map(({ id }) => `${id}\n`).join(''))
  if ('failure' in sizes) return sizes
  const lines = sizes.toString().split('\n')
  return {
    ...repository,
    // A content that git does not have has no size, and a failure when it is read.
    files: merged.map((file, index) => ({ ...file, size: Number(lines[index]?.split(' ')[2] ?? 0) })),
    unmerged: [...new Set(entries.filter(({ isMerged }) => !isMerged).map(({ path }) => path))],
  }
}

type Repository = Pick<Revision, 'top' | 'folder'>

async function repositoryOf(paths: readonly string[]): Promise<Repository | Failure> {
  const folders = [...new Set(paths.flatMap(path => (path === '-' ? [] : folderOf(path))))]
  const here = await repositoryAt('.')
  const isHere =
    'failure' in here ? here !== noRepository : folders.some(folder => isInside(realpathSync(folder), here.top))
  if (isHere || folders.length === 0) return here
  let failure: Failure = {
    failure: 'This needs a git repository, but neither the working directory nor the files are in one.',
  }
  for (const folder of folders) {
    const found = await repositoryAt(folder)
    if (!('failure' in found)) return found
    if (found !== noRepository) failure = found
  }
  return 'failure' in here ? failure : here
}

async function repositoryAt(folder: string): Promise<Repository | Failure> {
  const top = await git(['-C', folder, 'rev-parse', '--show-toplevel'])
  return 'failure' in top ? top : { top: await realpath(lineOf(top)), folder }
}

/** The folder that a path leads to, or else the nearest one above it. */
function folderOf(path: string): string {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory()
  return isFolder || dirname(path) === path ? path : folderOf(dirname(path))
}

async function commitOf(name: string, which: 'exact' | 'shared', folder: string): Promise<string | Failure> {
  const inFolder = (...args: readonly string[]): Promise<Buffer | Failure> => git(['-C', folder, ...args])
  // A name that starts with a dash would be an option, and one with a caret a commit to leave out.
  const found = /^[-^]/.test(name) ? undefined : await inFolder('rev-parse', '--verify', '--quiet', `${name}^{commit}`)
  if (found && !('failure' in found)) {
    if (which === 'exact') return lineOf(found)
    const shared = await inFolder('merge-base', lineOf(found), 'HEAD')
    return lineOf('failure' in shared ? found : shared)
  }
  const names = await git(['-C', folder, 'for-each-ref', '--format=%(refname:short)'])
  const meant =
    'failure' in names
      ? ''
      : didYouMean(
          name,
          names
            .toString()
            .split('\n')
            .filter(ref => ref !== ''),
        )
  return { failure: `There is no commit ${name} in this repository; fetch it first, or use another one.${meant}` }
}

const filesIn = (listing: string): GitFile[] =>
  Array.from(listing.matchAll(/(\d+) blob ([0-9a-f]+) +(\d+)\t([^\0]*)\0/g), ([, mode, id, size, path]) => ({
    path: path!,
    id: id!,
    size: Number(size),
    isLink: mode === '120000',
  }))

const lineOf = (output: Buffer): string => output.toString().replace(/\r?\n$/, '')
