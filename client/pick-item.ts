import * as vscode from 'vscode'

/**
 * Lets the user pick an item, as `showQuickPick` does, with one marked that Enter takes.
 *
 * @param active undefined for the first item
 * @returns undefined if the user cancels
 */
export function pickItem<Item extends vscode.QuickPickItem>(
  items: readonly Item[],
  active: Item | undefined,
  options: Partial<Pick<vscode.QuickPick<Item>, 'title' | 'placeholder' | 'matchOnDetail'>>,
): Promise<Item | undefined> {
  const list = vscode.window.createQuickPick<Item>()
  Object.assign(list, options, { items })
  if (active) list.activeItems = [active]
  return new Promise(resolve => {
    list.onDidAccept(() => {
      resolve(list.selectedItems[0])
      list.hide()
    })
    list.onDidHide(() => {
      resolve(undefined)
      list.dispose()
    })
    list.show()
  })
}
