import { getSystemErrorMap } from 'node:util'
import { localize } from '../../shared/domains/localize.ts'

/** One sentence that says what could not be done, and why. */
export interface Failure {
  readonly failure: string
  /** Whether a folder or glob has no records, which is no failure for `--pass-with-no-files`. */
  readonly isOfNoFiles?: true
}

/** The failure to read a file, with the reason from the operating system. */
export const unreadable = (name: string, error: unknown): Failure => ({
  failure: localize('{file} could not be read: {reason}.', { file: name, reason: reasonOf(error) }),
})

/** The error message of the operating system without the system call, such as `permission denied`. */
export function reasonOf(error: unknown): string {
  const { errno, message } = error as NodeJS.ErrnoException
  return errno === undefined ? message : (getSystemErrorMap().get(errno)?.[1] ?? message)
}

/** The failure to change or convert a file with a merge conflict. @param line of the first conflict, from 1 */
export const inConflict = (name: string, line: number): Failure => ({
  failure: localize('{file} has a merge conflict on line {line}; resolve it first.', { file: name, line }),
})

/** Why a file cannot be written that is no regular one, such as a pipe. */
export const notRegularFile = (file: string): string =>
  localize('{file} is not a regular file; omit --write to show the changes.', { file })
