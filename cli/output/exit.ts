import { oneLine } from './one-line.ts'

/** What the exit code says. */
export const ExitCode = {
  /** Everything was checked, and there is no error. */
  Clean: 0,
  /** Everything was checked, and there are errors, or more warnings than are allowed. */
  Errors: 1,
  /** The arguments are wrong, or something could not be checked. */
  CouldNotRun: 2,
} as const

/** Tells the user, in a sentence on standard error, what could not be done. */
export const complain = (sentence: string): void => {
  process.stderr.write(`recline: ${oneLine(sentence)}\n`)
}

/**
 * Ends the run with a sentence when the user presses Ctrl-C, by the signal itself: shells give 130 for it, and nothing
 * is waited for, as a read that never ends.
 */
export function stopOnInterrupt(): void {
  process.once('SIGINT', () => {
    complain('Stopped before the end.')
    process.kill(process.pid, 'SIGINT')
  })
}
