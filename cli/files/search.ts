import { type Dirent, readdir } from 'node:fs'
import { join, sep } from 'node:path'
import picomatch from 'picomatch'
import { glob } from 'tinyglobby'
import { type Failure, unreadable } from './failure.ts'
import { printed } from './paths.ts'

// Only folders and globs need this module; it is loaded when there is one.

/**
 * A glob as the folder that it starts from, as given, and the pattern below it; undefined for a path that is no glob.
 */
export function splitGlob(path: string): { readonly folder: string; readonly pattern: string } | undefined {
  const {
    isGlob,
    base,
    glob: pattern,
  } = picomatch.scan(sep === '/' ? path : path.replaceAll(sep, '/'), { nonegate: true })
  return isGlob ? { folder: base.replace(/\\(?=.)/g, '') || '.', pattern } : undefined
}

/** What knows of folders that are not looked into. */
interface Excludes {
  excludesFolder(path: string): Promise<boolean>
}

/** What a search has come by. */
export interface Searched {
  /** The files, by name. */
  readonly files: string[]
  /** The folders on the way that cannot be read. */
  readonly failures: Failure[]
  /** Whether a folder was left out. */
  readonly hasLeftOut: boolean
}

/**
 * Finds the files below a folder that one of the patterns matches.
 *
 * @param configs asked of each folder on the way; one that is excluded is not looked into
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

/** What of a folder the search is shown. */
type List = (folder: string, entries: readonly Dirent[]) => Promise<Dirent[]>

/** Lists folders for the search, which by itself passes over one that cannot be read. */
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
