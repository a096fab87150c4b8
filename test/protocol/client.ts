import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
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
  type Registration,
  type RegistrationParams,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentContentChangeEvent,
} from 'vscode-languageserver/node'
import { readerByScheme } from '../../server/platform/client-file-system.ts'
import { readerHere } from '../../server/platform/file-reader.ts'
import { connectTo, streamTransport } from '../../server/platform/node.ts'
import { nodeFileSystem } from '../../server/platform/node-file-system.ts'
import { startLanguageServer } from '../../server/server.ts'

/** A client of the built server, for tests that speak to it as an editor does. */
export interface Client {
  readonly connection: ProtocolConnection
  /** The process of the server; undefined if the server runs in the process of the test. */
  readonly process: ChildProcess | undefined
  readonly initialized: InitializeResult
  /** What the server wrote to standard error, where only a crash writes. */
  stderr(): string
  /** What the server logged as an error. */
  readonly errors: string[]
  notify(method: string, params?: object): void
  /** Opens a document, with records if nothing else is said. */
  open(uri: string, text: string, languageId?: string): void
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
  /** The server gets a process of its own with this transport. Otherwise it runs in the process of the test. */
  readonly transport?: 'stdio' | 'ipc'
  readonly capabilities?: ClientCapabilities
  readonly initializationOptions?: unknown
  /** The language of the user, such as `de-AT`. */
  readonly locale?: string
  /** The addresses of the workspace's folders. */
  readonly folders?: readonly string[]
  /** Answers the server's question for settings; without it the client says that it cannot be asked. */
  readonly settings?: () => unknown
  /** Is told of what the server registers for. */
  readonly registered?: (registration: Registration) => void
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

/** A server that runs. */
interface RunningServer {
  readonly connection: ProtocolConnection
  readonly process: ChildProcess | undefined
  stderr(): string
  /** Resolves to its exit code. */
  readonly ended: Promise<number | null>
}

/** Starts `dist/server.js` in a process of its own. */
function serverProcess(transport: 'stdio' | 'ipc'): RunningServer {
  const child = startProcess(transport === 'ipc' ? '--node-ipc' : '--stdio')
  let stderr = ''
  child.stderr!.on('data', chunk => {
    stderr += String(chunk)
  })
  return {
    connection:
      transport === 'ipc'
        ? createProtocolConnection(new IPCMessageReader(child), new IPCMessageWriter(child))
        : createProtocolConnection(new StreamMessageReader(child.stdout!), new StreamMessageWriter(child.stdin!)),
    process: child,
    stderr: () => stderr,
    ended: once(child, 'exit').then(([code]) => code as number | null),
  }
}

/** Starts a server in the process of the test, at the other end of two streams. It reads all files on this thread. */
function serverHere(): RunningServer {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()]
  const connection = createProtocolConnection(new StreamMessageReader(toClient), new StreamMessageWriter(toServer))
  const ended = new Promise<number>(end => {
    const [server, platform] = connectTo(streamTransport(toServer, toClient), {
      folder: fileURLToPath(new URL('../..', import.meta.url)),
      end,
      startReader: (options, _files, others) =>
        readerByScheme(readerHere(nodeFileSystem, options), readerHere(others, options)),
    })
    startLanguageServer(server, platform)
  })
  here.add(connection)
  return { connection, process: undefined, stderr: () => '', ended }
}

/** The connections to servers in this process. */
const here = new Set<ProtocolConnection>()

/** Starts a server and initializes it. With `RECLINE_SPAWN` in the environment, all servers are processes. */
export async function startClient(options: Options = {}): Promise<Client> {
  const { capabilities = {}, initializationOptions, folders, settings, locale } = options
  const { refused = [], unanswered = [] } = options
  const transport = options.transport ?? (process.env.RECLINE_SPAWN === undefined ? undefined : 'stdio')
  const running = transport === undefined ? serverHere() : serverProcess(transport)
  const { connection } = running

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
  connection.onRequest('window/workDoneProgress/create', () => null)
  connection.onRequest('client/registerCapability', ({ registrations }: RegistrationParams) => {
    for (const registration of registrations) options.registered?.(registration)
    return null
  })
  for (const method of refused) {
    connection.onRequest(method, () => {
      throw new Error('The client refuses.')
    })
  }
  for (const method of unanswered) connection.onRequest(method, () => new Promise(() => undefined))
  connection.listen()

  const initialized = await connection.sendRequest<InitializeResult>('initialize', {
    // A server in this process would watch itself.
    processId: running.process ? process.pid : null,
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
    ...(locale !== undefined && { locale }),
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
    process: running.process,
    initialized,
    stderr: running.stderr,
    errors,
    notify,
    open: (uri, text, languageId = 'rec') =>
      notify('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } }),
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
      return running.ended
    },
  }
}

/** Ends the servers that a test left running. */
export async function stopAll(): Promise<void> {
  // What the server still does goes nowhere, as behind a client that is gone.
  for (const connection of here) connection.dispose()
  here.clear()
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
