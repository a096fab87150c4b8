import { type BigIntStats, statSync } from 'node:fs'
import { basename, dirname, extname, resolve } from 'node:path'
import chokidar from 'chokidar'
import { localize } from '../../shared/domains/localize.ts'
import { reasonOf } from '../files/failure.ts'
import { splitGlob } from '../files/search.ts'
import { host } from '../host/host.ts'
import { complain, ExitCode } from '../output/exit.ts'
import type { Plan } from '../plan/plan.ts'

/** How long to wait for further changes, in milliseconds. */
const settleTime = 50

/** How often to look for folders and files that come back, and at each `recline.json` above, in milliseconds. */
const pollTime = 500

/**
 * Repeats a run after each change of a file that it depends on, until the user presses Ctrl-C. Each run checks all
 * files, as references can lead from any file to any other.
 *
 * @param paths files, folders and globs
 * @param run returns its plan
 */
export async function watch(paths: readonly string[], run: () => Promise<Plan>): Promise<void> {
  process.once('SIGINT', () => process.exit(ExitCode.Clean))
  const roots = paths.map(path => splitGlob(path)?.folder ?? path)
  const named = new Set(paths.map(path => resolve(path)))
  const above = configPathsAbove(roots)
  const extensions = new Set(['.rec'])
  const isRecordFile = (path: string): boolean =>
    extensions.has(extname(path)) || named.has(resolve(path)) || /^recline\.json$|\.domain\.json$/.test(basename(path))
  const watcher = chokidar.watch(roots, {
    ignored: (path, stats) => (stats?.isFile() ? !isRecordFile(path) : /^(node_modules|\.git)$/.test(basename(path))),
    ignoreInitial: true,
  })

  const runOnce = async (): Promise<void> => {
    console.clear()
    const { files, origins } = await run()
    for (const { source } of files) extensions.add(extname(source.file))
    for (const origin of origins) named.add(resolve(origin))
    watcher.add([...origins].filter(origin => !above.has(origin)))
    host.stderr.write(`${localize('Waiting for changes. Press Ctrl-C to stop.')}\n`)
  }

  await new Promise<void>((_, reject) => {
    let isRunning = false
    let hasChanges = true
    let timer: NodeJS.Timeout | undefined
    const next = async (): Promise<void> => {
      if (isRunning) return
      isRunning = true
      while (hasChanges) {
        hasChanges = false
        await runOnce()
      }
      isRunning = false
    }
    const change = (): void => {
      hasChanges = true
      clearTimeout(timer)
      timer = setTimeout(() => next().catch(reject), settleTime)
    }
    watcher.on('all', change)
    watcher.on('error', error =>
      complain(localize('Some changes may be missed: {reason}.', { reason: reasonOf(error) })),
    )
    watcher.on('ready', () => next().catch(reject))
    const forget = poll(new Set([...roots, ...named]), folderIdentity, replaced => {
      watcher.unwatch(replaced)
      watcher.add(replaced)
      change()
    })
    // A file that goes and comes back between two looks would have the same identity.
    watcher.on('unlink', forget)
    poll(above, fileVersionOf, change)
  })
}

/**
 * Looks at paths again and again, and calls a function with those that have changed. The operating system reports
 * changes in a folder only while it is there.
 *
 * @param look what is at a path; undefined for nothing
 * @returns forgets what was at a path, so that whatever is there next is a change
 */
function poll(
  paths: ReadonlySet<string>,
  look: (path: string) => string | undefined,
  call: (changed: string[]) => void,
): (path: string) => void {
  const lookAtAll = (): Map<string, string | undefined> => new Map([...paths].map(path => [path, look(path)]))
  let known = lookAtAll()
  setInterval(() => {
    const current = lookAtAll()
    const changed = [...paths].filter(path => current.get(path) !== known.get(path))
    known = current
    if (changed.length > 0) call(changed)
  }, pollTime)
  return gone => {
    for (const path of paths) if (resolve(path) === resolve(gone)) known.set(path, undefined)
  }
}

/**
 * Identifies a folder; undefined if there is nothing at a path. All files are the same: the library sees when a file is
 * replaced. The inode of a new folder can be that of the old one.
 */
function folderIdentity(path: string): string | undefined {
  const stats = statsOf(path)
  return stats?.isDirectory() ? `${stats.ino} ${stats.birthtimeNs}` : stats && 'file'
}

/** Identifies the version of a file; undefined if there is nothing at a path. */
function fileVersionOf(path: string): string | undefined {
  const stats = statsOf(path)
  return stats && `${stats.ino} ${stats.size} ${stats.mtimeNs}`
}

/** What the system says about a path; undefined if there is nothing, or if this user may not look. */
function statsOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true })
  } catch {
    return undefined
  }
}

/** The places of a `recline.json` in the folders above the roots. */
function configPathsAbove(roots: readonly string[]): Set<string> {
  const configs = new Set<string>()
  for (const root of roots) {
    for (let folder = dirname(resolve(root)); ; folder = dirname(folder)) {
      configs.add(resolve(folder, 'recline.json'))
      if (folder === dirname(folder)) break
    }
  }
  return configs
}
