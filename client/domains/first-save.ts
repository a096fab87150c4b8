import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { proposedHeaderRequest } from '../../shared/protocol/domains.ts'
import { send } from '../../shared/protocol/request.ts'
import { fileName } from '../editor/active-file.ts'
import { withoutLinks } from '../editor/plain-text.ts'

/** Proposes a header when a new file is saved, if nothing says which domain its records belong to. */
export function proposeHeaders(client: BaseLanguageClient): vscode.Disposable[] {
  /** Files that were empty when they were opened. VS Code also makes an empty file before it saves an untitled one. */
  const newFiles = new Set<string>()
  const open = (document: vscode.TextDocument): void => {
    if (document.languageId === 'rec' && document.getText() === '') newFiles.add(document.uri.toString())
  }
  vscode.workspace.textDocuments.forEach(open)
  return [
    vscode.workspace.onDidOpenTextDocument(open),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => newFiles.delete(uri.toString())),
    vscode.workspace.onDidSaveTextDocument(async document => {
      const key = document.uri.toString()
      if (!newFiles.has(key)) return
      const proposed = await proposeHeader(client, document)
      // A file that saves itself may not have a whole record yet.
      if (!proposed || !newFiles.delete(key)) return
      const addHeader = `Add ${proposed.header}`
      const message = vscode.l10n.t('No domain is chosen for {file}. A header keeps its records in their domain.', {
        file: fileName(document.uri),
      })
      if ((await vscode.window.showInformationMessage(withoutLinks(message), addHeader)) === addHeader)
        await addProposed(client, document)
    }),
  ]
}

const proposeHeader = (client: BaseLanguageClient, { uri }: vscode.TextDocument) =>
  send(client, proposedHeaderRequest, { uri: client.code2ProtocolConverter.asUri(uri) })

/** Adds the header to the text as it is now, and saves it. */
async function addProposed(client: BaseLanguageClient, document: vscode.TextDocument): Promise<void> {
  const proposed = await proposeHeader(client, document)
  if (!proposed) return
  const change = new vscode.WorkspaceEdit()
  change.set(document.uri, await client.protocol2CodeConverter.asTextEdits([...proposed.edits]))
  await vscode.workspace.applyEdit(change)
  await document.save()
}
