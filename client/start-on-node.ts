import { type ChildProcess, spawn } from 'node:child_process'
import type { ExtensionContext } from 'vscode'
import { nodeEnvironment } from './host/node-environment.ts'

/** Starts the server on desktops and remote machines, where it is a Node process. */
export function startServer(context: ExtensionContext): ChildProcess {
  const env = { ...process.env, ...nodeEnvironment(context) }
  const program = context.asAbsolutePath('dist/program.js')
  // The server ends with the process that has this id.
  return spawn(process.execPath, [program, '--stdio', `--clientProcessId=${process.pid}`], { env })
}

export const loadClient = (): Promise<typeof import('./extension.ts')> => import('./extension.ts')
