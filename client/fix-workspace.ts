import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { send } from '../shared/protocol/request.ts'
import { type FixedFile, workspaceFixesRequest } from '../shared/protocol/workspace.ts'

/** A file in the list, with its edits. */
interface Item extends vscode.QuickPickItem {
  readonly uri: vscode.Uri
  readonly edits: readonly vscode.TextEdit[]
}

/**
 * The command that lists all files with safe fixes, shows their changes, and applies those that the user leaves
 * selected.
 */
export function createFixWorkspaceCommand(client: BaseLanguageClient): vscode.Disposable[] {
  /** The files in the list, by the path of their URI. */
  let listed: ReadonlyMap<string, Item> = new Map()

  return [
    vscode.workspace.registerTextDocumentContentProvider(fixedScheme, {
      provideTextDocumentContent: async ({ path }) => {
        const item = listed.get(path)
        return item && fixedText(await vscode.workspace.openTextDocument(item.uri), item.edits)
      },
    }),
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
      const items = files.map(file => itemOf(client, file))
      listed = new Map(items.map(item => [item.uri.path, item]))
      const picked = await pickFiles(items)
      if (picked && picked.length > 0) await apply(picked)
    }),
  ]
}

/** The scheme of the documents that show files with their fixes. */
const fixedScheme = 'recline-fixed'

const changesButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('diff-multiple'),
  tooltip: 'Show the changes of all files',
}
const changesOfFileButton: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('diff'), tooltip: 'Show changes' }

function itemOf(client: BaseLanguageClient, { uri, problems, edits }: FixedFile): Item {
  const { asUri, asRange } = client.protocol2CodeConverter
  const file = asUri(uri)
  return {
    uri: file,
    edits: edits.map(({ range, newText }) => vscode.TextEdit.replace(asRange(range), newText)),
    label: vscode.workspace.asRelativePath(file),
    description: problems === 1 ? 'fixes 1 problem' : `fixes ${problems} problems`,
    buttons: [changesOfFileButton],
  }
}

/**
 * Lists the files, all of them selected. Returns those that the user leaves selected; undefined if the user cancels.
 */
function pickFiles(items: readonly Item[]): Promise<readonly Item[] | undefined> {
  const pick = vscode.window.createQuickPick<Item>()
  pick.title = 'Fix All in Workspace'
  pick.placeholder = 'Select the files to fix. Safe fixes do not change what the records say.'
  pick.canSelectMany = true
  // The list stays open while the user looks at the changes.
  pick.ignoreFocusOut = true
  pick.items = items
  pick.selectedItems = items
  pick.buttons = [changesButton]
  pick.onDidTriggerButton(() => showChanges(items))
  pick.onDidTriggerItemButton(({ item }) => showChanges([item]))
  return new Promise(resolve => {
    pick.onDidAccept(() => {
      resolve(pick.selectedItems)
      pick.hide()
    })
    pick.onDidHide(() => {
      resolve(undefined)
      pick.dispose()
    })
    pick.show()
  })
}

const showChanges = (items: readonly Item[]): Thenable<void> =>
  vscode.commands.executeCommand(
    'vscode.changes',
    'Fix All in Workspace',
    items.map(({ uri }) => [uri, uri, vscode.Uri.from({ scheme: fixedScheme, path: uri.path })]),
  )

function fixedText(document: vscode.TextDocument, edits: readonly vscode.TextEdit[]): string {
  let text = document.getText()
  // The edits are in ascending order and do not overlap.
  for (const { range, newText } of [...edits].reverse())
    text = text.slice(0, document.offsetAt(range.start)) + newText + text.slice(document.offsetAt(range.end))
  return text
}

async function apply(items: readonly Item[]): Promise<void> {
  const edit = new vscode.WorkspaceEdit()
  for (const { uri, edits } of items) edit.set(uri, [...edits])
  // As for a refactoring, VS Code saves the files that were not open.
  const isApplied = await vscode.workspace.applyEdit(edit, { isRefactoring: true })
  if (!isApplied)
    return void vscode.window.showErrorMessage('A file has changed since, so nothing was fixed. Run the command again.')
  const files = items.length === 1 ? '1 file' : `${items.length} files`
  void vscode.window.showInformationMessage(`Recline has applied its safe fixes to ${files}.`)
}
