import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { send } from '../shared/protocol/request.ts'
import { workspaceFixesRequest } from '../shared/protocol/workspace.ts'

/** The command that shows all safe fixes of the workspace in the Refactor Preview, where the user applies them. */
export const createFixWorkspaceCommand = (client: BaseLanguageClient): vscode.Disposable =>
  vscode.commands.registerCommand('recline.fixWorkspace', async () => {
    const files = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: 'Recline: Looking for safe fixes…', cancellable: true },
      (_, token) => send(client, workspaceFixesRequest, {}, token),
    )
    if (!files) return
    if (files.length === 0) {
      void vscode.window.showInformationMessage('Recline has no safe fixes for the files of this workspace.')
      return
    }
    const edit = new vscode.WorkspaceEdit()
    const metadata = { label: 'Safe fixes of Recline', needsConfirmation: true }
    const { asUri, asRange } = client.protocol2CodeConverter
    for (const { uri, edits } of files)
      for (const { range, newText } of edits) edit.replace(asUri(uri), asRange(range), newText, metadata)
    await vscode.workspace.applyEdit(edit, { isRefactoring: true })
  })
