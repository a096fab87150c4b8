import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { send } from '../shared/protocol/request.ts'
import { type NextField, type NextFieldParams, nextFieldRequest } from '../shared/protocol/typing.ts'

/** The keys that go through the fields of a record. When each of them applies is said in the manifest's keybindings. */
export const createTyping = (client: BaseLanguageClient): vscode.Disposable[] => [
  vscode.commands.registerCommand('recline.nextField', () => goToField(client, 'next', 'tab')),
  vscode.commands.registerCommand('recline.previousField', () => goToField(client, 'previous', 'outdent')),
  vscode.commands.registerCommand('recline.nextTabStop', () => goToTabStop(client)),
  vscode.commands.registerCommand('recline.finishLine', finishLine),
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

/**
 * Enter: behind the last character of a value in quotes the new line starts behind the quotes; on a continuation line
 * without a field it ends the record and leaves an empty line.
 */
async function finishLine(): Promise<void> {
  const editor = vscode.window.activeTextEditor
  if (!editor) return
  const { document, selection } = editor
  const line = document.lineAt(selection.active.line)
  const column = selection.active.character
  if (selection.isEmpty && column === line.text.length && /^\s+\|?\s*$/.test(line.text)) {
    await editor.edit(edit => edit.delete(line.range))
    return
  }
  const isEndOfValue = selection.isEmpty && /^"\s*$/.test(line.text.slice(column)) && isInQuotes(line.text, column)
  if (isEndOfValue) editor.selection = new vscode.Selection(line.range.end, line.range.end)
  await vscode.commands.executeCommand('type', { text: '\n' })
}

/** Whether a column is inside a value in quotes. */
const isInQuotes = (line: string, column: number): boolean =>
  /^(?:[^"]|"(?:[^"\\]|\\.)*")*"(?:[^"\\]|\\.)*$/.test(line.slice(0, column))
