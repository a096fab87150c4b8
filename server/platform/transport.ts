import { Message, type MessageReader, type MessageWriter } from 'vscode-languageserver'
import type { Lifecycle } from './lifecycle.ts'
import { UriSpellings } from './uri-spellings.ts'

/** Where the messages of the client come from, and where those of the server go to. */
export interface Transport {
  readonly reader: MessageReader
  readonly writer: MessageWriter
}

/**
 * The border between the client and the server, which every message passes. It refuses messages at the wrong time of
 * the lifecycle. Inside, URIs have their normal form, so that they can be compared; outside, they are as the client
 * writes them.
 */
export function withBorder({ reader, writer }: Transport, lifecycle: Lifecycle): Transport {
  const uris = new UriSpellings()
  return {
    reader: {
      onError: reader.onError,
      onClose: reader.onClose,
      onPartialMessage: reader.onPartialMessage,
      dispose: () => reader.dispose(),
      listen: take =>
        reader.listen(message => {
          const decision = lifecycle.receive(message)
          if (decision === 'ignore') return
          // A writer that fails reports that itself.
          if (decision !== 'accept') return void writer.write(decision).catch(() => undefined)
          const opened = openedUri(message)
          if (opened !== undefined) uris.open(opened)
          take(uris.toNormal(message))
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

function openedUri(message: Message): string | undefined {
  if (!Message.isNotification(message) || message.method !== 'textDocument/didOpen') return undefined
  const { textDocument } = message.params as { textDocument?: { uri?: unknown } }
  return typeof textDocument?.uri === 'string' ? textDocument.uri : undefined
}
