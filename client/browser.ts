/// <reference lib="webworker" />
import * as vscode from 'vscode'
import { BrowserMessageReader, BrowserMessageWriter, LanguageClient } from 'vscode-languageclient/browser'
import type { CreateClient } from './extension.ts'

/** The client in a browser, where the server is a web worker. */
export const createClient: CreateClient = ({ extensionUri }, options) => {
  let worker: Worker | undefined
  return new LanguageClient(
    'recline',
    'Recline',
    () => {
      // A server that was stopped does not end its worker.
      worker?.terminate()
      worker = new Worker(vscode.Uri.joinPath(extensionUri, 'dist', 'extension.js').toString(true))
      // The worker itself would do as an answer, were VS Code's workers instances of the class that the client sees.
      return Promise.resolve({ reader: new BrowserMessageReader(worker), writer: new BrowserMessageWriter(worker) })
    },
    options,
  )
}
