import * as vscode from 'vscode'

/** The `.rec` file of the editor in front, as text or as a table. */
export function fileInFront(): vscode.Uri | undefined {
  const input: unknown = vscode.window.tabGroups.activeTabGroup.activeTab?.input
  const uri = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined
  return uri?.path.endsWith('.rec') ? uri : undefined
}

/** What a file is called in its folder. */
export const fileName = ({ path }: vscode.Uri): string => path.slice(path.lastIndexOf('/') + 1)
