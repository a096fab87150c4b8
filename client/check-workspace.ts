import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'

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
    task.detail = 'Check all records of the folder'
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
        return void vscode.window.showInformationMessage('Open a folder to check all its records.')
      for (const folder of folders) await vscode.tasks.executeTask(checkTask(folder))
    }),
  ]
}

/** The type of the task in tasks.json. */
const type = 'recline'

/** The problem matcher in the extension's package.json. */
const problemMatcher = '$recline'
