import { realpath, stat } from 'node:fs/promises'
import { unreadable, type Failure } from './failure.ts'
import { printed } from './paths.ts'

/** A file to read. */
export interface Source {
  /** Its name as printed: relative to the working directory, with `/`. */
  readonly file: string
  /** Where it is; undefined for standard input. */
  readonly path: string | undefined
}

/**
 * The files that paths stand for, each once under its first name: in the order of the paths, those of a folder or glob by name.
 *
 * @param paths files, folders, globs, and `-` for standard input
 * @param stdinFileName the name that standard input goes by
 */
export async function* findFiles(paths: readonly string[], stdinFileName = '-'): AsyncGenerator<Source | Failure> {
  const seen = new Set<string>()
  for (const path of paths) {
    for (const found of path === '-' ? [{ file: stdinFileName, path: undefined }] : await filesAt(path)) {
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

async function filesAt(path: string): Promise<(Source | Failure)[]> {
  let isFolder: boolean
  try {
    isFolder = (await stat(path)).isDirectory()
  } catch (error) {
    const { splitGlob } = await import('./search.ts')
    const glob = splitGlob(path)
    return glob ? filesMatching(glob.pattern, glob.folder, `${path} matches no file.`) : [unreadable(path, error)]
  }
  return isFolder ? filesMatching('**/*.[rR][eE][cC]', path, `${printed(path)} has no .rec file.`) : [source(path)]
}

/** What a glob finds below a folder; if that is nothing at all, a failure that says so. */
async function filesMatching(pattern: string, folder: string, nothing: string): Promise<(Source | Failure)[]> {
  const { search } = await import('./search.ts')
  const { files, failures } = await search(pattern, folder)
  const found = [...files.map(source), ...failures]
  return found.length > 0 ? found : [{ failure: nothing }]
}

const source = (path: string): Source => ({ file: printed(path), path })
