import { LanguageClient, TransportKind } from 'vscode-languageclient/node'
import type { CreateClient } from './extension.ts'

/** The client on desktops and remote machines, where the server is a Node process of its own. */
export const createClient: CreateClient = (context, options) =>
  new LanguageClient('recline', 'Recline', { module: context.asAbsolutePath('dist/extension.js'), transport: TransportKind.ipc }, options)
