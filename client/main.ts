import type { ExtensionContext } from 'vscode'
import { type Extension, startExtension } from './extension.ts'

let extension: Extension | undefined

/** Starts the extension on a desktop, on a remote machine or in a browser. */
export async function activate(context: ExtensionContext): Promise<void> {
  extension = await startExtension(context, await (isInBrowser ? import('./browser.ts') : import('./node.ts')))
}

/** Stops the server. */
export const deactivate = (): Promise<void> | undefined => extension?.stop()

const isInBrowser = 'importScripts' in globalThis
