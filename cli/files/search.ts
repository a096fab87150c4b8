import { type Dirent, readdir } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import picomatch from 'picomatch'
import { glob } from 'tinyglobby'
import { type Failure, unreadable } from './failure.ts'
import { printed } from './paths.ts'
import { isIgnored, skippedLinks } from './skipped-links.ts'

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

/** Whether a glob that is split into these two matches a path, without a look at the disk. */
export function matcherBelow(folder: string, pattern: string): (path: string) => boolean {
  const matches = picomatch(pattern, { dot: true })
  return path => matches(relative(folder, path).replaceAll(sep, '/'))
}

/** Decides which folders are skipped. */
interface Excludes {
  excludesFolder(path: string): Promise<boolean>
}

/** The result of a search. */
export interface Searched {
  /** The files, sorted by name. */
  readonly files: string[]
  /** The symbolic links that match, sorted by name. */
  readonly links: string[]
  /** All symbolic links on the way that are not excluded, sorted by name. Some lead to folders. */
  readonly allLinks: string[]
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
  if (patterns.length === 0) return { files: [], links: [], allLinks: [], failures: [], hasLeftOut: false }
  const failures: Failure[] = []
  const links = new Set<string>()
  const allLinks: string[] = []
  let hasLeftOut = false
  const list: FilterEntries = async (folder, entries) => {
    const kept: Dirent[] = []
    for (const entry of entries) {
      if (isIgnored(entry.name)) continue
      if (entry.isDirectory() && (await configs?.excludesFolder(join(folder, entry.name)))) hasLeftOut = true
      else if (entry.isDirectory() || entry.isFile()) kept.push(entry)
      else if (entry.isSymbolicLink()) {
        const link = resolve(folder, entry.name)
        links.add(link)
        if (!(await configs?.excludesFolder(link))) allLinks.push(link)
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
    fs: { readdir: listing(list, (unread, error) => failures.push(unreadable(printed(unread), error))) },
  })
  const paths = found.sort()
  return {
    files: paths.filter(path => !links.has(resolve(path))),
    links: paths.filter(path => links.has(resolve(path))),
    allLinks: allLinks.sort(),
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
  return (await skippedLinks(links)).filter(
    link => !('leadsTo' in link && link.leadsTo.every(file => places.has(file))),
  )
}

/** A link as a file, which the search library matches without following it. */
const asFile = (link: Dirent): Dirent =>
  Object.assign(Object.create(link) as Dirent, { isFile: () => true, isSymbolicLink: () => false })

/** Returns the entries of a folder that the search may see. */
type FilterEntries = (folder: string, entries: readonly Dirent[]) => Promise<Dirent[]>

/** A `readdir` for the search library, which would ignore folders that cannot be read. Reports those to `note`. */
const listing = (list: FilterEntries, note: (folder: string, error: Error) => void): typeof readdir =>
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
