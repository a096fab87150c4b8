import { existsSync, realpathSync, statSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Failure } from '../files/failure.ts'
import { isInside } from '../files/paths.ts'
import { didYouMean } from '../options/did-you-mean.ts'
import { git, noRepository } from './git.ts'

/** A revision of a git repository. */
export interface Revision {
  /** The folder of the repository, without symbolic links. */
  readonly top: string
  /** A folder of the repository to run git in: the working directory, if it is in the repository. */
  readonly folder: string
  readonly files: readonly GitFile[]
  /** What the user must know of it: it is not the commit that was meant. */
  readonly note?: string
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
  /** The git directory of the submodule that has it; absent for a file of the repository itself. */
  readonly gitDirectory?: string
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
  const repository = await commonRepository(paths)
  if ('failure' in repository) return repository
  const { folder, top } = repository
  const commit = await commitOf(name, which, folder)
  if ('failure' in commit) return commit
  const files = await filesOfCommit(['-C', folder], commit.id, top)
  return 'failure' in files ? files : { ...repository, files, ...(commit.note !== undefined && { note: commit.note }) }
}

/**
 * Opens the index of the repository that `openRevision` would open. Only its objects are read: to compare it with saved
 * files, git may start programs that the repository names.
 */
export async function openIndex(paths: readonly string[]): Promise<Staged | Failure> {
  const index = await entriesOfIndex(paths)
  if ('failure' in index) return index
  const { repository, entries } = index
  const merged = entries.filter(({ isMerged }) => isMerged)
  const files = await withSizes(merged, repository.top)
  if ('failure' in files) return files
  return { ...repository, files, unmerged: [...new Set(entries.filter(one => !one.isMerged).map(({ path }) => path))] }
}

/**
 * Opens the files of the index that a sparse checkout leaves out of the working directory, so that they are not there
 * and not deleted either.
 */
export async function openSkipped(paths: readonly string[]): Promise<Revision | Failure> {
  const index = await entriesOfIndex(paths)
  if ('failure' in index) return index
  const { repository, entries } = index
  const skipped = entries.filter(({ path, isSkipped }) => isSkipped && !existsSync(join(repository.top, path)))
  const files = await withSizes(skipped, repository.top)
  return 'failure' in files ? files : { ...repository, files }
}

interface IndexEntry extends Omit<GitFile, 'size'> {
  /** Whether it has one content, and not those of the sides of a conflict. */
  readonly isMerged: boolean
  readonly isSkipped: boolean
}

async function entriesOfIndex(
  paths: readonly string[],
): Promise<{ repository: RepositoryPlace; entries: IndexEntry[] } | Failure> {
  const repository = await commonRepository(paths)
  if ('failure' in repository) return repository
  const listing = await git(['-C', repository.top, 'ls-files', '-t', '--stage', '-z'])
  if ('failure' in listing) return listing
  const entries = Array.from(
    listing.toString().matchAll(/([A-Z?]) (100644|100755|120000) ([0-9a-f]+) ([0-3])\t([^\0]*)\0/g),
    ([, state, mode, id, stage, path]) => ({
      path: path!,
      id: id!,
      isLink: mode === '120000',
      isMerged: stage === '0',
      isSkipped: state === 'S',
    }),
  )
  const submodules = Array.from(listing.toString().matchAll(/160000 ([0-9a-f]+) 0\t([^\0]*)\0/g), ([, id, path]) => ({
    id: id!,
    path: path!,
  }))
  const inSubmodules = await filesOfSubmodules(submodules, repository.top)
  if ('failure' in inSubmodules) return inSubmodules
  return {
    repository,
    entries: [...entries, ...inSubmodules.map(file => ({ ...file, isMerged: true, isSkipped: false }))],
  }
}

/** Asks git for the sizes of contents. One that git does not have has no size, and a failure when it is read. */
async function withSizes(
  files: readonly (Omit<GitFile, 'size'> & { readonly size?: number })[],
  top: string,
): Promise<GitFile[] | Failure> {
  const unknown = files.filter(({ size }) => size === undefined)
  const input = unknown.map(({ id }) => `${id}\n`).join('')
  const sizes = unknown.length === 0 ? '' : await git(['-C', top, 'cat-file', '--batch-check'], input)
  if (typeof sizes !== 'string' && 'failure' in sizes) return sizes
  const lines = sizes.toString().split('\n')
  const sizeOf = new Map(unknown.map(({ path }, index) => [path, Number(lines[index]?.split(' ')[2] ?? 0)]))
  return files.map(({ path, id, isLink, size, gitDirectory }) => ({
    path,
    id,
    isLink,
    size: size ?? sizeOf.get(path)!,
    ...(gitDirectory !== undefined && { gitDirectory }),
  }))
}

