import { getSystemErrorMap } from 'node:util'

/** Something that could not be checked: one sentence that says which and why. */
export interface Failure {
  readonly failure: string
}

/** The failure to read something, for the reason that the system gave. */
export const unreadable = (name: string, error: unknown): Failure => ({
  failure: `${name} could not be read: ${reasonOf(error)}.`,
})

/** Why the system refused, in its own words and without the name of the call: `permission denied`. */
export function reasonOf(error: unknown): string {
  const { errno, message } = error as NodeJS.ErrnoException
  return errno === undefined ? message : (getSystemErrorMap().get(errno)?.[1] ?? message)
}
