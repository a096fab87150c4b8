import { basename, extname, resolve } from 'node:path'
import chokidar from 'chokidar'
import { reasonOf } from '../files/failure.ts'
import { splitGlob } from '../files/search.ts'
import { complain, ExitCode } from '../output/exit.ts'
import type { Plan } from '../plan/plan.ts'

/** How long to wait for further changes, in milliseconds. */
const quietTime = 50

/**
 * Repeats a run after each change of a file that it depends on, until the user presses Ctrl-C. Each run checks all
 * files, as references can lead from any file to any other.
 *
 * @param paths files, folders and globs
 * @param run returns its plan
 */
export async function watch(paths: readonly string[], run: () => Promise<Plan>): Promise<void> {
  process.once('SIGINT', () => process.exit(ExitCode.Clean))
  const named = new Set(paths.map(path => resolve(path)))
  const extensions = new Set(['.rec'])
  const isRecordFile = (path: string): boolean =>
    extensions.has(extname(path)) || named.has(resolve(path)) || /^recline\.json$|\.domain\.json$/.test(basename(path))
  const watcher = chokidar.watch(
    paths.map(path => splitGlob(path)?.folder ?? path),
    {
      ignored: (path, stats) => (stats?.isFile() ? !isRecordFile(path) : /^(node_modules|\.git)$/.test(basename(path))),
      ignoreInitial: true,
    },
  )

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
    watcher.on('all', () => {
      hasChanges = true
      clearTimeout(timer)
      timer = setTimeout(() => next().catch(reject), quietTime)
    })
    watcher.on('error', error => complain(`Some changes may be missed: ${reasonOf(error)}.`))
    watcher.on('ready', () => next().catch(reject))
  })
}