type RepositoryPlace = Pick<Revision, 'top' | 'folder'>

async function commonRepository(paths: readonly string[]): Promise<RepositoryPlace | Failure> {
  const folders = [...new Set(paths.flatMap(path => (path === '-' ? [] : nearestExistingFolder(path))))]
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

async function repositoryAt(folder: string): Promise<RepositoryPlace | Failure> {
  const top = await git(['-C', folder, 'rev-parse', '--show-toplevel'])
  return 'failure' in top ? top : { top: await realpath(outputLine(top)), folder }
}

/** The folder that a path leads to, or else the nearest one above it. */
function nearestExistingFolder(path: string): string {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory()
  return isFolder || dirname(path) === path ? path : nearestExistingFolder(dirname(path))
}

/** A commit, and what the user must know of it. */
interface FoundCommit {
  readonly id: string
  readonly note?: string
}

async function commitOf(name: string, which: 'exact' | 'shared', folder: string): Promise<FoundCommit | Failure> {
  const inFolder = (...args: readonly string[]): Promise<Buffer | Failure> => git(['-C', folder, ...args])
  const isShallow = async (): Promise<boolean> =>
    outputLine((await inFolder('rev-parse', '--is-shallow-repository')) as Buffer) === 'true'
  // A name that starts with a dash would be an option, and one with a caret a commit to leave out.
  const found = /^[-^]/.test(name) ? undefined : await inFolder('rev-parse', '--verify', '--quiet', `${name}^{commit}`)
  if (found && !('failure' in found)) {
    const id = outputLine(found)
    if (which === 'exact') return { id }
    const shared = await inFolder('merge-base', id, 'HEAD')
    if (!('failure' in shared)) return { id: outputLine(shared) }
    if (!(await isShallow())) return { id }
    const note = `This clone is shallow, so nobody knows where the branch left ${name}: it is compared with ${name} itself; "git fetch --unshallow" fetches the rest.`
    return { id, note }
  }
  const names = await inFolder('for-each-ref', '--format=%(refname:short)')
  const refs = 'failure' in names ? [] : names.toString().split('\n')
  const meant = didYouMean(
    name,
    refs.filter(ref => ref !== ''),
  )
  const reason = (await isShallow())
    ? 'this clone, which is shallow; fetch it first, for example with "git fetch --unshallow"'
    : 'this repository; fetch it first'
  return { failure: `There is no commit ${name} in ${reason}, or use another one.${meant}` }
}

/**
 * The files of a commit, and those of the submodules that are checked out.
 *
 * @param place the options of git that lead to the repository
 * @param top the folder of the repository
 * @param of the submodule that the repository is
 */
async function filesOfCommit(
  place: readonly string[],
  commit: string,
  top: string,
  of: Pick<GitFile, 'gitDirectory'> = {},
): Promise<GitFile[] | Failure> {
  const listing = await git([...place, 'ls-tree', '-r', '-l', '-z', '--full-tree', commit])
  if ('failure' in listing) return listing
  const files: GitFile[] = []
  const submodules: Submodule[] = []
  for (const [, mode, type, id, size, path] of listing
    .toString()
    .matchAll(/(\d+) (blob|commit) ([0-9a-f]+) +(\d+|-)\t([^\0]*)\0/g))
    if (type === 'commit') submodules.push({ id: id!, path: path! })
    else files.push({ path: path!, id: id!, size: Number(size), isLink: mode === '120000', ...of })
  const inSubmodules = await filesOfSubmodules(submodules, top)
  return 'failure' in inSubmodules ? inSubmodules : [...files, ...inSubmodules]
}

/** A submodule, and the commit that it has in a revision. */
interface Submodule {
  readonly id: string
  readonly path: string
}

/** The files of submodules. One that is not checked out is left out: its files are not there now either. */
async function filesOfSubmodules(submodules: readonly Submodule[], top: string): Promise<GitFile[] | Failure> {
  const all: GitFile[] = []
  for (const { id, path } of submodules) {
    const folder = join(top, path)
    const gitDirectory = join(folder, '.git')
    if (!existsSync(gitDirectory)) continue
    // The variables of a hook lead to the repository, and not to its submodule.
    const files = await filesOfCommit([`--git-dir=${gitDirectory}`], id, folder, { gitDirectory })
    if ('failure' in files)
      return {
        failure: `The submodule ${path} does not have the commit ${id.slice(0, 10)} of this revision; "git -C ${path} fetch" fetches it.`,
      }
    all.push(...files.map(file => ({ ...file, path: `${path}/${file.path}` })))
  }
  return all
}

const outputLine = (output: Buffer): string => output.toString().replace(/\r?\n$/, '')
