import {
  type ClientCapabilities,
  type Connection,
  createConnection,
  createProtocolConnection,
  type Diagnostic,
  Emitter,
  type Message,
  type MessageReader,
  type MessageWriter,
  ProposedFeatures,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
} from 'vscode-languageserver/node'
import { type FileReader, readerHere } from '../server/platform/file-reader.ts'
import type { FileSystem } from '../server/platform/file-system.ts'
import type { Platform } from '../server/platform/platform.ts'
import { startLanguageServer } from '../server/server.ts'

/** The address of a file in the only folder of the workspace. */
export const inFolder = (name: string): string => `file:///work/${name}`

/** A server on this thread, and the client that speaks to it. */
export interface SessionClient {
  readonly connection: ProtocolConnection
  /** The problems that the client shows, by the names of the files that have some. */
  shown(): Record<string, Diagnostic[]>
  /** How many messages the server has sent. */
  received(): number
  notify(method: string, params: object): void
  /** Ends the server as an editor does. */
  stop(): Promise<void>
}

/** Starts a server for files that are in memory: their texts by their names. */
export async function startSession(
  files: ReadonlyMap<string, string>,
  options: { capabilities?: ClientCapabilities; initializationOptions?: object; read?: FileSystem['read'] } = {},
): Promise<SessionClient> {
  const { capabilities = {}, initializationOptions, read } = options
  const fileSystem: FileSystem = {
    list: async () => [...files.keys()].map(inFolder),
    read: read ?? (async uri => files.get(uri.slice(inFolder('').length))),
  }
  const platform: Platform = {
    version: '0',
    codesPage: undefined,
    heapLimit: Infinity,
    fileSystem,
    startReader: (readerOptions): FileReader => readerHere(fileSystem, readerOptions),
  }
  const [toServer, toClient] = [wire(), wire()]
  const server: Connection = createConnection(ProposedFeatures.all, toServer.reader, toClient.writer)
  startLanguageServer(server, platform)
  const connection = createProtocolConnection(toClient.reader, toServer.writer)
  const pushed = new Map<string, Diagnostic[]>()
  let received = 0
  toClient.onMessage(() => received++)
  connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }: PublishDiagnosticsParams) => {
    pushed.set(uri, diagnostics)
  })
  for (const method of ['client/registerCapability', 'window/workDoneProgress/create'])
    connection.onRequest(method, () => null)
  connection.listen()
  await connection.sendRequest('initialize', {
    processId: null,
    rootUri: null,
    capabilities,
    initializationOptions,
    workspaceFolders: [{ uri: inFolder('').slice(0, -1), name: 'work' }],
  })
  const notify = (method: string, params: object): void => void connection.sendNotification(method, params)
  notify('initialized', {})
  return {
    connection,
    shown: () =>
      Object.fromEntries(
        [...pushed]
          .filter(([, diagnostics]) => diagnostics.length > 0)
          .map(([uri, diagnostics]) => [uri.replace(inFolder(''), ''), diagnostics] as const)
          .sort(([one], [other]) => (one < other ? -1 : 1)),
      ),
    received: () => received,
    notify,
    async stop() {
      await connection.sendRequest('shutdown')
      connection.dispose()
      server.dispose()
    },
  }
}

/** Messages from one side to the other, as copies and in later turns, as between two processes. */
function wire(): { reader: MessageReader; writer: MessageWriter; onMessage: Emitter<Message>['event'] } {
  const messages = new Emitter<Message>()
  const none = new Emitter<never>()
  return {
    onMessage: messages.event,
    reader: {
      onError: none.event,
      onClose: none.event,
      onPartialMessage: none.event,
      listen: take => messages.event(take),
      dispose: () => messages.dispose(),
    },
    writer: {
      onError: none.event,
      onClose: none.event,
      write: async message => {
        const copy = JSON.parse(JSON.stringify(message)) as Message
        setImmediate(() => messages.fire(copy))
      },
      end: () => undefined,
      dispose: () => undefined,
    },
  }
}
