/// <reference lib="webworker" />
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser'
import { version } from '../../package.json'
import { clientFileSystem } from './client-file-system.ts'
import { Lifecycle } from './lifecycle.ts'
import type { Connect } from './platform.ts'
import { withBorder } from './transport.ts'

declare const self: DedicatedWorkerGlobalScope

/** The server as a web worker. It exchanges messages with the client, and asks it for all files. */
export const connect: Connect = readerHere => {
  const { reader, writer } = withBorder(
    { reader: new BrowserMessageReader(self), writer: new BrowserMessageWriter(self) },
    new Lifecycle(),
    () => self.close(),
  )
  const connection = createConnection(reader, writer)
  const fileSystem = clientFileSystem(connection)
  return [
    connection,
    {
      version,
      codesPage: undefined,
      heapLimit: Infinity,
      fileSystem,
      startReader: options => readerHere(fileSystem, options),
    },
  ]
}
