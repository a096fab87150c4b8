import * as vscode from 'vscode'

/** What the server has VS Code run behind an entry that it has accepted, where the next list follows. */
export const suggestCommand = 'recline.suggest'

/** The command that opens the next list. */
export const createSuggestCommand = (): vscode.Disposable =>
  vscode.commands.registerCommand(suggestCommand, () => suggest())

/**
 * Opens the list of suggestions at the cursor without being asked; not for a user who has switched off that lists open
 * by themselves. Only of a list that was not asked for does VS Code know whether its marked entry would change
 * anything.
 */
export async function suggest(): Promise<void> {
  const document = vscode.window.activeTextEditor?.document
  const wanted = vscode.workspace.getConfiguration('editor', document).get<QuickSuggestions>('quickSuggestions')
  if (!isSuggestingOn(wanted)) return
  await vscode.commands.executeCommand('editor.action.triggerSuggest', { auto: true })
}

/** The values that VS Code allows: for everything at once, or for each kind of text. */
type QuickSuggestions = boolean | string | Readonly<Record<string, boolean | string>>

const isSuggestingOn = (wanted: QuickSuggestions | undefined): boolean =>
  typeof wanted === 'object'
    ? [wanted.other, wanted.strings].some(value => value !== false && value !== 'off')
    : wanted !== false && wanted !== 'off'
