import type { Connection } from 'vscode-languageserver'
import { warnIfSlow } from './session/slow.ts'

/** Runs the work of requests. A request that fails has null as its answer, and the log of the client has the error. */
export interface Guard {
  /**
   * Runs some work, and logs a warning if it is slow.
   *
   * @param what names the work in the log
   * @returns the result of the work, or null if it threw an error
   */
  guard<Result>(what: string, work: () => Result): Result | null
  /** The same for work that can be asynchronous. */
  guardAsync<Result>(what: string, work: () => Result | Promise<Result>): Promise<Result | null>
}

export function createGuard({ console: log }: Connection): Guard {
  const warn = (sentence: string): void => log.warn(sentence)
  const fail = (what: string, error: unknown): null => {
    log.error(`${what} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    return null
  }
  return {
    guard(what, work) {
      try {
        return warnIfSlow(what, warn, work)
      } catch (error) {
        return fail(what, error)
      }
    },
    async guardAsync(what, work) {
      try {
        return await warnIfSlow(what, warn, work)
      } catch (error) {
        return fail(what, error)
      }
    },
  }
}
