import type { ExtensionContext } from 'vscode'
import type { Extension } from './extension.ts'

// The extension and its server are one bundle, for Node and for browsers, as they share most of their code. What starts
// the bundle decides which of them runs.

let extension: Extension | undefined

/** Starts the extension on a desktop, on a remote machine or in a browser. */
export async function activate(context: ExtensionContext): Promise<void> {
  const { startExtension } = await import('./extension.ts')
  const host = isInBrowser ? await import('./browser.ts') : await import('./node.ts')
  extension = await startExtension(context, host)
}

/** Stops the server. */
export const deactivate = (): Promise<void> | undefined => extension?.stop()

const isInBrowser = 'importScripts' in globalThis

/** Whether this is the server, a process or a web worker. The extension is loaded by VS Code with `require`. */
const isServer = typeof require === 'undefined' || require.main === module

if (isServer) void import('../server/main.ts')
