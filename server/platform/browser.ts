/// <reference lib="webworker" />
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser'
import { version } from '../../package.json'
import { clientFiles } from './client-files.ts'
import type { Connect } from './platform.ts'

declare const self: DedicatedWorkerGlobalScope

/** The server as a web worker: it talks to the client in messages, and asks it for all files. */
export const connect: Connect = readerHere => {
  const connection = createConnection(new BrowserMessageReader(self), new BrowserMessageWriter(self))
  const files = clientFiles(connection)
  return [
    connection,
    { version, codesPage: undefined, files, startReader: descriptors => readerHere(files, descriptors) },
  ]
}
