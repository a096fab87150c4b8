import type { RemoteConsole } from 'vscode-languageserver'

/** How long an author may wait without noticing it, in milliseconds. */
const noticeable = 100

/** Runs the work of requests and checks. Work that throws an error gives null; the log of the client has the error. */
export interface Guard {
  /**
   * Runs some work. Logs a warning if it takes so long that an author may notice.
   *
   * @param what names the work in the log
   */
  guard<Result>(what: string, work: () => Result): Result | null
  /** The same for work that can be asynchronous. The time that it waits does not count. */
  guardAsync<Result>(what: string, work: () => Result | Promise<Result>): Promise<Result | null>
}

/**
 * @param log the log of the client
 * @param now the time in milliseconds, from any start
 */
export function createGuard(
  log: Pick<RemoteConsole, 'warn' | 'error'>,
  now: () => number = () => performance.now(),
): Guard {
  function timed<Result>(what: string, work: () => Result): Result {
    const started = now()
    try {
      return work()
    } finally {
      const taken = Math.round(now() - started)
      if (taken > noticeable) log.warn(`${what} took ${taken} ms.`)
    }
  }
  function fail(what: string, error: unknown): null {
    try {
      log.error(`${what} failed: ${crashReport(error)}`)
    } catch {
      // The connection is closed, so that nobody reads the log. That is also why the work failed.
    }
    return null
  }
  return {
    guard(what, work) {
      try {
        return timed(what, work)
      } catch (error) {
        return fail(what, error)
      }
    },
    async guardAsync(what, work) {
      try {
        return await timed(what, work)
      } catch (error) {
        return fail(what, error)
      }
    },
  }
}

/**
 * An error for the log of the client, without text of records. Sentences of our own code stay as they are. Of errors of
 * the engine, only the kind and the places in our code stay, because their messages can quote a text or a name.
 */
export function crashReport(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`
  if (error.constructor === Error && error.name === 'Error') return error.message
  const places = error.stack?.split('\n').filter(line => /^ +at .*:\d+:\d+\)?$/.test(line)) ?? []
  return [error.name, ...places].join('\n')
}
