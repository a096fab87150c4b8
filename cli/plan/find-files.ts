import { realpath, stat } from 'node:fs/promises'
import { dirname, relative, sep } from 'node:path'
import { globMatcher, globProblem } from '../../shared/config/glob.ts'
import { localize } from '../../shared/domains/localize.ts'
import { isMarkdownFile } from '../../shared/markdown/record-fences.ts'
import { type Failure, unreadable } from '../files/failure.ts'
import { printed } from '../files/paths.ts'
import type { Source } from '../files/read-text.ts'
import type { Searched } from '../files/search.ts'
import type { SkippedLink } from '../files/skipped-links.ts'
import type { Configs } from './configs.ts'

/**
 * Finds the files that paths stand for, each once. They come in the order of the paths, those of a folder or glob by
 * name.
 *
 * @param paths files, folders, globs, and `-` for standard input
 * @param stdinFileName the file name for standard input
 * @param configs decide which files of folders and globs count; a file that is named always counts
 * @param isWanted which files of folders have records by their names
 */
export async function* findFiles(
  paths: readonly string[],
  stdinFileName = '-',
  configs?: Configs,
  isWanted = isRecordFile,
): AsyncGenerator<Source | Failure> {
  const seen = new Set<string>()
  const skipped: SkippedLink[] = []
  for (const path of paths) {
    for (const found of path === '-'
      ? [{ file: stdinFileName, path: undefined }]
      : await filesAt(path, configs, isWanted)) {
      if ('leadsTo' in found) {
        skipped.push(found)
        continue
      }
      const identity = await sourceIdentity(found)
      if (seen.has(identity)) continue
      seen.add(identity)
      yield found
    }
  }
  // Another path can lead to the files behind a link.
  const missing = skipped.filter(({ leadsTo }) => leadsTo.some(file => !seen.has(file)))
  for (const failure of new Set(missing.map(({ failure }) => failure))) yield { failure }
}

async function sourceIdentity(found: Source | Failure): Promise<string> {
  if ('failure' in found) return found.failure
  return found.path === undefined ? '-' : realpath(found.path).catch(() => found.file)
}

/** What was found at a path. */
type FoundAtPath = Source | Failure | SkippedLink

async function filesAt(
  path: string,
  configs: Configs | undefined,
  isWanted: (path: string) => boolean,
): Promise<FoundAtPath[]> {
  let isFolder: boolean
  try {
    isFolder = (await stat(path)).isDirectory()
  } catch (error) {
    const { splitGlob } = await import('../files/search.ts')
    const glob = splitGlob(path)
    return glob
      ? filesMatching(glob.pattern, glob.folder, localize('{path} matches no file', { path }), configs)
      : [unreadable(path, error)]
  }
  return isFolder ? filesIn(path, configs, isWanted) : [source(path)]
}

/** The files below a folder that a glob matches. */
async function filesMatching(
  pattern: string,
  folder: string,
  nothing: string,
  configs: Configs | undefined,
): Promise<FoundAtPath[]> {
  const { matcherBelow, search } = await import('../files/search.ts')
  configs?.choose(folder)
  const searched = await search([pattern], folder, configs)
  const matches = matcherBelow(folder, pattern)
  const counts: Counts = async (paths, of) => {
    const matching = of === undefined ? paths : paths.filter(matches)
    return (await configs?.withoutExcluded(matching, of)) ?? matching
  }
  return foundFiles(searched, searched.files, counts, nothing)
}

/** The files with records below a folder: `.rec` files, or those that a configuration includes. */
async function filesIn(
  folder: string,
  configs: Configs | undefined,
  isWanted: (path: string) => boolean,
): Promise<FoundAtPath[]> {
  const { search } = await import('../files/search.ts')
  configs?.choose(folder)
  const names = isWanted === isRecordFile ? ['**/*.[rR][eE][cC]'] : ['**/*']
  const usual = await search([...names, '**/recline.json', '**/*.domain.json'], folder, configs)
  const haveIncludes = await configs?.haveIncludes([folder, ...usual.files.map(file => dirname(file))])
  configs?.meet(usual.files)
  const searched = haveIncludes ? await search(['**/*'], folder, configs) : usual
  const included: Counts = async (paths, of) => (await configs?.included(paths, isWanted, of)) ?? paths.filter(isWanted)
  const counts: Counts = async (paths, of) => {
    const all = await included(paths, of)
    return (await configs?.withoutExcluded(all, of)) ?? all
  }
  const nothing = haveIncludes
    ? localize('{folder} has no file that "files.include" of a recline.json includes', { folder: printed(folder) })
    : localize('{folder} has no .rec file', { folder: printed(folder) })
  return foundFiles(searched, await included(searched.files), counts, nothing)
}

/**
 * Returns the paths that count.
 *
 * @param of a file whose configuration counts for all of them; by default, each has its own
 */
type Counts = (paths: readonly string[], of?: string) => Promise<readonly string[]>

/** Whether a file has records by its name. */
export const isRecordFile = (path: string): boolean => /\.rec$/i.test(path)

/** Whether a file has records by its name, or is Markdown, which can have some. */
export const isRecordOrMarkdownFile = (path: string): boolean => isRecordFile(path) || isMarkdownFile(path)

/**
 * The files that count of those that were found, and what could not be found; a failure if there is nothing.
 *
 * @param matching the files that would count if nothing was excluded
 */
async function foundFiles(
  { files, links, allLinks, failures, hasLeftOut }: Searched,
  matching: readonly string[],
  counts: Counts,
  nothing: string,
): Promise<FoundAtPath[]> {
  const { skippedFolders, skippedLinks } = await import('../files/skipped-links.ts')
  const found = [
    ...(await counts(files)).map(source),
    ...failures,
    ...(await skippedLinks(await counts(links))),
    // The configurations behind a link do not count.
    ...(await skippedFolders(allLinks, counts)),
  ]
  if (found.length > 0) return found
  const isExcluded = matching.length > 0 || hasLeftOut
  return [
    {
      failure: isExcluded
        ? localize('{sentence}, except files that are excluded or that git ignores.', { sentence: nothing })
        : localize('{sentence}.', { sentence: nothing }),
      isOfNoFiles: true,
    },
  ]
}

const source = (path: string): Source => ({ file: printed(path), path })

/** The files and folders that the globs of `--exclude` exclude. */
export interface Excluder {
  /** Whether a file or folder is excluded, by itself or with a folder above it. */
  readonly excludes: (path: string) => boolean
  /** The globs that cannot be used. */
  readonly failures: readonly Failure[]
}

/**
 * Reads the globs of `--exclude`. They are relative to the working directory. A glob without `/` matches names of files
 * and folders in every folder.
 */
export function excluder(globs: readonly string[]): Excluder {
  const plain = globs.map(glob => glob.replace(/^\.\//, '').replace(/(?<=.)\/$/, ''))
  const failures = plain.flatMap(glob => {
    const problem = globProblem(glob)
    return problem === undefined ? [] : [{ failure: `--exclude: ${problem}` }]
  })
  const usable = plain.filter(glob => globProblem(glob) === undefined)
  const isMatch = globMatcher(
    usable.map(glob => (glob.includes('/') ? glob : `**/${glob}`)).flatMap(glob => [glob, `${glob}/**`]),
  )
  return { excludes: path => isMatch(relative('.', path).split(sep).join('/')), failures }
}
