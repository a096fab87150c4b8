import * as vscode from 'vscode'

/** The `.rec` file of the active tab, shown as text or as a table. */
export function activeFile(): vscode.Uri | undefined {
  const input: unknown = vscode.window.tabGroups.activeTabGroup.activeTab?.input
  const uri = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined
  return uri?.path.endsWith('.rec') ? uri : undefined
}

/** The name of a file in its folder. */
export const fileName = ({ path }: vscode.Uri): string => path.slice(path.lastIndexOf('/') + 1)
