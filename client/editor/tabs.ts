import * as vscode from 'vscode'

/** Whether a tab shows a file, alone or beside another version. */
export const isInTab = (uri: vscode.Uri): boolean =>
  vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(tab => urisOf(tab).some(shown => isSame(shown, uri))))

function urisOf({ input }: vscode.Tab): readonly vscode.Uri[] {
  if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) return [input.uri]
  return input instanceof vscode.TabInputTextDiff ? [input.original, input.modified] : []
}

const isSame = (one: vscode.Uri, other: vscode.Uri): boolean => one.toString() === other.toString()
