import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import * as vscode from 'vscode'
import { LanguageClient, TransportKind } from 'vscode-languageclient/node'
import type { CheckExecution } from './check-workspace.ts'
import type { CreateClient } from './extension.ts'
import type { ReadHistory } from './record-history.ts'

/**
 * The client on desktops and remote machines, where the server is a Node process. Node caches the compiled code of the
 * server, so that it starts in three quarters of the time.
 */
export const createClient: CreateClient = (context, options) => {
  const env = { NODE_COMPILE_CACHE: join(context.globalStorageUri.fsPath, 'compiled') }
  return new LanguageClient(
    'recline',
    'Recline',
    { module: context.asAbsolutePath('dist/program.js'), transport: TransportKind.ipc, options: { env } },
    options,
  )
}

/** The check is the command line of the extension. The environment variable makes VS Code's program run as Node. */
export const checkExecution: CheckExecution = ({ uri: { fsPath } }, context) =>
  new vscode.ProcessExecution(
    process.execPath,
    [context.asAbsolutePath('dist/program.js'), 'check', '--format', 'lines', '.'],
    { cwd: fsPath, env: { ELECTRON_RUN_AS_NODE: '1' } },
  )

/** The history comes from the command line of the extension, which runs git. */
export const readHistory: ReadHistory = ({ uri, tag, id }, context) => {
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath ?? dirname(uri.fsPath)
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  const args = [context.asAbsolutePath('dist/program.js'), 'log', '--tag', tag, '--', id]
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: folder, env, maxBuffer: Infinity }, (error, stdout, stderr) => {
      if (error) reject(new Error(stderr.replace(/^recline: /, '').trim() || 'The history could not be read.'))
      else resolve(stdout)
    })
  })
}
