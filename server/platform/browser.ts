/// <reference lib="webworker" />
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser'
import { version } from '../../package.json'
import { clientFileSystem } from './client-file-system.ts'
import { Lifecycle } from './lifecycle.ts'
import type { Connect } from './platform.ts'
import { PositionBorder } from './position-border.ts'
import { withBorder } from './transport.ts'

declare const self: DedicatedWorkerGlobalScope

/** The server as a web worker. It exchanges messages with the client, and asks it for all files. */
export const connect: Connect = readerHere => {
  const positions = new PositionBorder()
  const { messageStrategy } = positions
  const { reader, writer } = withBorder(
    { reader: new BrowserMessageReader(self), writer: new BrowserMessageWriter(self) },
    new Lifecycle(),
    positions,
    () => self.close(),
  )
  const connection = createConnection(reader, writer, { messageStrategy })
  const fileSystem = clientFileSystem(connection)
  return [
    connection,
    {
      version,
      codesPage: undefined,
      heapLimit: Infinity,
      positions,
      fileSystem,
      startReader: options => readerHere(fileSystem, options),
    },
  ]
}
