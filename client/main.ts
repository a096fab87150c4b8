import type { ExtensionContext } from 'vscode'
import { startExtension, type Extension } from './extension.ts'

// One bundle for Node and for browsers, as most of it is the same; of the two clients only one is ever run.

let extension: Extension | undefined

/** Starts the extension, on a desktop, a remote machine or in a browser. */
export async function activate(context: ExtensionContext): Promise<void> {
  const isBrowser = 'importScripts' in globalThis
  const { createClient } = isBrowser ? await import('./browser.ts') : await import('./node.ts')
  extension = await startExtension(context, createClient)
}

/** Stops the server. */
export const deactivate = (): Promise<void> | undefined => extension?.stop()
