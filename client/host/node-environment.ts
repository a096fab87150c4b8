import { join } from 'node:path'
import type { ExtensionContext } from 'vscode'

/**
 * The variables with which VS Code's program runs a bundle of the extension as Node. Node caches the compiled code, so
 * that the bundle starts in three quarters of the time.
 */
export const nodeEnvironment = (context: ExtensionContext): Readonly<Record<string, string>> => ({
  ELECTRON_RUN_AS_NODE: '1',
  ELECTRON_NO_ASAR: '1',
  NODE_COMPILE_CACHE: join(context.globalStorageUri.fsPath, 'compiled'),
})
