import * as vscode from 'vscode'

/** Whether a tab shows a file, alone or beside another version. */
export const isInTab = (uri: vscode.Uri): boolean =>
  vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(tab => shownBy(tab).some(shown => isSameUri(shown, uri))))

/** Whether the tab in front shows a file, which commands of VS Code such as `undo` are for. */
export function isInFront(uri: vscode.Uri): boolean {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup
  return activeTab !== undefined && shownBy(activeTab).some(shown => isSameUri(shown, uri))
}

function shownBy({ input }: vscode.Tab): readonly vscode.Uri[] {
  if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) return [input.uri]
  return input instanceof vscode.TabInputTextDiff ? [input.original, input.modified] : []
}

const isSameUri = (one: vscode.Uri, other: vscode.Uri): boolean => one.toString() === other.toString()
