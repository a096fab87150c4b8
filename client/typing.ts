import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { send } from '../shared/protocol/request.ts'
import { type NextField, type NextFieldParams, nextFieldRequest } from '../shared/protocol/typing.ts'
import { type Destination, PendingKeys } from './type-ahead.ts'

/** The keys that go through the fields of a record. When each of them applies is said in the manifest's keybindings. */
export function createTyping(client: BaseLanguageClient): vscode.Disposable[] {
  const fieldKeys = new FieldKeys(client)
  return [
    vscode.commands.registerCommand('recline.nextField', () => fieldKeys.press('next', 'tab')),
    vscode.commands.registerCommand('recline.previousField', () => fieldKeys.press('previous', 'outdent')),
    // VS Code itself has gone to the tab stop.
    vscode.commands.registerCommand('recline.atTabStop', () => fieldKeys.press('stop')),
    vscode.workspace.onDidChangeTextDocument(event => fieldKeys.change(event)),
    vscode.window.onDidChangeTextEditorSelection(({ selections }) => fieldKeys.select(selections)),
  ]
}

/** The keys that were pressed, in turn: a key starts where the key before it leads. */
class FieldKeys {
  private editor: vscode.TextEditor | undefined
  private pending = new PendingKeys()
  private last: Promise<void> = Promise.resolve()
  /** What Shift+Tab has selected. With this selection, and no other, Tab goes on. */
  private selected: vscode.Selection | undefined

  constructor(private readonly client: BaseLanguageClient) {}

  /** @param otherwise the command of VS Code that the key runs where there is no field to go to */
  press(to: NextFieldParams['to'], otherwise?: string): Promise<void> {
    const editor = vscode.window.activeTextEditor
    if (!editor) return this.last
    // Right now: the events of the keys behind this one may already be there.
    if (editor !== this.editor) {
      this.editor = editor
      this.pending = new PendingKeys()
    }
    const { pending } = this
    pending.press(editor.selection.active)
    const go = (): Promise<void> => this.go(editor, pending, to, otherwise).finally(() => pending.done())
    this.last = this.last.then(go, go)
    return this.last
  }

  change({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    if (document !== this.editor?.document) return
    for (const change of contentChanges) this.pending.change(change)
  }

  select(selections: readonly vscode.Selection[]): void {
    const isSelected = this.selected !== undefined && selections[0]!.isEqual(this.selected)
    void vscode.commands.executeCommand('setContext', 'recline.isFieldSelected', isSelected)
  }

  private async go(
    editor: vscode.TextEditor,
    pending: PendingKeys,
    to: NextFieldParams['to'],
    otherwise: string | undefined,
  ): Promise<void> {
    if (!pending.isWaiting) return
    const uri = this.client.code2ProtocolConverter.asUri(editor.document.uri)
    const known = pending.text.length
    const next = await send(this.client, nextFieldRequest, { uri, position: pending.cursor, to })
    if (!next) {
      if (otherwise !== undefined) await vscode.commands.executeCommand(otherwise)
      return
    }
    await this.move(editor, pending, next, known)
    if (next.suggests) await vscode.commands.executeCommand('editor.action.triggerSuggest', { auto: true })
  }

  private async move(
    editor: vscode.TextEditor,
    pending: PendingKeys,
    { edits, selection }: NextField,
    known: number,
  ): Promise<void> {
    if (!selection) return
    const { start, end } = this.client.protocol2CodeConverter.asRange(selection)
    if (start.isEqual(end)) return land(editor, pending, { edits, cursor: start }, known)
    // Another key goes on from here, so this value is not shown as selected.
    if (!pending.isLast) return land(editor, pending, replacing(selection, pending.typedFirst), known)
    this.selected = new vscode.Selection(start, end)
    editor.selection = this.selected
    editor.revealRange(this.selected)
    // VS Code does this after it has selected the value.
    await vscode.commands.executeCommand('setContext', 'recline.isFieldSelected', true)
    if (pending.text === '') pending.moveTo(start)
    // What was typed before VS Code selected the value replaces it too. If keys came before and after that, the first
    // ones stay where they were typed.
    else await land(editor, pending, replacing(selection, pending.text), known)
  }
}

/** The start of a value, without the value if something was typed that replaces it. */
const replacing = (range: Destination['edits'][number]['range'], typed: string): Destination => ({
  edits: typed === '' ? [] : [{ range, newText: '' }],
  cursor: range.start,
})

/**
 * Makes the edits, moves the cursor, and takes along what was typed since the key. VS Code does all of this at once, as
 * a snippet, or nothing of it if a key came before it.
 */
async function land(
  editor: vscode.TextEditor,
  pending: PendingKeys,
  destination: Destination,
  known: number,
): Promise<void> {
  const { document } = editor
  const isUndone = destination.edits.length > 0
  for (let attempts = 20; attempts > 0 && pending.isWaiting; attempts--) {
    const { range, before, behind } = pending.land(line => document.lineAt(line).text, destination, known)
    const snippet = new vscode.SnippetString().appendText(before).appendTabstop(0).appendText(behind)
    const { start, end } = range
    const place = new vscode.Range(start.line, start.character, end.line, end.character)
    const options = { undoStopBefore: isUndone, undoStopAfter: isUndone, keepWhitespace: true }
    if (await editor.insertSnippet(snippet, place, options)) return
  }
}
