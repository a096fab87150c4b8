import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, realpath } from 'node:fs/promises'
import { extname, isAbsolute, join, relative, sep } from 'node:path'
import type { Failure } from '../../files/failure.ts'
import { didYouMean } from '../../options/choice.ts'
import { changedLines } from './changed-lines.ts'
import { git } from './git.ts'

/** A revision of a git repository. */
export interface Revision {
  /** Returns a function that tells whether a line of a file, from 1, is in a record that the revision does not have. */
  changedLinesOf(path: string): Promise<(line: number) => boolean>
}

/**
 * Opens a revision in the repository of the working directory. If it is on another branch, opens the last commit that
 * both branches have.
 */
export async function openRevision(name: string): Promise<Revision | Failure> {
  const top = await git(['rev-parse', '--show-toplevel'])
  if ('failure' in top) return top
  const commit = await commitOf(name)
  if (typeof commit !== 'string') return commit
  const tree = await git(['ls-tree', '-r', '-z', '--full-tree', commit])
  if ('failure' in tree) return tree
  return revisionOf(await realpath(lineOf(top)), filesIn(tree.toString()))
}

async function commitOf(name: string): Promise<string | Failure> {
  // A name that starts with a dash would be an option.
  const found = name.startsWith('-') ? undefined : await git(['rev-parse', '--verify', '--quiet', `${name}^{commit}`])
  if (found && !('failure' in found)) {
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

/** The object ids of all files, by their paths. */
const filesIn = (listing: string): Map<string, string> =>
  new Map([...listing.matchAll(/\d+ blob ([0-9a-f]+)\t([^\0]*)\0/g)].map(([, id, path]) => [path!, id!]))

function revisionOf(top: string, files: ReadonlyMap<string, string>): Revision {
  const gone = new Map<string, Promise<string[]>>()

  /** The texts of the removed files with an extension: a new file can have records of them. */
  function goneTexts(extension: string): Promise<string[]> {
    const known = gone.get(extension)
    if (known) return known
    const found = texts(
      [...files].filter(([path]) => extname(path) === extension && !existsSync(join(top, path))).map(([, id]) => id),
    )
    gone.set(extension, found)
    return found
  }

  return {
    async changedLinesOf(path) {
      const place = relative(top, await realpath(path))
        .split(sep)
        .join('/')
      const bytes = await readFile(path)
      const id = isAbsolute(place) || place.startsWith('../') ? undefined : files.get(place)
      if (id !== undefined && idOf(bytes, id.length) === id) return () => false
      const before = id === undefined ? await goneTexts(extname(place)) : await texts([id])
      return changedLines(new TextDecoder().decode(bytes), before)
    },
  }
}

/** The object id of a file in git. */
const idOf = (bytes: Buffer, length: number): string =>
  createHash(length === 40 ? 'sha1' : 'sha256')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex')

/** Reads the texts with these object ids. */
async function texts(ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const output = await git(['cat-file', '--batch'], ids.map(id => `${id}\n`).join(''))
  if ('failure' in output) throw new Error(output.failure)
  const found: string[] = []
  // The output for each id is a line `<id> blob <size>`, the bytes, and a line end.
  for (let position = 0; position < output.length; ) {
    const start = output.indexOf('\n', position) + 1
    const size = Number(output.toString('latin1', position, start).split(' ')[2])
    found.push(new TextDecoder().decode(output.subarray(start, start + size)))
    position = start + size + 1
  }
  return found
}

const lineOf = (output: Buffer): string => output.toString().replace(/\r?\n$/, '')
