import { type Dirent, readdir } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
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
  /** The symbolic links that match, sorted by name. `linkFailures` says which of them must be reported. */
  readonly links: string[]
  /** The folders that could not be read. */
  readonly failures: Failure[]
  /** Whether a folder was skipped. */
  readonly hasLeftOut: boolean
}

/**
 * Finds the regular files below a folder that match one of the patterns. Does not follow links: a file is found at its
 * real place, so it is found once, and nothing outside of the folder is found. Ignores pipes and devices.
 *
 * @param configs decides for each folder on the way whether it is skipped
 */
export async function search(patterns: readonly string[], folder: string, configs?: Excludes): Promise<Searched> {
  if (patterns.length === 0) return { files: [], links: [], failures: [], hasLeftOut: false }
  const failures: Failure[] = []
  const links = new Set<string>()
  let hasLeftOut = false
  const list: List = async (folder, entries) => {
    const kept: Dirent[] = []
    for (const entry of entries) {
      if (entry.isDirectory() && (await configs?.excludesFolder(join(folder, entry.name)))) hasLeftOut = true
      else if (entry.isDirectory() || entry.isFile()) kept.push(entry)
      else if (entry.isSymbolicLink()) {
        links.add(resolve(folder, entry.name))
        kept.push(asFile(entry))
      }
    }
    return kept
  }
  const found = await glob([...patterns], {
    cwd: folder,
    absolute: true,
    dot: true,
    expandDirectories: false,
    followSymbolicLinks: false,
    ignore: ['**/node_modules', '**/.git'],
    fs: { readdir: listing(list, (unread, error) => failures.push(unreadable(printed(unread), error))) },
  })
  const paths = found.sort()
  return {
    files: paths.filter(path => !links.has(resolve(path))),
    links: paths.filter(path => links.has(resolve(path))),
    failures,
    hasLeftOut,
  }
}

/**
 * The failures that links are not followed, so that no file is missing silently. A link is no failure if it leads to a
 * folder, or to a file that was found at its real place.
 *
 * @param files the files of the same search
 */
export async function linkFailures(links: readonly string[], files: readonly string[]): Promise<Failure[]> {
  if (links.length === 0) return []
  const places = new Set(await Promise.all(files.map(file => realpath(file))))
  const failures = await Promise.all(links.map(link => linkFailure(link, places)))
  return failures.filter(failure => failure !== undefined)
}

async function linkFailure(link: string, places: ReadonlySet<string>): Promise<Failure | undefined> {
  const name = printed(link)
  try {
    const place = await realpath(link)
    if (places.has(place) || !(await stat(place)).isFile()) return undefined
    return { failure: `${name} is a link to a file that is not among the files of this run; name the link to read it.` }
  } catch (error) {
    return unreadable(name, error)
  }
}

/** A link as a file, which the search library matches without following it. */
const asFile = (link: Dirent): Dirent =>
  Object.assign(Object.create(link) as Dirent, { isFile: () => true, isSymbolicLink: () => false })

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
