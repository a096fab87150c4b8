import { existsSync, realpathSync, statSync } from 'node:fs'
import { open, readdir, realpath } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { localize } from '../../shared/domains/localize.ts'
import type { Failure } from '../files/failure.ts'
import { isInside } from '../files/paths.ts'
import { whenRunEnds } from '../host/host.ts'
import { didYouMean } from '../options/did-you-mean.ts'
import { git, noRepository } from './git.ts'
import { entriesOfCommit } from './trees.ts'

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

/** A commit. */
export interface CommitRevision extends Revision {
  /** Its object id. */
  readonly commit: string
  /** Whether the clone lacks older commits. */
  readonly isShallow: boolean
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
): Promise<CommitRevision | Failure> {
  const repository = await commonRepository(paths, { name, which })
  if ('failure' in repository) return repository
  const { folder, top, isShallow } = repository
  const found = repository.commit ?? (await commitOf(name, which, repository))
  if ('failure' in found) return found
  const { id, ...note } = found
  const files = await filesOfCommit({ folder }, id, top)
  return 'failure' in files ? files : { top, folder, files, commit: id, isShallow, ...note }
}

/**
 * Opens the index of the repository that `openRevision` would open. Only its objects are read: to compare it with saved
 * files, git may start programs that the repository names.
 */
export async function openIndex(paths: readonly string[]): Promise<Staged | Failure> {
  const index = await entriesOfIndex(paths)
  if ('failure' in index) return index
  const { repository, entries } = index
  const { top, folder } = repository
  const unmerged = new Set(entries.filter(({ isMerged }) => !isMerged).map(({ path }) => path))
  return { top, folder, files: entries.filter(({ isMerged }) => isMerged), unmerged: [...unmerged] }
}

/**
 * Opens the files of the index that a sparse checkout leaves out of the working directory, so that they are not there
 * and not deleted either.
 */
export async function openSkipped(paths: readonly string[]): Promise<Revision | Failure> {
  const repository = await commonRepository(paths)
  if ('failure' in repository) return repository
  const { top, folder } = repository
  if (!(await mayHaveSkipped(repository))) return { top, folder, files: [] }
  const index = await entriesOfIndex(paths)
  if ('failure' in index) return index
  const files = index.entries.filter(({ path, isSkipped }) => isSkipped && !existsSync(join(top, path)))
  return { top, folder, files }
}

/**
 * Whether an index may have files that are left out of the working directory. Their flag needs version 3 of its form,
 * which git writes only for such flags, or if it is told to; a part of a split index can be in another file.
 *
 * @see https://git-scm.com/docs/index-format
 */
async function mayHaveSkipped({ index }: RepositoryPlace): Promise<boolean> {
  const start = Buffer.alloc(8)
  try {
    const file = await open(index)
    await file.read(start, 0, 8, 0).finally(() => file.close())
  } catch {
    // A repository without files has no index.
    return existsSync(index)
  }
  const isPlain = start.toString('latin1', 0, 4) === 'DIRC' && start.readUInt32BE(4) === 2
  return !isPlain || (await readdir(dirname(index))).some(name => name.startsWith('sharedindex.'))
}

