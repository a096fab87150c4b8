/// <reference lib="webworker" />
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser'
import { version } from '../package.json'
import { clientFiles } from './client-files.ts'
import { readerHere } from './file-reader.ts'
import type { Start } from './platform.ts'

declare const self: DedicatedWorkerGlobalScope

/** The server as a web worker: it talks to the client in messages, and asks it for all files. */
export function connect(): Start {
  const connection = createConnection(new BrowserMessageReader(self), new BrowserMessageWriter(self))
  const files = clientFiles(connection)
  return [connection, { version, codesPage: undefined, files, startReader: registry => readerHere(files, registry) }]
}
