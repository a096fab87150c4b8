import { statSync } from 'node:fs'
import { basename, dirname, extname, resolve } from 'node:path'
import chokidar from 'chokidar'
import { reasonOf } from '../files/failure.ts'
import { splitGlob } from '../files/search.ts'
import { complain, ExitCode } from '../output/exit.ts'
import type { Plan } from '../plan/plan.ts'

/** How long to wait for further changes, in milliseconds. */
const quietTime = 50

/** How often to look for folders and files that come back, and for a `recline.json` above, in milliseconds. */
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
    watcher.add([...origins])
    process.stderr.write('Waiting for changes. Press Ctrl-C to stop.\n')
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
      timer = setTimeout(() => next().catch(reject), quietTime)
    }
    watcher.on('all', change)
    watcher.on('error', error => complain(`Some changes may be missed: ${reasonOf(error)}.`))
    watcher.on('ready', () => next().catch(reject))
    onReplaced([...new Set([...roots, ...named])], replaced => {
      watcher.unwatch(replaced)
      watcher.add(replaced)
      change()
    })
    onReplaced(configsAbove(roots), change)
  })
}

/**
 * Calls a function with paths that appear or disappear, and with folders that become others. The operating system
 * reports changes in a folder only while it is there.
 */
function onReplaced(paths: readonly string[], call: (paths: string[]) => void): void {
  let known = new Map(paths.map(path => [path, identityOf(path)]))
  setInterval(() => {
    const current = new Map(paths.map(path => [path, identityOf(path)]))
    const replaced = paths.filter(path => current.get(path) !== known.get(path))
    known = current
    if (replaced.length > 0) call(replaced)
  }, pollTime)
}

/**
 * Identifies a folder; undefined if there is nothing at a path. All files are the same: the library sees when a file is
 * replaced. The inode of a new folder can be that of the old one.
 */
function identityOf(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true })
  return stats?.isDirectory() ? `${stats.ino} ${stats.birthtimeNs}` : stats && 'file'
}

/** The places of a `recline.json` in the folders above the roots. */
function configsAbove(roots: readonly string[]): string[] {
  const configs = new Set<string>()
  for (const root of roots) {
    for (let folder = dirname(resolve(root)); ; folder = dirname(folder)) {
      configs.add(resolve(folder, 'recline.json'))
      if (folder === dirname(folder)) break
    }
  }
  return [...configs]
}
