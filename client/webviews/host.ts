/** How a page talks with the extension that shows it. */

interface Api {
  postMessage(message: unknown): void
  getState(): unknown
  setState(state: unknown): void
}

declare function acquireVsCodeApi(): Api

const api = acquireVsCodeApi()

interface Waiting {
  resolve(result: unknown): void
  reject(error: Error): void
}

const waiting = new Map<number, Waiting>()
const listeners: ((event: string, message: object) => void)[] = []
let latestId = 0

/** Asks the extension for something; rejects with a sentence for the user where it fails. */
export function request<Answer>(method: string, params: object = {}): Promise<Answer | null> {
  const id = ++latestId
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve: result => resolve(result as Answer | null), reject })
    api.postMessage({ id, method, params })
  })
}

/** Listens to what the extension tells unasked. */
export const onEvent = (listener: (event: string, message: object) => void): void => void listeners.push(listener)

/** What the page has kept since it was last shown; anything, as an earlier version may have kept it. */
export const keptState = (): unknown => api.getState()

/** Keeps something for when the page is shown again. */
export const keepState = (state: object): void => api.setState(state)

addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (typeof data !== 'object' || data === null) return
  if ('event' in data && typeof data.event === 'string') {
    for (const listener of listeners) listener(data.event, data)
    return
  }
  const id = 'id' in data && typeof data.id === 'number' ? data.id : 0
  const request = waiting.get(id)
  if (!request) return
  waiting.delete(id)
  if ('error' in data) request.reject(new Error(String(data.error)))
  else request.resolve('result' in data ? data.result : null)
})
