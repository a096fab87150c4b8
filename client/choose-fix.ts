import * as vscode from 'vscode'
import { plainItem } from './plain-text.ts'

/** The most fixes whose edits are requested in advance. */
const fixLimit = 30

/** Lets the user choose from the quick fixes of a range, and applies the chosen one. */
export async function chooseFix(uri: vscode.Uri, range: vscode.Range): Promise<void> {
  const fixes = await vscode.commands.executeCommand<readonly vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    uri,
    range,
    vscode.CodeActionKind.QuickFix.value,
    fixLimit,
  )
  if (fixes.length === 0) throw new Error('No quick fix is available for this problem.')
  const items = fixes.map(fix => plainItem({ label: fix.title, fix }))
  const chosen = await vscode.window.showQuickPick(items, { title: 'Choose a Quick Fix' })
  if (!chosen) return
  const { edit, command } = chosen.fix
  if (edit) await vscode.workspace.applyEdit(edit)
  if (command) await vscode.commands.executeCommand(command.command, ...((command.arguments ?? []) as unknown[]))
}
