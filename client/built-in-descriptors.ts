import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { descriptorScheme, descriptorTextRequest } from '../shared/protocol/domains.ts'
import { send } from '../shared/protocol/request.ts'

/** Opens the descriptors of built-in domains, which VS Code shows as read-only. */
export const createDescriptorProvider = (client: BaseLanguageClient): vscode.Disposable =>
  vscode.workspace.registerTextDocumentContentProvider(descriptorScheme, {
    provideTextDocumentContent: async ({ path }, token) =>
      send(client, descriptorTextRequest, { domain: path.slice(1).replace(/\.json$/, '') }, token),
  })
