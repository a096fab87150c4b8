import type { ServerContext } from '@modelcontextprotocol/server'

/** After how many milliseconds a call says that it still runs, and how often then. */
const progressPeriod = 2000

/**
 * Tells a client that asked for it that a call still runs, from two seconds on.
 *
 * @param doing what is being done, in a few words
 * @returns stops it
 */
export function tellProgress({ mcpReq }: ServerContext, doing: () => string): () => void {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return () => undefined
  let progress = 0
  const timer = setInterval(() => {
    const params = { progressToken, progress: ++progress, message: doing() }
    // A client that is gone needs no progress.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }, progressPeriod)
  return () => clearInterval(timer)
}
