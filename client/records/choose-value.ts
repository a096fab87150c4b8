import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import type { ValueToChoose } from '../../shared/protocol/typing.ts'
import { plainItem } from '../editor/plain-text.ts'

/** The command of the action *Choose a value…*. */
export const chooseValueCommand = 'recline.chooseValue'

/** Lets the user choose a value for a field, or write another one in its place. */
export const createChooseValue = (client: BaseLanguageClient): vscode.Disposable =>
  vscode.commands.registerCommand(chooseValueCommand, async ({ uri, range, field, choices }: ValueToChoose) => {
    const editor = vscode.window.activeTextEditor
    if (!editor || client.code2ProtocolConverter.asUri(editor.document.uri) !== uri) return
    const { document, viewColumn } = editor
    const { version } = document
    const { start, end } = client.protocol2CodeConverter.asRange(range)
    const place = new vscode.Range(start, end)
    const items = choices.map(({ value, detail = '', text }) => ({
      ...plainItem({ label: value, description: detail }),
      text,
    }))
    const other = { label: '$(edit) Another value', description: 'select the value in the text', text: undefined }
    const chosen = await vscode.window.showQuickPick<vscode.QuickPickItem & { text: string | undefined }>(
      [...items, other],
      { title: `Choose a value for ${field}`, matchOnDescription: true },
    )
    // After another change, the range would be that of another text.
    if (!chosen || document.version !== version) return
    const { text } = chosen
    if (text !== undefined) return void (await editor.edit(edit => edit.replace(place, text)))
    await vscode.window.showTextDocument(document, { viewColumn: viewColumn!, selection: place })
  })
