import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathBelow } from '../../shared/config/effective-config.ts'
import type { OuterGlob } from '../../shared/config/outer-globs.ts'
import type { Failure } from '../files/failure.ts'
import { leadsOut } from '../files/leads-out.ts'
import { absolutePath, isInside, repositoryAbove } from '../files/paths.ts'
import type { GitIgnored } from './git-ignored.ts'
import type { FoundConfig } from './read-config.ts'

/** Decides about a file with the configuration that counts for it. */
export type IsWanted = (path: string, found: FoundConfig | undefined) => boolean

/** What the search for descriptors needs to know of all configurations of the run. */
interface AllConfigs {
  readonly ignored: GitIgnored
  /** The files that are wanted with the configurations that count for them. */
  filter(files: readonly string[], isWanted: IsWanted): Promise<string[]>
  excludesFolder(path: string): Promise<boolean>
  /** The same, but a folder that git ignores is not excluded by that. */
  excludesFolderByGlob(path: string): Promise<boolean>
}

/**
 * The descriptors of a configuration. Failures are the folders that could not be searched, and its globs that match no
 * descriptor.
 */
export async function descriptorsOf(
  folder: string,
  found: FoundConfig,
  all: AllConfigs,
): Promise<{ readonly paths: string[]; readonly failures: Failure[] }> {
  const { globsWithoutDescriptor } = await import('./config-problems.ts')
  const { linkFailures, search } = await import('../files/search.ts')
  const { installedFailures, mayHaveInstalled, readInstalled } = await import('./installed.ts')
  const failures: Failure[] = []
  const { isDescriptor, leavesOutIgnoredDescriptors } = found.effective
  const isOwn: IsWanted = (path, nearest) =>
    nearest === found &&
    isDescriptor(absolutePath(path)) &&
    !isInstalledIn(folder, absolutePath(path)) &&
    !(leavesOutIgnoredDescriptors && all.ignored.ignoresFile(path))
  const own = (files: readonly string[]): Promise<string[]> => all.filter(files, isOwn)
  const excludes = leavesOutIgnoredDescriptors
    ? all
    : { excludesFolder: (path: string) => all.excludesFolderByGlob(path) }
  const descriptors: string[] = []
  const installed = mayHaveInstalled(folder, found.config) ? await readInstalled(folder, found.config) : undefined
  if (installed) failures.push(...installedFailures(installed, found.name, found.text, found.file))
  for (const start of await foldersOfGlobs(folder, found.effective.descriptors.globs)) {
    // The search takes all files: its library could take very long to match a glob of a configuration.
    const searched = await search(['**'], start, excludes)
    descriptors.push(...(await own(searched.files)))
    failures.push(...searched.failures, ...(await linkFailures(await own(searched.links), searched.files)))
  }
  const below = descriptors.map(path => pathBelow(folder, absolutePath(path)))
  const refused = new Set<string>()
  for (const outer of found.effective.outerDescriptors) {
    const searched = await searchOuter(outer, folder, all)
    if (!searched) refused.add(outer.written)
    const up = outer.written.slice(0, -outer.glob.length)
    for (const path of searched?.files ?? []) {
      descriptors.push(path)
      below.push(`${up}${pathBelow(outer.folder!, absolutePath(path))}`)
    }
    failures.push(...(searched?.failures ?? []))
  }
  failures.push(...globsWithoutDescriptor(found.name, found.text, found.file, below, refused))
  return { paths: [...descriptors, ...(installed?.paths ?? [])], failures }
}

/** The descriptors that a glob outside the folder of its configuration finds; undefined outside its repository. */
async function searchOuter(
  { folder: outer, glob }: OuterGlob,
  folder: string,
  all: AllConfigs,
): Promise<{ readonly files: readonly string[]; readonly failures: readonly Failure[] } | undefined> {
  const top = repositoryAbove(resolve(`${folder}/`))
  if (outer === undefined || !top || !isInside(resolve(`${outer}/`), top)) return undefined
  const { globMatcher } = await import('../../shared/config/glob.ts')
  const { search } = await import('../files/search.ts')
  const isMatch = globMatcher([glob])
  const isWanted: IsWanted = path => isMatch(pathBelow(outer, absolutePath(path))) && !all.ignored.ignoresFile(path)
  const starts = await foldersOfGlobs(outer, [glob])
  const found = await Promise.all(starts.map(start => search(['**'], start, all)))
  return {
    files: await all.filter(
      found.flatMap(({ files }) => files),
      isWanted,
    ),
    failures: found.flatMap(({ failures }) => failures),
  }
}

/** The folders that have all files which the globs of a folder can match, without those that are below another. */
async function foldersOfGlobs(folder: string, globs: readonly string[]): Promise<string[]> {
  const { folderOfGlob } = await import('../../shared/config/glob.ts')
  const folders = [...new Set(globs.map(folderOfGlob))].sort()
  const outermost = folders.filter(
    one => !folders.some(other => one !== other && (other === '' || one.startsWith(`${other}/`))),
  )
  const found: string[] = []
  for (const name of outermost) {
    const path = `${folder}/${name}`
    if (existsSync(path) && !(await leadsOut(path, folder))) found.push(path)
  }
  return found
}

/** Whether a file is a descriptor that a folder got from elsewhere: it counts only if the lock names it. */
const isInstalledIn = (folder: string, path: string): boolean => path.startsWith(`${folder}/.recline/descriptors/`)
