import { readdir, type Dirent } from 'node:fs'
import tinyglobby = require('tinyglobby')
import { unreadable, type Failure } from './failure.ts'
import { printed } from './paths.ts'

// Only folders and globs need this module; it is loaded when there is one. The library is required, not imported, as
// its form for `import` does not run inside a bundle.

/** Whether the path has a character that means something in globs. */
export const isGlob = (path: string): boolean => tinyglobby.isDynamicPattern(path)

/** The files below a folder that a glob matches, by name, and the folders on the way that cannot be read. */
export async function filesMatching(glob: string, folder: string): Promise<{ files: string[]; failures: Failure[] }> {
  const failures: Failure[] = []
  const files = await tinyglobby.glob(glob, {
    cwd: folder,
    absolute: true,
    dot: true,
    caseSensitiveMatch: false,
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
