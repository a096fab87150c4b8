import type { PageParams, PageRequests, PageResult } from '../../shared/protocol/page.ts'

/** How a page talks with the extension that shows it. */

interface Api {
  postMessage(message: unknown): void
  getState(): unknown
  setState(state: unknown): void
}

declare function acquireVsCodeApi(): Api

const api = acquireVsCodeApi()

interface PendingRequest {
  resolve(result: unknown): void
  reject(error: Error): void
}

const pending = new Map<number, PendingRequest>()
const listeners: ((event: string, message: object) => void)[] = []
let latestId = 0

/**
 * The function that sends the requests of a page. Its promise is rejected with a sentence for the user if the request
 * fails. Results are trusted to be of the type that the request declares.
 */
export const requester =
  <Requests extends PageRequests>() =>
  <Method extends keyof Requests & string>(
    method: Method,
    params: PageParams<Requests[Method]>,
  ): Promise<PageResult<Requests[Method]> | null> => {
    const id = ++latestId
    return new Promise((resolve, reject) => {
      pending.set(id, { resolve, reject })
      api.postMessage({ id, method, params })
    })
  }

/** What went wrong, as a sentence for the user. */
export const messageOfError = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Makes a function that waits for an answer. If the request fails, `fail` shows why, and the answer is undefined. */
export const failureReporter =
  (fail: (message: string) => void) =>
  <Result>(work: Promise<Result>): Promise<Result | undefined> =>
    work.catch((error: unknown) => {
      fail(messageOfError(error))
      return undefined
    })

/** Calls a listener for what the extension tells the page without a request. */
export const onEvent = (listener: (event: string, message: object) => void): void => void listeners.push(listener)

/** The last state that the page saved. It can be anything, as an earlier version of the page may have saved it. */
export const getState = (): unknown => api.getState()

/** Saves the state of the page for the next time that it is shown. */
export const setState = (state: object): void => api.setState(state)

addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (typeof data !== 'object' || data === null) return
  if ('event' in data && typeof data.event === 'string') {
    for (const listener of listeners) listener(data.event, data)
    return
  }
  const id = 'id' in data && typeof data.id === 'number' ? data.id : 0
  const request = pending.get(id)
  if (!request) return
  pending.delete(id)
  if ('error' in data) request.reject(new Error(String(data.error)))
  else request.resolve('result' in data ? data.result : null)
})
