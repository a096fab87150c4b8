import { ErrorCodes, Message, type MessageReader, MessageType, type MessageWriter } from 'vscode-languageserver'
import type { Lifecycle } from './lifecycle.ts'
import { parametersRefusal } from './parameters.ts'
import { type RealFolder, UriSpellings } from './uri-spellings.ts'

/** Where the messages of the client come from, and where those of the server go to. */
export interface Transport {
  readonly reader: MessageReader
  readonly writer: MessageWriter
}

/**
 * The border between the client and the server, which every message passes. It refuses messages at the wrong time of
 * the lifecycle. Inside, URIs have their normal form, so that they can be compared; outside, they are as the client
 * writes them.
 *
 * @param exit ends the server, as the client asked
 */
export function withBorder(
  { reader, writer }: Transport,
  lifecycle: Lifecycle,
  exit: () => void,
  realFolder?: RealFolder,
): Transport {
  const uris = new UriSpellings(realFolder)
  // A writer that fails reports that itself.
  const write = (message: Message): void => void writer.write(message).catch(() => undefined)
  return {
    reader: {
      onError: reader.onError,
      onClose: reader.onClose,
      onPartialMessage: reader.onPartialMessage,
      dispose: () => reader.dispose(),
      listen: take =>
        reader.listen(message => {
          if (isUnreadable(message)) return write(parseError(message))
          const decision = lifecycle.receive(message)
          if (decision === 'ignore') return
          if (decision !== 'accept') return write(decision)
          if (isExit(message)) return exit()
          try {
            for (const folder of addedFolders(message)) uris.takeFolder(folder)
            const opened = documentUri(message, 'textDocument/didOpen')
            if (opened !== undefined) uris.open(opened)
            const normal = uris.toNormal(message)
            const closed = documentUri(message, 'textDocument/didClose')
            if (closed !== undefined) uris.close(closed)
            const refused = parametersRefusal(message)
            if (refused) write(refused)
            else take(normal)
          } catch (error) {
            write(unreadableRefusal(message, error))
          }
        }),
    },
    writer: {
      onError: writer.onError,
      onClose: writer.onClose,
      end: () => writer.end(),
      dispose: () => writer.dispose(),
      write: message => writer.write(uris.toClient(message)),
    },
  }
}

/** What takes the place of a message that is not JSON. No client can send it. */
interface UnreadableMessage extends Message {
  readonly [notJsonSymbol]: string
}

const notJsonSymbol = Symbol('not JSON')

/** @param reason what is wrong with the JSON */
export const unreadableMessage = (reason: string): Message => ({ jsonrpc: '2.0', [notJsonSymbol]: reason }) as Message

const isUnreadable = (message: Message): message is UnreadableMessage =>
  typeof message === 'object' && message !== null && notJsonSymbol in message

const isExit = (message: Message): boolean => Message.isNotification(message) && message.method === 'exit'

/** The answer to a message that is not JSON. Nobody knows which one it was, or whether it wants an answer. */
const parseError = (message: UnreadableMessage): Message =>
  ({
    jsonrpc: '2.0',
    id: null,
    error: {
      code: ErrorCodes.ParseError,
      message: `A message is ignored, as it is not JSON: ${message[notJsonSymbol]}`,
    },
  }) as Message

/** The answer to a message that is too deep to be read, or so wrong that nobody can take it. The next one can be. */
function unreadableRefusal(message: Message, error: unknown): Message {
  const reason = `cannot be read: ${error instanceof Error ? error.message : String(error)}`
  if (Message.isRequest(message)) {
    const refused = { code: ErrorCodes.InvalidRequest, message: `${message.method} is refused, as it ${reason}` }
    return { jsonrpc: '2.0', id: message.id, error: refused } as Message
  }
  const what = Message.isNotification(message) ? message.method : 'A message'
  const params = { type: MessageType.Error, message: `${what} is ignored, as it ${reason}` }
  return { jsonrpc: '2.0', method: 'window/logMessage', params } as Message
}

/** The URI of the document that a notification is about; undefined if the message is another one. */
function documentUri(message: Message, method: string): string | undefined {
  if (!Message.isNotification(message) || message.method !== method) return undefined
  const { textDocument } = (message.params ?? {}) as { textDocument?: { uri?: unknown } | null }
  return typeof textDocument?.uri === 'string' ? textDocument.uri : undefined
}

/** The URIs of the folders of the workspace that a message names, at the start or later. */
function addedFolders(message: Message): string[] {
  if (!Message.isRequest(message) && !Message.isNotification(message)) return []
  const { workspaceFolders, rootUri, event } = (message.params ?? {}) as FolderParameters
  const isStart = message.method === 'initialize'
  const isChange = message.method === 'workspace/didChangeWorkspaceFolders'
  const found = [
    ...(isStart ? [rootUri, ...listedFolders(workspaceFolders)] : []),
    ...(isChange ? listedFolders(event?.added) : []),
  ]
  return found.filter(uri => typeof uri === 'string')
}

interface FolderParameters {
  readonly rootUri?: unknown
  readonly workspaceFolders?: unknown
  readonly event?: { readonly added?: unknown } | null
}

const listedFolders = (folders: unknown): unknown[] =>
  Array.isArray(folders) ? folders.map((folder: { readonly uri?: unknown } | null) => folder?.uri) : []
