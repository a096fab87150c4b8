/// <reference lib="webworker" />
import * as vscode from 'vscode'
import { BrowserMessageReader, BrowserMessageWriter, LanguageClient } from 'vscode-languageclient/browser'
import { send } from '../../shared/protocol/request.ts'
import { type ListedProblem, workspaceProblemsRequest } from '../../shared/protocol/workspace.ts'
import type { CheckExecution } from '../records/check-workspace.ts'
import type { ReadTableFile } from '../records/data-file.ts'
import type { TableAnswer } from '../records/table-reader.ts'
import type { CreateClient } from './create-client.ts'

/** The client in a browser, where the server is a web worker. */
export const createClient: CreateClient = (startServer, options) => {
  let worker: Worker | undefined
  return new LanguageClient(
    'recline',
    'Recline',
    () => {
      // The worker of a stopped server keeps running.
      worker?.terminate()
      worker = startServer() as Worker
      // The client also accepts a worker, but it does not recognize the workers of VS Code as instances of its `Worker`
      // class.
      return Promise.resolve({ reader: new BrowserMessageReader(worker), writer: new BrowserMessageWriter(worker) })
    },
    options,
  )
}

export const readTableFile: ReadTableFile = (task, { extensionUri }, signal) => {
  const worker = new Worker(vscode.Uri.joinPath(extensionUri, 'dist', 'table-reader.js').toString(true))
  const answer = new Promise<TableAnswer>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<TableAnswer>) => resolve(data)
    worker.onerror = ({ message }) => reject(new Error(message))
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
  worker.postMessage(task)
  return answer.finally(() => worker.terminate())
}

/** A browser has no git. */
export const readHistory = undefined

/** A browser has no command line. */
export const updateDomains = undefined

/** A browser has no processes. */
export const mcpProgram = undefined

/** A browser has no processes, so the server lists the problems, and this prints them like the command line. */
export const checkExecution: CheckExecution = (folder, _, client) =>
  new vscode.CustomExecution(() => {
    const written = new vscode.EventEmitter<string>()
    const closed = new vscode.EventEmitter<number>()
    const cancel = new vscode.CancellationTokenSource()
    const print = (line: string): void => written.fire(`${line}\r\n`)
    return Promise.resolve({
      onDidWrite: written.event,
      onDidClose: closed.event,
      open: async () => {
        const all = (await send(client, workspaceProblemsRequest, {}, cancel.token)) ?? []
        const inFolder = all.filter(({ uri }) => uri.startsWith(`${folder.uri.toString()}/`))
        for (const problem of inFolder) print(problemLine(problem))
        const errors = inFolder.filter(({ severity }) => severity === 'error').length
        print(`${inFolder.length} problems, ${errors} of them errors.`)
        closed.fire(errors > 0 ? 1 : 0)
      },
      close: () => cancel.cancel(),
    })
  })

/** A problem as a line of `recline check --format lines`. */
const problemLine = ({ uri, line, column, severity, code, message }: ListedProblem): string =>
  `${vscode.workspace.asRelativePath(vscode.Uri.parse(uri), false)}:${line}:${column} ${severity} ${code} ${message}`

export { replaceThroughEditor as replaceText } from './files.ts'
