import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { counted } from '../shared/basics/text.ts'
import { send } from '../shared/protocol/request.ts'
import { workspaceFixesRequest } from '../shared/protocol/workspace.ts'
import type { EditPreview } from './edit-preview.ts'

/** The command that lists all files with safe fixes, and applies them after the user has seen them. */
export const createFixWorkspaceCommand = (client: BaseLanguageClient, preview: EditPreview): vscode.Disposable =>
  vscode.commands.registerCommand('recline.fixWorkspace', async () => {
    const files = await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: 'Recline: Looking for safe fixes…',
        cancellable: true,
      },
      (_, token) => send(client, workspaceFixesRequest, {}, token),
    )
    if (!files) return
    if (files.length === 0)
      return void vscode.window.showInformationMessage(
        'There is nothing in this workspace that Recline can fix safely.',
      )
    const fixed = await preview.apply(
      files.map(({ uri, edits, problems }) => ({
        uri,
        edits,
        description: `fixes ${counted(problems, 'problem')}`,
      })),
      {
        title: 'Fix All in Workspace',
        placeholder: 'Select the files to fix. Safe fixes do not change what the records say.',
      },
    )
    if (fixed === undefined) return
    void vscode.window.showInformationMessage(`Recline has applied its safe fixes to ${counted(fixed, 'file')}.`)
  })
