import { host } from '../host/host.ts'
import { oneLine } from './one-line.ts'

/** The exit codes. */
export const ExitCode = {
  /** Everything was checked, and there is no error. */
  Clean: 0,
  /** Everything was checked, and there are errors, or more warnings than are allowed. */
  Errors: 1,
  /** The arguments are wrong, or something could not be checked. */
  CouldNotRun: 2,
} as const

/** Prints a sentence to standard error. */
export const complain = (sentence: string): void => {
  host.stderr.write(`recline: ${oneLine(sentence)}\n`)
}

/**
 * Cleans up if Ctrl-C ends the run, until the function that it returns is called. Use it only around what must not stay
 * half done: without it, the system ends the process at once, but this has to wait until other code pauses.
 */
export function onInterrupt(cleanUp: () => void): () => void {
  const listener = (): void => {
    cleanUp()
    process.kill(process.pid, 'SIGINT')
  }
  process.once('SIGINT', listener)
  return () => process.off('SIGINT', listener)
}
