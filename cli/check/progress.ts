import { statSync } from 'node:fs'
import type { Options, SingleBar } from 'cli-progress'
import { localize } from '../../shared/domains/localize.ts'
import { host } from '../host/host.ts'
import { amount } from '../output/statistics.ts'
import type { Plan } from '../plan/plan.ts'

/** A progress bar on standard error, which shows how much of the files is read. */
export interface Progress {
  /** Adds a number of bytes that were read. */
  readonly onRead: (bytes: number) => void
  /** Removes the bar. Call it before anything else is written to the terminal, and at the end. */
  readonly stop: () => void
}

/** How long a run takes before the bar appears, in milliseconds. */
const timeBeforeBar = 1000

/** Shows a progress bar if a run takes long. Standard error must be a terminal. */
export function showProgress({ files }: Plan): Progress {
  let done = 0
  let bar: SingleBar | undefined
  const payload = (): object => ({ read: amount(done) })
  const timer = setTimeout(async () => {
    const { SingleBar } = await import('cli-progress')
    if (isStopped) return
    const size = files.reduce(
      (sum, { source: { path } }) =>
        sum + (path === undefined ? 0 : (statSync(path, { throwIfNoEntry: false })?.size ?? 0)),
      0,
    )
    bar = new SingleBar(lookOfBar())
    bar.start(Math.max(size, done, 1), done, { ...payload(), size: amount(Math.max(size, done)) })
  }, timeBeforeBar)
  let isStopped = false
  const stop = (): void => {
    isStopped = true
    clearTimeout(timer)
    bar?.stop()
  }
  return {
    onRead(bytes) {
      done += bytes
      bar?.update(Math.min(done, bar.getTotal()), payload())
    },
    stop,
  }
}

const lookOfBar = (): Options => ({
  // The library fills the places in.
  format: localize('Reading {bar} {percentage} %  {read} of {size}, {time} left', {
    bar: '{bar}',
    percentage: '{percentage}',
    read: '{read}',
    size: '{size}',
    time: '{eta_formatted}',
  }),
  barCompleteChar: '█',
  barIncompleteChar: '░',
  barsize: 30,
  stream: host.stderr,
  clearOnComplete: true,
  // Nothing of it stays if Ctrl-C ends the process: no handlers of signals, and no other mode of the terminal.
  gracefulExit: false,
  linewrap: true,
})
