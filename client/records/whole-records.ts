import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { send } from '../../shared/protocol/request.ts'
import {
  type EditWholeRecordsParams,
  editWholeRecordsRequest,
  type Selection,
  type SortKey,
  sortKeysRequest,
  sortRecordsRequest,
} from '../../shared/protocol/whole-records.ts'
import { plainItem } from '../editor/plain-text.ts'

/** The commands that act on whole records. Where there is no record, they run the command of VS Code for lines. */
export function createWholeRecordCommands(client: BaseLanguageClient): vscode.Disposable[] {
  // A key that is held down comes faster than the answers, and each needs the text that the last one left.
  let last: Promise<unknown> = Promise.resolve()
  const inOrder = (work: () => Promise<void>): Promise<unknown> => {
    last = last.then(work, work)
    return last
  }
  return [
    ...actions.map(([command, action, otherwise]) =>
      vscode.commands.registerCommand(`recline.${command}`, () => inOrder(() => editWhole(client, action, otherwise))),
    ),
    vscode.commands.registerCommand('recline.sortRecords', () => askSortRecords(client)),
  ]
}

const actions: readonly (readonly [command: string, action: EditWholeRecordsParams['action'], otherwise: string])[] = [
  ['moveRecordUp', 'moveUp', 'editor.action.moveLinesUpAction'],
  ['moveRecordDown', 'moveDown', 'editor.action.moveLinesDownAction'],
  ['duplicateRecordUp', 'duplicateUp', 'editor.action.copyLinesUpAction'],
  ['duplicateRecord', 'duplicateDown', 'editor.action.copyLinesDownAction'],
  ['deleteRecord', 'delete', 'editor.action.deleteLines'],
  ['toggleRecordComment', 'toggleComment', 'editor.action.commentLine'],
  ['selectRecord', 'select', 'expandLineSelection'],
]

async function editWhole(
  client: BaseLanguageClient,
  action: EditWholeRecordsParams['action'],
  otherwise: string,
): Promise<void> {
  const editor = vscode.window.activeTextEditor
  if (!editor) return
  const answer = await askForEdit(editor, () =>
    send(client, editWholeRecordsRequest, { ...withSelection(client, editor), action }),
  )
  if (!answer) return void (await vscode.commands.executeCommand(otherwise))
  await applyWholeEdits(client, editor, answer.edits)
  const { asPosition } = client.protocol2CodeConverter
  const wanted = answer.selections.map(
    ({ anchor, active }) => new vscode.Selection(asPosition(anchor), asPosition(active)),
  )
  // VS Code sets the cursor later. If the user types on in the meantime, that would move the cursor away from the text.
  const isThere = wanted.every((selection, index) => editor.selections[index]?.isEqual(selection))
  if (!isThere || wanted.length !== editor.selections.length) editor.selections = wanted
  editor.revealRange(editor.selection)
}

/** Asks for the field to sort by. */
async function askSortRecords(client: BaseLanguageClient): Promise<void> {
  const editor = vscode.window.activeTextEditor
  if (editor?.document.languageId !== 'rec')
    return void vscode.window.showInformationMessage(vscode.l10n.t('Open a .rec file to sort its records.'))
  const keys = (await send(client, sortKeysRequest, withSelection(client, editor))) ?? []
  const chosen = await vscode.window.showQuickPick(
    keys.map(key => plainItem(sortKeyItem(key))),
    {
      title: vscode.l10n.t('Sort Records'),
      placeHolder: editor.selection.isEmpty
        ? vscode.l10n.t('All records of the file, by …')
        : vscode.l10n.t('The selected records, by …'),
      matchOnDetail: true,
    },
  )
  if (!chosen) return
  const edits = await askForEdit(editor, () =>
    send(client, sortRecordsRequest, { ...withSelection(client, editor), field: chosen.field }),
  )
  await applyWholeEdits(client, editor, edits ?? [])
}

const sortKeyItem = ({ field, order }: SortKey): vscode.QuickPickItem & Pick<SortKey, 'field'> => ({
  field,
  label: field ?? 'Id',
  ...(order.length > 0 && { detail: `In this order: ${order.join(', ')}` }),
})

const withSelection = (
  client: BaseLanguageClient,
  { document, selections }: vscode.TextEditor,
): { uri: string; selections: Selection[] } => ({
  uri: client.code2ProtocolConverter.asUri(document.uri),
  selections: selections.map(({ anchor, active }) => ({
    anchor: { line: anchor.line, character: anchor.character },
    active: { line: active.line, character: active.character },
  })),
})

/** Asks the server for edits, and again if the text has changed meanwhile: they would land elsewhere. */
async function askForEdit<Answer>(
  { document }: vscode.TextEditor,
  ask: () => Promise<Answer | null>,
): Promise<Answer | null> {
  for (;;) {
    const { version } = document
    const answer = await ask()
    if (document.version === version || document.isClosed) return answer
  }
}

async function applyWholeEdits(
  client: BaseLanguageClient,
  editor: vscode.TextEditor,
  edits: readonly { range: Parameters<BaseLanguageClient['protocol2CodeConverter']['asRange']>[0]; newText: string }[],
): Promise<void> {
  if (edits.length === 0) return
  await editor.edit(builder => {
    for (const { range, newText } of edits) builder.replace(client.protocol2CodeConverter.asRange(range)!, newText)
  })
}
