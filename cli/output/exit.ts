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
  process.stderr.write(`recline: ${oneLine(sentence)}\n`)
}

/**
 * Ends the run when the user presses Ctrl-C. Prints a sentence, then kills the process with the same signal, so that
 * shells see exit code 130 and pending reads cannot delay the end.
 */
export function stopOnInterrupt(): void {
  process.once('SIGINT', () => {
    complain('Stopped before the end.')
    process.kill(process.pid, 'SIGINT')
  })
}
