import { readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { globMatcher } from '../../shared/config/glob.ts'

/** Files of which the server wants to know each change, as the protocol has them. */
export interface FileWatcher {
  readonly globPattern: string | { readonly baseUri: string; readonly pattern: string }
}

/** A change of a file, as the protocol has it. */
export interface FileEvent {
  readonly uri: string
  readonly type: 1 | 2 | 3
}

/** What is watched before the server says what it reads. */
const usualFiles = ['**/*.rec', '**/*.domain.json', '**/recline.json', '**/recline.lock', '**/.gitignore']

const unwatchedFolders = new Set(['.git', 'node_modules'])

/**
 * Finds what has changed on disk since it was asked last, by looking at the files. The events of the operating system
 * would come too late for a call right after a change.
 */
export class ChangedFiles {
  private readonly watchers = new Map<string, readonly FileWatcher[]>()
  private known = new Map<string, string>()
  private last: Promise<unknown> = Promise.resolve()

  constructor(private readonly roots: readonly string[]) {}

  watch(id: string, watchers: readonly FileWatcher[]): void {
    this.watchers.set(id, watchers)
  }

  unwatch(id: string): void {
    this.watchers.delete(id)
  }

  /** The changes since the last call; at the first one, all files are new. */
  changes(): Promise<FileEvent[]> {
    const next = this.last.then(() => this.look())
    this.last = next.catch(() => undefined)
    return next
  }

  private async look(): Promise<FileEvent[]> {
    const before = this.known
    const found = new Map<string, string>()
    const globs = [...this.watchers.values()].flat().map(({ globPattern }) => globPattern)
    const inRoots = globs.filter(glob => typeof glob === 'string')
    const isWatched = globMatcher(inRoots.length > 0 ? inRoots : usualFiles)
    for (const root of this.roots) await walk(root, root, isWatched, found)
    for (const glob of globs) {
      if (typeof glob === 'string') continue
      const folder = fileURLToPath(glob.baseUri)
      if (/[*?[{]/.test(glob.pattern)) await walk(folder, folder, globMatcher([glob.pattern]), found)
      else await note(join(folder, glob.pattern), found)
    }
    this.known = found
    const events: FileEvent[] = []
    const add = (path: string, type: FileEvent['type']): void => {
      events.push({ uri: pathToFileURL(path).href, type })
    }
    for (const [path, version] of found)
      if (!before.has(path)) add(path, 1)
      else if (before.get(path) !== version) add(path, 2)
    for (const path of before.keys()) if (!found.has(path)) add(path, 3)
    return events
  }
}

/** Notes the versions of the files below a folder. Links are not followed, as the server follows none. */
async function walk(
  folder: string,
  root: string,
  isWatched: (path: string) => boolean,
  found: Map<string, string>,
): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  await Promise.all(
    entries.map(async entry => {
      const path = join(folder, entry.name)
      if (entry.isDirectory() && !unwatchedFolders.has(entry.name)) await walk(path, root, isWatched, found)
      else if (entry.isFile() && isWatched(relative(root, path).replaceAll(sep, '/'))) await note(path, found)
    }),
  )
}

async function note(path: string, found: Map<string, string>): Promise<void> {
  const stats = await stat(path, { bigint: true }).catch(() => undefined)
  if (stats?.isFile()) found.set(path, `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`)
}
