import * as vscode from 'vscode'
import { plainItem } from './plain-text.ts'

/** The `.rec` file of the active tab, shown as text or as a table, or else one in sight. */
export function activeFile(): vscode.Uri | undefined {
  const input: unknown = vscode.window.tabGroups.activeTabGroup.activeTab?.input
  const uri = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined
  return uri?.path.endsWith('.rec') ? uri : recordEditor()?.document.uri
}

/** The active editor of records, or else one in sight: the walkthrough may be active beside it. */
export const recordEditor = (): vscode.TextEditor | undefined =>
  [vscode.window.activeTextEditor, ...vscode.window.visibleTextEditors].find(
    editor => editor?.document.languageId === 'rec',
  )

/** The name of a file in its folder. */
export const fileName = ({ path }: vscode.Uri): string => path.slice(path.lastIndexOf('/') + 1)

/** Lets the user pick a `.rec` file of the workspace; undefined if the user cancels. */
export async function pickFile(title: string): Promise<vscode.Uri | undefined> {
  const uris = await vscode.workspace.findFiles('**/*.rec')
  const items = uris.map(uri => ({ label: vscode.workspace.asRelativePath(uri), uri }))
  items.sort((one, other) => one.label.localeCompare(other.label))
  if (items.length > 0) return (await vscode.window.showQuickPick(items.map(plainItem), { title }))?.uri
  const newFile = vscode.l10n.t('New File for Domain…')
  if (
    (await vscode.window.showInformationMessage(vscode.l10n.t('The workspace has no .rec file.'), newFile)) === newFile
  )
    await vscode.commands.executeCommand('recline.newFile')
  return undefined
}
