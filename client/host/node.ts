import { type ChildProcess, execFile } from 'node:child_process'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import * as vscode from 'vscode'
import { LanguageClient } from 'vscode-languageclient/node'
import { readVersion } from '../../cli/files/read-text.ts'
import { replaceFile } from '../../cli/files/write-files.ts'
import type { HistoryStep } from '../../shared/protocol/history-page.ts'
import type { McpProgram } from '../agents/mcp-servers.ts'
import type { UpdateDomains } from '../domains/update-domains.ts'
import type { ReplaceText } from '../editor/workspace-steps.ts'
import type { CheckExecution } from '../records/check-workspace.ts'
import type { ReadTableFile } from '../records/data-file.ts'
import type { TableAnswer } from '../records/table-reader.ts'
import type { ReadHistory } from '../views/record-history.ts'
import type { CreateClient } from './create-client.ts'
import { replaceThroughEditor } from './files.ts'
import { nodeEnvironment } from './node-environment.ts'

/** The client on desktops and remote machines, where the server is a Node process. */
export const createClient: CreateClient = (startServer, options) => {
  let server: ChildProcess | undefined
  const start = async (): Promise<ChildProcess> => {
    // A server that hangs did not end when it was told to.
    server?.kill()
    server = startServer() as ChildProcess
    return server
  }
  return new LanguageClient('recline', 'Recline', start, options)
}

/** The check is the command line of the extension. */
export const checkExecution: CheckExecution = ({ uri: { fsPath } }, context) =>
  new vscode.ProcessExecution(
    process.execPath,
    [context.asAbsolutePath('dist/program.js'), 'check', '--format', 'lines', '.'],
    { cwd: fsPath, env: nodeEnvironment(context) },
  )

/** The history comes from the command line of the extension, which runs git. */
export const readHistory: ReadHistory = ({ uri, tag, id }, context) => {
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath ?? dirname(uri.fsPath)
  const env = { ...process.env, ...nodeEnvironment(context) }
  const args = [context.asAbsolutePath('dist/program.js'), 'log', '--format', 'json', '--tag', tag, '--', id]
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: folder, env, maxBuffer: Infinity }, (error, stdout, stderr) => {
      if (error)
        reject(new Error(stderr.replace(/^recline: /, '').trim() || vscode.l10n.t('The history could not be read.')))
      else resolve(JSON.parse(stdout) as HistoryStep[])
    })
  })
}

/** Domains are updated by the command line of the extension, with the npm and git of the user. */
export const updateDomains: UpdateDomains = ({ fsPath }, domain, context) => {
  const env = { ...process.env, ...nodeEnvironment(context) }
  const only = domain === undefined ? [] : ['--', domain]
  const args = [context.asAbsolutePath('dist/program.js'), 'descriptors', 'update', ...only]
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: fsPath, env }, (error, stdout, stderr) => {
      const said = stderr.replace(/^recline: /gm, '').trim()
      if (error) reject(new Error(said || vscode.l10n.t('The domains could not be updated.')))
      else resolve([stdout.trim(), said].filter(Boolean).join(' '))
    })
  })
}

/** The server for agents is a program of the extension. */
export const mcpProgram = (context: vscode.ExtensionContext): McpProgram => ({
  command: process.execPath,
  args: [context.asAbsolutePath('dist/mcp.js')],
  env: nodeEnvironment(context),
})

/** The memory of the thread is limited, so that a damaged file does not end the extensions. */
export const readTableFile: ReadTableFile = (task, context, signal) => {
  const program = context.asAbsolutePath('dist/table-reader.js')
  const thread = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: 1000 } })
  const answer = new Promise<TableAnswer>((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
  thread.postMessage(task)
  return answer.finally(() => thread.terminate())
}

/** Files of this machine are replaced atomically, as by the command line; others by VS Code. */
export const replaceText: ReplaceText = async (uri, before, after) => {
  if (uri.scheme !== 'file') return replaceThroughEditor(uri, before, after)
  const file = vscode.workspace.asRelativePath(uri)
  const read = await readVersion(file, uri.fsPath)
  if (!read) return `${file} is no regular file.`
  if ('failure' in read) return read.failure
  if (read.text !== before) return `${file} has changed.`
  return (await replaceFile({ ...read, file }, after))?.failure
}
