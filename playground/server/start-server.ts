import type { LSPClient, Transport } from '@codemirror/lsp-client'
import type { Project } from '../files/project.ts'
import { applyWorkspaceEdit } from '../files/workspace-edit.ts'

/**
 * Starts the language server in a worker and connects the client.
 *
 * @param say tells the user why there is no server
 */
export function startPlaygroundServer(client: LSPClient, project: Project, say: (text: string) => void): void {
  if (location.protocol === 'file:') {
    say(openedFromFile)
    return
  }
  const worker = new Worker('server.js')
  worker.addEventListener('error', () =>
    say('The language server has ended, so nothing is checked any more. Reload the page; your text stays.'),
  )
  client.connect(
    workerTransport(worker, {
      // All files are open, and the server needs no list of those.
      'recline/listFiles': () => [],
      'recline/readFile': params => textOfProjectFile(project, params),
      'workspace/applyEdit': params => {
        const failureReason = applyWorkspaceEdit(project, (params as { edit: object }).edit)
        return { applied: failureReason === undefined, failureReason }
      },
      'window/workDoneProgress/create': () => null,
      'client/registerCapability': () => null,
      'client/unregisterCapability': () => null,
    }),
  )
}

const openedFromFile =
  'Browsers start no language server for a page that is opened from a file, so nothing is checked: put the folder on a server, for example with "npx serve".'

function textOfProjectFile(project: Project, params: unknown): string | null {
  const uri = typeof params === 'object' && params !== null && 'uri' in params ? params.uri : undefined
  return project.files.find(file => file.uri === uri)?.state.doc.toString() ?? null
}

/** What the page answers to the requests of the server, by their methods. An answer may be a promise. */
type ServerRequests = Readonly<Record<string, (params: unknown) => unknown>>

/**
 * Carries the messages between the client and the server in a worker. The client of CodeMirror refuses all requests of
 * a server, so they are answered here and never reach it.
 */
function workerTransport(worker: Worker, requests: ServerRequests): Transport {
  const listeners = new Set<(message: string) => void>()
  worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isServerRequest(data)) {
      void answerServer(data, requests).then(response => worker.postMessage(response))
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

const isServerRequest = (message: unknown): message is ServerRequest =>
  typeof message === 'object' && message !== null && 'id' in message && 'method' in message

async function answerServer({ id, method, params }: ServerRequest, requests: ServerRequests): Promise<object> {
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
