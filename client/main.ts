import type { ExtensionContext } from 'vscode'
import type { Extension } from './extension.ts'

// One bundle for the extension and its server, in Node and in browsers: they have much in common, and what they have not
// is only run by the one that needs it. What the bundle is depends on who starts it.

let extension: Extension | undefined

/** Starts the extension, on a desktop, a remote machine or in a browser. */
export async function activate(context: ExtensionContext): Promise<void> {
  const { startExtension } = await import('./extension.ts')
  const { createClient } = isInBrowser ? await import('./browser.ts') : await import('./node.ts')
  extension = await startExtension(context, createClient)
}

/** Stops the server. */
export const deactivate = (): Promise<void> | undefined => extension?.stop()

const isInBrowser = 'importScripts' in globalThis

/** Whether this is a process or a web worker of its own; VS Code requires the extension. */
const isServer = typeof require === 'undefined' || require.main === module

if (isServer) void import('../server/main.ts')
