import type { ExtensionContext } from 'vscode'
import type { Extension } from './extension.ts'
import type { ExtensionApi } from './host/activity.ts'

let extension: Extension | undefined

/**
 * Starts the extension on a desktop, on a remote machine or in a browser. The server starts first: meanwhile, the
 * language client and all that needs it are loaded, which are a bundle of their own.
 *
 * @returns what other extensions can ask of this one
 */
export async function activate(context: ExtensionContext): Promise<ExtensionApi> {
  const { startServer, loadClient } = await (isInBrowser
    ? import('./start-in-browser.ts')
    : import('./start-on-node.ts'))
  const servers = startedAhead(() => startServer(context))
  const { startExtension } = await loadClient(context)
  extension = await startExtension(context, servers)
  return extension.api
}

/** Stops the server. */
export const deactivate = (): Promise<void> | undefined => extension?.stop()

const isInBrowser = 'importScripts' in globalThis

/** Starts one server now, which the first call returns, and another one with each call after it. */
function startedAhead<Server>(start: () => Server): () => Server {
  let ahead: Server | undefined = start()
  return () => {
    const server = ahead ?? start()
    ahead = undefined
    return server
  }
}
