import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { send } from '../../shared/protocol/request.ts'
import { choosableValuesRequest, type ValueToChoose } from '../../shared/protocol/typing.ts'
import { applyFileChanges } from '../editor/apply-edits.ts'
import { plainItem } from '../editor/plain-text.ts'

/** The command of the action *Choose a value…*. */
export const chooseValueCommand = 'recline.chooseValue'

/** Lets the user choose a value for a field, or write another one in its place in the text. */
export const createChooseValue = (client: BaseLanguageClient): vscode.Disposable =>
  vscode.commands.registerCommand(chooseValueCommand, async ({ uri, version, field, range }: ValueToChoose) => {
    const document = await vscode.workspace.openTextDocument(client.protocol2CodeConverter.asUri(uri))
    const place = client.protocol2CodeConverter.asRange(range)
    const found = await send(client, choosableValuesRequest, { uri, position: range.start })
    const items = (found?.choices ?? []).map(({ value, detail = '', text }) => ({
      ...plainItem({ label: value, description: detail }),
      text,
    }))
    const other = {
      label: vscode.l10n.t('$(edit) Another value'),
      description: vscode.l10n.t('select the value in the text'),
      text: undefined,
    }
    const leftOut = found?.leftOut ?? 0
    const chosen = await vscode.window.showQuickPick<vscode.QuickPickItem & { text: string | undefined }>(
      [...items, other],
      {
        title: vscode.l10n.t('Choose a value for {field}', { field }),
        matchOnDescription: true,
        // The list of actions gives the keyboard back to the text when it is closed, which can be after this list is
        // open.
        ignoreFocusOut: true,
        ...(leftOut > 0 && { placeHolder: vscode.l10n.t('{leftOut} more are not shown', { leftOut }) }),
      },
    )
    if (!chosen) return
    const { text } = chosen
    if (text === undefined) return void (await vscode.window.showTextDocument(document, { selection: place }))
    const edits = [{ start: document.offsetAt(place.start), end: document.offsetAt(place.end), text }]
    const applied = await applyFileChanges([{ document, version, edits }])
    if ('refusal' in applied) void vscode.window.showWarningMessage(applied.refusal)
  })
