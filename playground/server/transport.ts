import type { Transport } from '@codemirror/lsp-client'

/** What the page answers to the requests of the server, by their methods. An answer may be a promise. */
export type ServerRequests = Readonly<Record<string, (params: unknown) => unknown>>

/**
 * Carries the messages between the client and the server in a worker. The client of CodeMirror refuses all requests of
 * a server, so they are answered here and never reach it.
 */
export function workerTransport(worker: Worker, requests: ServerRequests): Transport {
  const listeners = new Set<(message: string) => void>()
  worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isRequest(data)) {
      void answer(data, requests).then(response => worker.postMessage(response))
      return
    }
    const message = JSON.stringify(data)
    for (const listener of listeners) listener(message)
  })
  return {
    send: message => worker.postMessage(JSON.parse(message)),
    subscribe: listener => void listeners.add(listener),
    unsubscribe: listener => void listeners.delete(listener),
  }
}

interface ServerRequest {
  readonly id: number | string
  readonly method: string
  readonly params?: unknown
}

const isRequest = (message: unknown): message is ServerRequest =>
  typeof message === 'object' && message !== null && 'id' in message && 'method' in message

async function answer({ id, method, params }: ServerRequest, requests: ServerRequests): Promise<object> {
  const jsonrpc = '2.0'
  if (!Object.hasOwn(requests, method))
    return { jsonrpc, id, error: { code: methodNotFound, message: `The playground does not answer ${method}.` } }
  try {
    return { jsonrpc, id, result: (await requests[method]!(params)) ?? null }
  } catch (error) {
    return { jsonrpc, id, error: { code: requestFailed, message: String(error) } }
  }
}

const methodNotFound = -32601
const requestFailed = -32803
