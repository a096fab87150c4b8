import { readdir, type Dirent } from 'node:fs'
import { sep } from 'node:path'
import picomatch from 'picomatch'
import { glob } from 'tinyglobby'
import { unreadable, type Failure } from './failure.ts'
import { printed } from './paths.ts'

// Only folders and globs need this module; it is loaded when there is one.

/** A glob as the folder that it starts from, as given, and the pattern below it; undefined for a path that is no glob. */
export function splitGlob(path: string): { readonly folder: string; readonly pattern: string } | undefined {
  const { isGlob, base, glob: pattern } = picomatch.scan(sep === '/' ? path : path.replaceAll(sep, '/'), { nonegate: true })
  return isGlob ? { folder: base.replace(/\\(?=.)/g, '') || '.', pattern } : undefined
}

/** The files below a folder that one of the patterns matches, by name, and the folders on the way that cannot be read. */
export async function search(patterns: readonly string[], folder: string): Promise<{ files: string[]; failures: Failure[] }> {
  if (patterns.length === 0) return { files: [], failures: [] }
  const failures: Failure[] = []
  const files = await glob([...patterns], {
    cwd: folder,
    absolute: true,
    dot: true,
    expandDirectories: false,
    ignore: ['**/node_modules', '**/.git'],
    fs: { readdir: noting((unread, error) => failures.push(unreadable(printed(unread), error))) },
  })
  return { files: files.sort(), failures }
}

/** Lists folders for the search, which by itself passes over one that cannot be read. */
const noting = (note: (folder: string, error: Error) => void): typeof readdir =>
  ((folder: string, options: { withFileTypes: true }, done: (error: Error | null, entries: Dirent[]) => void) =>
    readdir(folder, options, (error, entries) => {
      if (error) note(folder, error)
      done(error, entries)
    })) as typeof readdir
