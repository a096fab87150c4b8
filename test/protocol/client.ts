import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import {
  type ClientCapabilities,
  createProtocolConnection,
  type Diagnostic,
  type InitializeResult,
  IPCMessageReader,
  IPCMessageWriter,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type Range,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentContentChangeEvent,
} from 'vscode-languageserver/node'

/** A client of the built server, for tests that speak to it as an editor does. */
export interface Client {
  readonly connection: ProtocolConnection
  readonly process: ChildProcess
  readonly initialized: InitializeResult
  /** What the server wrote to standard error, where only a crash writes. */
  stderr(): string
  /** What the server logged as an error. */
  readonly errors: string[]
  notify(method: string, params?: object): void
  open(uri: string, text: string): void
  change(uri: string, version: number, ...changes: TextDocumentContentChangeEvent[]): void
  close(uri: string): void
  /** The answer to a request about a place of a document. */
  at<Answer>(
    method: 'completion' | 'definition' | 'hover',
    uri: string,
    line: number,
    character: number,
  ): Promise<Answer>
  /** The last problems of a document that were pushed, waited for until they are as wanted. */
  published(uri: string, isWanted?: (params: PublishDiagnosticsParams) => boolean): Promise<PublishDiagnosticsParams>
  /** The problems of this version of a document. */
  diagnostics(uri: string, version?: number): Promise<Diagnostic[]>
  /** Ends the server as an editor does; its exit code. */
  stop(): Promise<number | null>
}

export interface Options {
  readonly transport?: 'stdio' | 'ipc'
  readonly capabilities?: ClientCapabilities
  readonly initializationOptions?: unknown
  /** The addresses of the workspace's folders. */
  readonly folders?: readonly string[]
  /** Answers the server's question for settings; without it the client says that it cannot be asked. */
  readonly settings?: () => unknown
  /** The requests of the server that the client answers with an error, although it says that it can. */
  readonly refused?: readonly string[]
  /** The requests of the server that the client never answers. */
  readonly unanswered?: readonly string[]
}

/** The codes of problems, in their order. */
export const codes = (diagnostics: readonly Diagnostic[]): unknown[] => diagnostics.map(({ code }) => code)

/** A range as the protocol writes it. */
export const range = (startLine: number, start: number, endLine: number, end: number): Range => ({
  start: { line: startLine, character: start },
  end: { line: endLine, character: end },
})

const takesCodeActions = { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } }

/** The built server. */
export const serverModule = fileURLToPath(new URL('../../dist/server.js', import.meta.url))
const running = new Set<ChildProcess>()

/** Starts `dist/server.js` and initializes it. */
export async function startClient(options: Options = {}): Promise<Client> {
  const { transport = 'stdio', capabilities = {}, initializationOptions, folders, settings } = options
  const { refused = [], unanswered = [] } = options
  const child = startProcess(transport === 'ipc' ? '--node-ipc' : '--stdio')
  const exit = once(child, 'exit') as Promise<[number | null]>
  let stderr = ''
  child.stderr!.on('data', chunk => {
    stderr += String(chunk)
  })

  const connection =
    transport === 'ipc'
      ? createProtocolConnection(new IPCMessageReader(child), new IPCMessageWriter(child))
      : createProtocolConnection(new StreamMessageReader(child.stdout!), new StreamMessageWriter(child.stdin!))
  const pushed = new Map<string, PublishDiagnosticsParams>()
  const waiting = new Set<() => void>()
  const errors: string[] = []
  connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
    pushed.set(params.uri, params)
    for (const look of waiting) look()
  })
  connection.onNotification('window/logMessage', ({ type, message }: { type: number; message: string }) => {
    if (type === 1) errors.push(message)
  })
  if (settings)
    connection.onRequest('workspace/configuration', ({ items }: { items: unknown[] }) => items.map(settings))
  for (const method of ['client/registerCapability', 'window/workDoneProgress/create'])
    connection.onRequest(method, () => null)
  for (const method of refused) {
    connection.onRequest(method, () => {
      throw new Error('The client refuses.')
    })
  }
  for (const method of unanswered) connection.onRequest(method, () => new Promise(() => undefined))
  connection.listen()

  const initialized = await connection.sendRequest<InitializeResult>('initialize', {
    processId: process.pid,
    rootUri: null,
    capabilities: {
      ...capabilities,
      textDocument: {
        ...capabilities.textDocument,
        codeAction: capabilities.textDocument?.codeAction ?? takesCodeActions,
      },
      workspace: { ...capabilities.workspace, ...(settings && { configuration: true }) },
    },
    initializationOptions,
    workspaceFolders: folders?.map(uri => ({ uri, name: uri })) ?? null,
  })
  // What is sent to a server that has just ended is lost; a test sees that by the answer that does not come.
  const notify: Client['notify'] = (method, params) =>
    void connection.sendNotification(method, params).catch(() => undefined)
  notify('initialized', {})

  const published: Client['published'] = (uri, isWanted = () => true) =>
    new Promise(resolve => {
      const look = (): void => {
        const params = pushed.get(uri)
        if (!params || !isWanted(params)) return
        waiting.delete(look)
        resolve(params)
      }
      waiting.add(look)
      look()
    })

  return {
    connection,
    process: child,
    initialized,
    stderr: () => stderr,
    errors,
    notify,
    open: (uri, text) => notify('textDocument/didOpen', { textDocument: { uri, languageId: 'rec', version: 1, text } }),
    change: (uri, version, ...contentChanges) =>
      notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges }),
    close: uri => notify('textDocument/didClose', { textDocument: { uri } }),
    at: (method, uri, line, character) =>
      connection.sendRequest(`textDocument/${method}`, { textDocument: { uri }, position: { line, character } }),
    published,
    diagnostics: async (uri, version = 1) => (await published(uri, params => params.version === version)).diagnostics,
    async stop() {
      await connection.sendRequest('shutdown')
      notify('exit')
      return (await exit)[0]
    },
  }
}

/** Ends the servers that a test left running. */
export async function stopAll(): Promise<void> {
  await Promise.all(
    [...running].map(async child => {
      const exit = once(child, 'exit')
      child.kill()
      await exit
    }),
  )
}

/** Starts `dist/server.js` with an argument that chooses its transport; `stopAll` ends it. */
export function startProcess(transport: string): ChildProcess {
  const child =
    transport === '--node-ipc'
      ? fork(serverModule, [transport], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
      : spawn(process.execPath, [serverModule, transport])
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}
