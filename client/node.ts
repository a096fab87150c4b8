import type { ExtensionContext } from 'vscode'
import { LanguageClient, TransportKind } from 'vscode-languageclient/node'
import { startExtension, type Extension } from './extension.ts'

let extension: Extension | undefined

/** Starts the extension on desktops and remote machines: the server is a Node process of its own. */
export async function activate(context: ExtensionContext): Promise<void> {
  const module = context.asAbsolutePath('dist/server.js')
  extension = await startExtension(context, options =>
    new LanguageClient('recline', 'Recline', { module, transport: TransportKind.ipc }, options))
}

/** Stops the server. */
export const deactivate = (): Promise<void> | undefined => extension?.stop()
