import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { send } from '../shared/protocol/request.ts'
import { type NextField, type NextFieldParams, nextFieldRequest } from '../shared/protocol/typing.ts'

/** The keys that go through the fields of a record. When each of them applies is said in the manifest's keybindings. */
export const createTyping = (client: BaseLanguageClient): vscode.Disposable[] => [
  vscode.commands.registerCommand('recline.nextField', () => goToField(client, 'next', 'tab')),
  vscode.commands.registerCommand('recline.previousField', () => goToField(client, 'previous', 'outdent')),
  vscode.commands.registerCommand('recline.nextTabStop', () => goToTabStop(client)),
]

/** @param otherwise the command of VS Code that the key runs where there is no field to go to */
async function goToField(client: BaseLanguageClient, to: 'next' | 'previous', otherwise: string): Promise<void> {
  const editor = vscode.window.activeTextEditor
  const next = editor && (await askForField(client, editor, to))
  if (next) await show(client, editor, next)
  else await vscode.commands.executeCommand(otherwise)
}

async function goToTabStop(client: BaseLanguageClient): Promise<void> {
  await vscode.commands.executeCommand('jumpToNextSnippetPlaceholder')
  const editor = vscode.window.activeTextEditor
  const next = editor && (await askForField(client, editor, 'stop'))
  if (next) await show(client, editor, next)
}

function askForField(
  client: BaseLanguageClient,
  { document, selection }: vscode.TextEditor,
  to: NextFieldParams['to'],
): Promise<NextField | null> {
  const uri = client.code2ProtocolConverter.asUri(document.uri)
  return send(client, nextFieldRequest, { uri, position: selection.active, to })
}

async function show(
  client: BaseLanguageClient,
  editor: vscode.TextEditor,
  { edits, selection, suggests }: NextField,
): Promise<void> {
  const { asRange } = client.protocol2CodeConverter
  if (edits.length > 0) {
    await editor.edit(edit => {
      for (const { range, newText } of edits) edit.replace(asRange(range), newText)
    })
  }
  const { start, end } = asRange(selection)
  editor.selection = new vscode.Selection(start, end)
  editor.revealRange(editor.selection)
  if (suggests) await vscode.commands.executeCommand('editor.action.triggerSuggest', { auto: true })
}