interface IndexEntry extends GitFile {
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

/** A repository, and where it was found. */
interface RepositoryPlace extends Pick<Revision, 'top' | 'folder'> {
  /** The path of its index. */
  readonly index: string
  readonly isShallow: boolean
}

/** A repository, and the commit that was asked for, if git could give it at once. */
interface PlaceWithCommit extends RepositoryPlace {
  readonly commit?: FoundCommit
}

/** A name of a commit, and which commit it means, as in `openRevision`. */
interface NamedCommit {
  readonly name: string
  readonly which: 'exact' | 'shared'
}

async function commonRepository(paths: readonly string[], wanted?: NamedCommit): Promise<PlaceWithCommit | Failure> {
  const folders = [...new Set(paths.flatMap(path => (path === '-' ? [] : nearestExistingFolder(path))))]
  const here = await repositoryAt('.', wanted)
  const isHere =
    'failure' in here ? here !== noRepository : folders.some(folder => isInside(realpathSync(folder), here.top))
  if (isHere || folders.length === 0) return here
  let failure: Failure = {
    failure: localize('This needs a git repository, but neither the working directory nor the files are in one.'),
  }
  for (const folder of folders) {
    const found = await repositoryAt(folder, wanted)
    if (!('failure' in found)) return found
    if (found !== noRepository) failure = found
  }
  return 'failure' in here ? failure : here
}

/**
 * The repository of a folder, and a commit of it. Git is asked once for both. A run asks for a repository only once,
 * and for a commit each time: a server lives longer than a name means the same commit.
 */
async function repositoryAt(folder: string, wanted?: NamedCommit): Promise<PlaceWithCommit | Failure> {
  if (knownRepositories.size === 0) whenRunEnds(() => knownRepositories.clear())
  const key = resolve(folder)
  const known: PlaceWithCommit | Failure | undefined = wanted
    ? await askGit(folder, wanted)
    : knownRepositories.get(key)
  const place = known ?? (await askGit(folder))
  if (!place) return noRepository
  if (!('failure' in place)) {
    const { commit: _, ...rest } = place
    knownRepositories.set(key, rest)
  }
  return place
}

/** The repositories of this run, by the folders that they were looked for in. */
const knownRepositories = new Map<string, RepositoryPlace>()

/** @returns undefined if git does not know the commit, or the commit shares none with the current branch */
async function askGit(folder: string, wanted?: NamedCommit): Promise<PlaceWithCommit | Failure | undefined> {
  const names = wanted ? revisionWords(wanted) : []
  if (!names) return undefined
  const questions = ['--show-toplevel', '--git-path', 'index', '--is-shallow-repository']
  const output = await git(['-C', folder, 'rev-parse', ...questions, ...names])
  if ('failure' in output) return wanted && output !== noRepository ? undefined : output
  const [top = '', index = '', isShallow, ...ids] = outputLine(output).split('\n')
  const place = { top: await realpath(top), folder, index: resolve(folder, index), isShallow: isShallow === 'true' }
  if (!wanted) return place
  const id = wanted.which === 'exact' ? ids[0] : ids.find(line => line.startsWith('^'))?.slice(1)
  return id !== undefined && /^[0-9a-f]{40,64}$/.test(id) ? { ...place, commit: { id } } : undefined
}

/** The words with which `git rev-parse` gives the id of a commit; undefined for a name that no commit can have. */
function revisionWords({ name, which }: NamedCommit): string[] | undefined {
  // A name that starts with a dash would be an option, and one with a caret a commit to leave out.
  if (name === '' || /^[-^]|\.\.|\n/.test(name)) return undefined
  return which === 'exact' ? [`${name}^{commit}`, '--'] : [`${name}^{commit}...HEAD`, '--']
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

/** Finds a commit that git could not give at once, or says why there is none. */
async function commitOf(
  name: string,
  which: NamedCommit['which'],
  { folder, isShallow }: RepositoryPlace,
): Promise<FoundCommit | Failure> {
  const exact = which === 'shared' ? await askGit(folder, { name, which: 'exact' }) : undefined
  if (exact && !('failure' in exact) && exact.commit) {
    const { id } = exact.commit
    if (!isShallow) return { id }
    const note = localize(
      'This clone is shallow, so nobody knows where the branch left {name}: it is compared with {name} itself; "git fetch --unshallow" fetches the rest.',
      { name },
    )
    return { id, note }
  }
  if (name === 'HEAD') return { failure: localize('This repository has no commit yet.') }
  const names = await git(['-C', folder, 'for-each-ref', '--format=%(refname:short)'])
  const refs = 'failure' in names ? [] : names.toString().split('\n')
  const meant = didYouMean(
    name,
    refs.filter(ref => ref !== ''),
  )
  const sentence = isShallow
    ? localize(
        'There is no commit {name} in this clone, which is shallow; fetch it first, for example with "git fetch --unshallow", or use another one.',
        { name },
      )
    : localize('There is no commit {name} in this repository; fetch it first, or use another one.', { name })
  return { failure: `${sentence}${meant}` }
}

/**
 * The files of a commit, and those of the submodules that are checked out.
 *
 * @param place the repository, as in `readObjects`
 * @param top the folder of the repository
 * @param of the submodule that the repository is
 */
export async function filesOfCommit(
  place: Parameters<typeof entriesOfCommit>[0],
  commit: string,
  top: string,
  of: Pick<GitFile, 'gitDirectory'> = {},
): Promise<GitFile[] | Failure> {
  const entries = await entriesOfCommit(place, commit)
  if ('failure' in entries) return entries
  const files = entries.filter(({ kind }) => kind !== 'submodule')
  const inSubmodules = await filesOfSubmodules(
    entries.filter(({ kind }) => kind === 'submodule'),
    top,
  )
  if ('failure' in inSubmodules) return inSubmodules
  return [...files.map(({ path, id, kind }) => ({ path, id, isLink: kind === 'link', ...of })), ...inSubmodules]
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
    const files = await filesOfCommit({ gitDirectory }, id, folder, { gitDirectory })
    if ('failure' in files)
      return {
        failure: localize(
          'The submodule {path} does not have the commit {commit} of this revision; "git -C {path} fetch" fetches it.',
          { path, commit: id.slice(0, 10) },
        ),
      }
    all.push(...files.map(file => ({ ...file, path: `${path}/${file.path}` })))
  }
  return all
}

const outputLine = (output: Buffer): string => output.toString().replace(/\r?\n$/, '')
