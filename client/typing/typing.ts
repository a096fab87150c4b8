import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { send } from '../../shared/protocol/request.ts'
import { type NextField, type NextFieldParams, nextFieldRequest } from '../../shared/protocol/typing.ts'
import { suggest } from './suggest.ts'
import { type Destination, PendingKeys } from './type-ahead.ts'

/** The keys that go through the fields of a record. When each of them applies is said in the manifest's keybindings. */
export function createTyping(client: BaseLanguageClient): vscode.Disposable[] {
  const fieldKeys = new FieldKeys(client)
  return [
    vscode.commands.registerCommand('recline.nextField', () => fieldKeys.press('next', 'tab')),
    vscode.commands.registerCommand('recline.previousField', () => fieldKeys.press('previous', 'outdent')),
    vscode.commands.registerCommand('recline.startLineBelowRecord', () => fieldKeys.press('below', 'lineBreakInsert')),
    // VS Code itself has gone to the tab stop.
    vscode.commands.registerCommand('recline.atTabStop', () => fieldKeys.press('stop')),
    vscode.workspace.onDidChangeTextDocument(event => fieldKeys.change(event)),
    vscode.window.onDidChangeTextEditorSelection(event => fieldKeys.select(event)),
  ]
}

/** The keys that were pressed, in turn: a key starts where the key before it leads. */
class FieldKeys {
  private editor: vscode.TextEditor | undefined
  private pending = new PendingKeys()
  private last: Promise<void> = Promise.resolve()
  /** What Shift+Tab has selected. With this selection, and no other, Tab goes on. */
  private selected: vscode.Selection | undefined
  /** Whether all keys that wait have gone to tab stops. */
  private isAtStop = false
  /** Whether VS Code is about to select it. */
  private isSelecting = false

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
    // VS Code itself goes from tab stop to tab stop: where it was before no longer matters.
    if (to === 'stop' && this.isAtStop) this.pending = new PendingKeys()
    this.isAtStop = to === 'stop' && (this.isAtStop || !this.pending.isWaiting)
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

  select({ textEditor, selections }: Pick<vscode.TextEditorSelectionChangeEvent, 'textEditor' | 'selections'>): void {
    if (this.isSelecting) return
    if (textEditor === this.editor) this.pending.cursorIn(selections[0]!.active.line)
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
    if (to === 'stop' && pending !== this.pending) return
    // Its command would run where the author is now.
    if (!pending.isWaiting) return
    if (!next) {
      if (otherwise !== undefined) await vscode.commands.executeCommand(otherwise)
      return
    }
    await this.move(editor, pending, next, known)
    if (next.suggests) await suggest({ auto: true })
  }

  private async move(
    editor: vscode.TextEditor,
    pending: PendingKeys,
    { edits, selection }: NextField,
    known: number,
  ): Promise<void> {
    if (!selection) return
    const { start, end } = this.client.protocol2CodeConverter.asRange(selection)
    const value = new vscode.Range(start, end)
    if (value.isEmpty) return void (await makeLanding(editor, pending, () => ({ edits, cursor: start }), known))
    const made = await makeLanding(editor, pending, () => replacing(selection, pending.typedFirst), known)
    if (!made || made.edits.length > 0) return
    pending.moveTo(start)
    // Where another key goes on, this value is not shown as selected.
    const isShown = pending.isLast && pending.text === ''
    if (isShown) await this.selectValue(editor, pending, value)
    const isThere = (): boolean => !isShown || pending.isSelected
    if (isThere() && pending.typedFirst !== '')
      await makeLanding(editor, pending, () => replacing(selection, isThere() ? pending.typedFirst : ''), 0)
  }

  /**
   * Selects the value behind the cursor. A key that comes meanwhile is typed before the value. So VS Code selects from
   * where the cursor is then.
   */
  private async selectValue(
    editor: vscode.TextEditor,
    pending: PendingKeys,
    { start, end }: vscode.Range,
  ): Promise<void> {
    const length = end.character - start.character
    pending.select(length)
    this.selected = new vscode.Selection(start, end)
    this.isSelecting = true
    // Before VS Code selects the value: the next key may come right behind that.
    void vscode.commands.executeCommand('setContext', 'recline.isFieldSelected', true)
    await vscode.commands.executeCommand('cursorMove', { to: 'right', value: length, select: true })
    this.isSelecting = false
    this.select({ textEditor: editor, selections: editor.selections })
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
 *
 * @param destinationNow is called before each attempt, as it may depend on what was typed
 * @returns the destination that was made, if any
 */
async function makeLanding(
  editor: vscode.TextEditor,
  pending: PendingKeys,
  destinationNow: () => Destination,
  known: number,
): Promise<Destination | undefined> {
  const { document } = editor
  for (let attempts = 20; attempts > 0 && pending.isWaiting; attempts--) {
    const destination = destinationNow()
    const { range, before, behind } = pending.land(line => document.lineAt(line).text, destination, known)
    // A tab stop written as `$0` would take a digit behind it as its own.
    const snippet = new vscode.SnippetString().appendText(before).appendPlaceholder('', 0).appendText(behind)
    const { start, end } = range
    const place = new vscode.Range(start.line, start.character, end.line, end.character)
    const isUndone = destination.edits.length > 0
    const options = { undoStopBefore: isUndone, undoStopAfter: isUndone, keepWhitespace: true }
    if (await editor.insertSnippet(snippet, place, options)) return destination
  }
  return undefined
}
