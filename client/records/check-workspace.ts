import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { withCommas } from '../../shared/basics/text.ts'
import { send } from '../../shared/protocol/request.ts'
import { workspaceFixesRequest } from '../../shared/protocol/workspace.ts'
import type { ChangePreview } from '../views/change-preview.ts'

/** How the task runs in this host: as a process, or inside the extension. */
export type CheckExecution = (
  folder: vscode.WorkspaceFolder,
  context: vscode.ExtensionContext,
  client: BaseLanguageClient,
) => vscode.ProcessExecution | vscode.CustomExecution

/**
 * The task that runs `recline check` in a folder of the workspace, so that it can be part of the user's own tasks, and
 * the command that runs it in the folder of the active file.
 */
export function createCheckTask(
  context: vscode.ExtensionContext,
  client: BaseLanguageClient,
  execution: CheckExecution,
): vscode.Disposable[] {
  const checkTask = (folder: vscode.WorkspaceFolder, definition: vscode.TaskDefinition = { type }): vscode.Task => {
    const task = new vscode.Task(
      definition,
      folder,
      'check',
      'recline',
      execution(folder, context, client),
      problemMatcher,
    )
    task.group = vscode.TaskGroup.Test
    task.detail = vscode.l10n.t('Check all records of the folder')
    return task
  }

  return [
    vscode.tasks.registerTaskProvider(type, {
      provideTasks: () => (vscode.workspace.workspaceFolders ?? []).map(folder => checkTask(folder)),
      resolveTask: ({ scope, definition }) =>
        typeof scope === 'object' && 'uri' in scope ? checkTask(scope, definition) : undefined,
    }),
    vscode.commands.registerCommand('recline.checkWorkspace', async () => {
      const folders = vscode.workspace.workspaceFolders ?? []
      if (folders.length === 0)
        return void vscode.window.showInformationMessage(vscode.l10n.t('Open a folder to check all its records.'))
      for (const folder of folders) await vscode.tasks.executeTask(checkTask(folder))
    }),
  ]
}

/** The type of the task in tasks.json. */
const type = 'recline'

/** The problem matcher in the extension's package.json. */
const problemMatcher = '$recline'

/** The command that lists all records with safe fixes, and applies them after the user has seen them. */
export const createFixWorkspaceCommand = (client: BaseLanguageClient, preview: ChangePreview): vscode.Disposable =>
  vscode.commands.registerCommand('recline.fixWorkspace', () =>
    preview.show(vscode.l10n.t('Fix All in Workspace'), async token => {
      const files = await send(client, workspaceFixesRequest, {}, token)
      const problems = files?.reduce((sum, file) => sum + file.problems, 0) ?? 0
      const note =
        problems === 0
          ? vscode.l10n.t('There is nothing in this workspace that Recline can fix safely.')
          : safeFixesNote(problems)
      return files && { files, notes: [note] }
    }),
  )

const safeFixesNote = (count: number): string =>
  count === 1
    ? vscode.l10n.t('The safe fix of 1 problem. It does not change what the records say.')
    : vscode.l10n.t('Safe fixes of {count} problems. They do not change what the records say.', {
        count: withCommas(count),
      })
