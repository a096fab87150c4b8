import { type Dirent, readdir } from 'node:fs'
import { join, sep } from 'node:path'
import picomatch from 'picomatch'
import { glob } from 'tinyglobby'
import { type Failure, unreadable } from './failure.ts'
import { printed } from './paths.ts'

// This module is loaded only when there is a folder or a glob to search.

/**
 * Splits a glob into its folder, as given, and the pattern below that folder; undefined for a path that is not a glob.
 */
export function splitGlob(path: string): { readonly folder: string; readonly pattern: string } | undefined {
  const {
    isGlob,
    base,
    glob: pattern,
  } = picomatch.scan(sep === '/' ? path : path.replaceAll(sep, '/'), { nonegate: true })
  return isGlob ? { folder: base.replace(/\\(?=.)/g, '') || '.', pattern } : undefined
}

/** Decides which folders are skipped. */
interface Excludes {
  excludesFolder(path: string): Promise<boolean>
}

/** The result of a search. */
export interface Searched {
  /** The files, sorted by name. */
  readonly files: string[]
  /** The folders that could not be read. */
  readonly failures: Failure[]
  /** Whether a folder was skipped. */
  readonly hasLeftOut: boolean
}

/**
 * Finds the files below a folder that match one of the patterns.
 *
 * @param configs decides for each folder on the way whether it is skipped
 */
export async function search(patterns: readonly string[], folder: string, configs?: Excludes): Promise<Searched> {
  if (patterns.length === 0) return { files: [], failures: [], hasLeftOut: false }
  const failures: Failure[] = []
  let hasLeftOut = false
  const list: List = async (folder, entries) => {
    const kept: Dirent[] = []
    for (const entry of entries) {
      if (entry.isDirectory() && (await configs?.excludesFolder(join(folder, entry.name)))) hasLeftOut = true
      else kept.push(entry)
    }
    return kept
  }
  const files = await glob([...patterns], {
    cwd: folder,
    absolute: true,
    dot: true,
    expandDirectories: false,
    ignore: ['**/node_modules', '**/.git'],
    fs: { readdir: listing(list, (unread, error) => failures.push(unreadable(printed(unread), error))) },
  })
  return { files: files.sort(), failures, hasLeftOut }
}

/** Returns the entries of a folder that the search may see. */
type List = (folder: string, entries: readonly Dirent[]) => Promise<Dirent[]>

/** A `readdir` for the search library, which would ignore folders that cannot be read. Reports those to `note`. */
const listing = (list: List, note: (folder: string, error: Error) => void): typeof readdir =>
  ((folder: string, options: { withFileTypes: true }, done: (error: Error | null, entries: Dirent[]) => void) =>
    readdir(folder, options, (error, entries) => {
      if (error) {
        note(folder, error)
        return done(error, entries)
      }
      list(folder, entries).then(
        kept => done(null, kept),
        (failure: Error) => done(failure, []),
      )
    })) as typeof readdir
