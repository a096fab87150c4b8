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
      // The worker of a stopped server keeps running.
      worker?.terminate()
      worker = new Worker(vscode.Uri.joinPath(extensionUri, 'dist', 'extension.js').toString(true))
      // The client also accepts a worker, but it does not recognize the workers of VS Code as instances of its `Worker`
      // class.
      return Promise.resolve({ reader: new BrowserMessageReader(worker), writer: new BrowserMessageWriter(worker) })
    },
    options,
  )
}
