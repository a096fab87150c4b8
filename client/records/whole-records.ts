import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { editWholes, type WholesAction, type WholesEdit } from '../../shared/edit/edit-wholes.ts'
import type { TextEdit } from '../../shared/protocol/lsp.ts'
import { send } from '../../shared/protocol/request.ts'
import {
  duplicateRecordsRequest,
  type SortKey,
  sortKeysRequest,
  sortRecordsRequest,
} from '../../shared/protocol/whole-records.ts'
import type { Span } from '../../shared/syntax/nodes.ts'
import type { TextChange } from '../../shared/syntax/text-change.ts'
import { edit, offsetAt, type Selection, type Tree } from '../../shared/syntax/tree.ts'
import { DocumentTrees } from '../editor/document-trees.ts'
import { plainItem } from '../editor/plain-text.ts'
import { writeAndSelect } from '../editor/write-and-select.ts'

/** The commands that act on whole records. Where there is no record, they run the command of VS Code for lines. */
export function createWholeRecordCommands(client: BaseLanguageClient): vscode.Disposable[] {
  const trees = new DocumentTrees()
  // A key that is held down comes faster than VS Code makes the edits, and each needs the text that the last one left.
  let last: Promise<unknown> = Promise.resolve()
  const register = (name: string, otherwise: string, editOf: EditOfSelections): vscode.Disposable =>
    vscode.commands.registerCommand(`recline.${name}`, () => {
      const act = (): Promise<void> => editSelected(trees, editOf, otherwise)
      last = last.then(act, act)
      return last
    })
  return [
    vscode.workspace.onDidChangeTextDocument(event => trees.change(event)),
    ...actions.map(([name, action, otherwise]) =>
      register(name, otherwise, ({ selections }, tree) => editWholes(tree, action, selections)),
    ),
    // The server knows which ids are free.
    ...copies.map(([name, way, otherwise]) =>
      register(name, otherwise, async (editor, tree) => {
        const answer = await send(client, duplicateRecordsRequest, { ...withSelection(client, editor), way })
        const changeOf = ({ range, newText }: TextEdit): TextChange => ({
          start: offsetAt(tree, range.start),
          end: offsetAt(tree, range.end),
          text: newText,
        })
        return answer && { changes: answer.edits.map(changeOf), selections: answer.selections }
      }),
    ),
    vscode.commands.registerCommand('recline.sortRecords', () => askSortRecords(client)),
  ]
}

const actions: readonly (readonly [name: string, action: WholesAction, otherwise: string])[] = [
  ['moveRecordUp', 'moveUp', 'editor.action.moveLinesUpAction'],
  ['moveRecordDown', 'moveDown', 'editor.action.moveLinesDownAction'],
  ['deleteRecord', 'delete', 'editor.action.deleteLines'],
  ['toggleRecordComment', 'toggleComment', 'editor.action.commentLine'],
  ['selectRecord', 'select', 'expandLineSelection'],
]

const copies = [
  ['duplicateRecordUp', 'up', 'editor.action.copyLinesUpAction'],
  ['duplicateRecord', 'down', 'editor.action.copyLinesDownAction'],
] as const

/** The edit of the records that are selected; null where there is no record. */
type EditOfSelections = (editor: vscode.TextEditor, tree: Tree) => WholesEdit | null | Promise<WholesEdit | null>

/** Edits what is selected, and again from the start if a key has changed the text meanwhile. */
async function editSelected(trees: DocumentTrees, editOf: EditOfSelections, otherwise: string): Promise<void> {
  for (;;) {
    const editor = vscode.window.activeTextEditor
    if (!editor) return
    const { document } = editor
    const { version } = document
    const tree = trees.of(document)
    const wholes = document.languageId === 'rec' ? await editOf(editor, tree) : null
    if (document.version !== version) continue
    if (!wholes) return void (await vscode.commands.executeCommand(otherwise))
    const isMade = await makeEdit(editor, tree, wholes)
    if (isMade || document.version === version) return editor.revealRange(editor.selection)
  }
}

/** @returns whether VS Code has made the edit */
async function makeEdit(editor: vscode.TextEditor, tree: Tree, { changes, selections }: WholesEdit): Promise<boolean> {
  const rangeOf = ({ start, end }: TextChange): vscode.Range =>
    new vscode.Range(editor.document.positionAt(start), editor.document.positionAt(end))
  const [change, ...others] = changes
  const selected = change && others.length === 0 && selectedIn(tree, change, selections)
  if (selected) return writeAndSelect(editor, { range: rangeOf(change), text: change.text, ...selected }, true)
  const write = (builder: vscode.TextEditorEdit): void => {
    for (const each of changes) builder.replace(rangeOf(each), each.text)
  }
  if (change && !(await editor.edit(write))) return false
  const wanted = selections.map(
    ({ anchor, active }) => new vscode.Selection(anchor.line, anchor.character, active.line, active.character),
  )
  // VS Code sets the cursor later. If the user types on in the meantime, that would move the cursor away from the text.
  const isThere = wanted.every((selection, index) => editor.selections[index]?.isEqual(selection))
  if (!isThere || wanted.length !== editor.selections.length) editor.selections = wanted
  return true
}

/** What of the text of a change is selected after it; undefined for anything that is not one part of it, forwards. */
function selectedIn(tree: Tree, change: TextChange, selections: readonly Selection[]): Span | undefined {
  const [selection, ...others] = selections
  if (!selection || others.length > 0) return undefined
  const after = edit(tree, change.start, change.end, change.text)
  const start = offsetAt(after, selection.anchor) - change.start
  const end = offsetAt(after, selection.active) - change.start
  return 0 <= start && start <= end && end <= change.text.length ? { start, end } : undefined
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
  const { document } = editor
  // A key that comes meanwhile changes the text, and the edits would land elsewhere.
  for (let isSorted = false; !isSorted && !document.isClosed; ) {
    const { version } = document
    const params = { ...withSelection(client, editor), field: chosen.field }
    const edits = (await send(client, sortRecordsRequest, params)) ?? []
    if (document.version !== version) continue
    isSorted =
      edits.length === 0 ||
      (await editor.edit(builder => {
        for (const { range, newText } of edits) builder.replace(client.protocol2CodeConverter.asRange(range), newText)
      })) ||
      document.version === version
  }
}

const sortKeyItem = ({ field, order }: SortKey): vscode.QuickPickItem & Pick<SortKey, 'field'> => ({
  field,
  label: field ?? 'Id',
  ...(order.length > 0 && { detail: vscode.l10n.t('In this order: {values}', { values: order.join(', ') }) }),
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
