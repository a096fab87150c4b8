import { realpath } from 'node:fs/promises'
import type { Failure } from '../files/failure.ts'
import { didYouMean } from '../options/choice.ts'
import { git } from './git.ts'

/** A revision of a git repository. */
export interface Revision {
  /** The folder of the repository, without symbolic links. */
  readonly top: string
  readonly files: readonly GitFile[]
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
 * Opens a revision in the repository of the working directory.
 *
 * @param which `exact` for the revision itself; `shared` for the last commit that its branch and the current one have
 */
export async function openRevision(name: string, which: 'exact' | 'shared' = 'shared'): Promise<Revision | Failure> {
  const top = await git(['rev-parse', '--show-toplevel'])
  if ('failure' in top) return top
  const commit = await commitOf(name, which)
  if (typeof commit !== 'string') return commit
  const listing = await git(['ls-tree', '-r', '-l', '-z', '--full-tree', commit])
  if ('failure' in listing) return listing
  return { top: await realpath(lineOf(top)), files: filesIn(listing.toString()) }
}

async function commitOf(name: string, which: 'exact' | 'shared'): Promise<string | Failure> {
  // A name that starts with a dash would be an option, and one with a caret a commit to leave out.
  const found = /^[-^]/.test(name) ? undefined : await git(['rev-parse', '--verify', '--quiet', `${name}^{commit}`])
  if (found && !('failure' in found)) {
    if (which === 'exact') return lineOf(found)
    const shared = await git(['merge-base', lineOf(found), 'HEAD'])
    return lineOf('failure' in shared ? found : shared)
  }
  const names = await git(['for-each-ref', '--format=%(refname:short)'])
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
