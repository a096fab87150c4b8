/// <reference lib="webworker" />
import * as vscode from 'vscode'

/** Starts the server in a browser, where it is a web worker. */
export const startServer = (context: vscode.ExtensionContext): Worker =>
  new Worker(bundleAddress(context, 'program.js'))

/** In a browser, VS Code gives an extension no way to load a second file, so this does what it does for the first. */
export async function loadClient(context: vscode.ExtensionContext): Promise<typeof import('./extension.ts')> {
  const address = bundleAddress(context, 'client.js')
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} could not be loaded: ${response.statusText}.`)
  const module = { exports: {} as typeof import('./extension.ts') }
  const source = `${await response.text()}\n//# sourceURL=${address}`
  new Function('module', 'exports', 'require', source)(module, module.exports, require)
  return module.exports
}

const bundleAddress = ({ extensionUri }: vscode.ExtensionContext, bundle: string): string =>
  vscode.Uri.joinPath(extensionUri, 'dist', bundle).toString(true)
