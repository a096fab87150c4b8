import { realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Failure, unreadable } from '../files/failure.ts'
import { printed } from '../files/paths.ts'
import type { Source } from '../files/read-text.ts'
import type { Searched } from '../files/search.ts'
import type { Configs } from './configs.ts'

/**
 * Finds the files that paths stand for, each once. They come in the order of the paths, those of a folder or glob by
 * name.
 *
 * @param paths files, folders, globs, and `-` for standard input
 * @param stdinFileName the file name for standard input
 * @param configs decide which files of folders and globs count; a file that is named always counts
 */
export async function* findFiles(
  paths: readonly string[],
  stdinFileName = '-',
  configs?: Configs,
): AsyncGenerator<Source | Failure> {
  const seen = new Set<string>()
  for (const path of paths) {
    for (const found of path === '-' ? [{ file: stdinFileName, path: undefined }] : await filesAt(path, configs)) {
      const identity = await identityOf(found)
      if (seen.has(identity)) continue
      seen.add(identity)
      yield found
    }
  }
}

async function identityOf(found: Source | Failure): Promise<string> {
  if ('failure' in found) return found.failure
  return found.path === undefined ? '-' : realpath(found.path).catch(() => found.file)
}

async function filesAt(path: string, configs: Configs | undefined): Promise<(Source | Failure)[]> {
  let isFolder: boolean
  try {
    isFolder = (await stat(path)).isDirectory()
  } catch (error) {
    const { splitGlob } = await import('../files/search.ts')
    const glob = splitGlob(path)
    return glob
      ? filesMatching(glob.pattern, glob.folder, `${path} matches no file`, configs)
      : [unreadable(path, error)]
  }
  return isFolder ? filesIn(path, configs) : [source(path)]
}

/** The files below a folder that a glob matches. */
async function filesMatching(
  pattern: string,
  folder: string,
  nothing: string,
  configs: Configs | undefined,
): Promise<(Source | Failure)[]> {
  const { search } = await import('../files/search.ts')
  const searched = await search([pattern], folder, configs)
  return orNothing(
    (await configs?.withoutExcluded(searched.files)) ?? searched.files,
    searched.files,
    searched,
    nothing,
  )
}

/** The files with records below a folder: `.rec` files, or those that a configuration includes. */
async function filesIn(folder: string, configs: Configs | undefined): Promise<(Source | Failure)[]> {
  const { search } = await import('../files/search.ts')
  const usual = await search(['**/*.[rR][eE][cC]', '**/recline.json', '**/*.domain.json'], folder, configs)
  const haveIncludes = await configs?.haveIncludes([folder, ...usual.files.map(file => dirname(file))])
  configs?.meet(usual.files)
  const searched = haveIncludes ? await search(['**/*'], folder, configs) : usual
  const included = (await configs?.included(searched.files, isRecordFile)) ?? searched.files.filter(isRecordFile)
  return orNothing(
    (await configs?.withoutExcluded(included)) ?? included,
    included,
    searched,
    `${printed(folder)} has no .rec file`,
  )
}

const isRecordFile = (path: string): boolean => /\.rec$/i.test(path)

/** The files that count of those that were found; a failure if there are none. */
function orNothing(
  counting: readonly string[],
  found: readonly string[],
  { failures, hasLeftOut }: Searched,
  nothing: string,
): (Source | Failure)[] {
  if (counting.length + failures.length > 0) return [...counting.map(source), ...failures]
  return [
    {
      failure: found.length > 0 || hasLeftOut ? `${nothing}, except files that recline.json excludes.` : `${nothing}.`,
    },
  ]
}

const source = (path: string): Source => ({ file: printed(path), path })
