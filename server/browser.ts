/// <reference lib="webworker" />
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser'
import { version } from '../package.json'
import { clientFiles } from './client-files.ts'
import { startServer } from './server.ts'

declare const self: DedicatedWorkerGlobalScope

/** The server as a web worker: it talks to the client in messages, and asks it for all files. */
const connection = createConnection(new BrowserMessageReader(self), new BrowserMessageWriter(self))
startServer(connection, { version, codesPage: undefined, files: clientFiles(connection) })
