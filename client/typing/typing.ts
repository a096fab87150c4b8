import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { writeAndSelect } from '../editor/write-and-select.ts'
import { enterAt, isRestOfBreak } from './enter.ts'
import { barBefore, insertTyped, isFieldKey, type KeyContext, pressKey, type TypedKey, type TypedText } from './keys.ts'
import { KeysAhead, type NextStep } from './keys-ahead.ts'
import { linesBefore, linesOfRecord, offsetInLines, positionInLines, textFromLineTo } from './lines-of-text.ts'
import { SpecialLines } from './special-lines.ts'
import { suggest } from './suggest.ts'
import { TypedTags } from './typed-tags.ts'

/**
 * The keys that go through the fields of a record. When each of them applies is said in the manifest's keybindings.
 */
export interface Typing {
  readonly watching: readonly vscode.Disposable[]
  /** Whether the editor is still to get what keys have done in a document. */
  isAhead(document: vscode.TextDocument): boolean
  /** Whether a line is in a block, which has no records. */
  isInBlock(document: vscode.TextDocument, line: number): boolean
  /** Asks for the tags of a document again. */
  askTags(document: vscode.TextDocument): void
}

export function createTyping(client: BaseLanguageClient): Typing {
  const keys = new RecordKeys(client)
  const watching = [
    vscode.commands.registerCommand('recline.nextField', () => keys.press('next')),
    vscode.commands.registerCommand('recline.previousField', () => keys.press('previous')),
    vscode.commands.registerCommand('recline.startLineBelowRecord', () => keys.press('enter')),
    // VS Code itself has gone to the tab stop.
    vscode.commands.registerCommand('recline.atTabStop', () => keys.press('stop')),
    vscode.workspace.onDidChangeTextDocument(event => keys.change(event)),
    vscode.window.onDidChangeTextEditorSelection(event => keys.select(event)),
    vscode.window.onDidChangeActiveTextEditor(editor => keys.open(editor)),
    vscode.workspace.onDidCloseTextDocument(document => keys.close(document)),
  ]
  keys.open(vscode.window.activeTextEditor)
  return {
    watching,
    isAhead: document => keys.isAhead(document),
    isInBlock: (document, line) => keys.specialLinesOf(document).isInBlock(line),
    askTags: document => void keys.tags.ask(document),
  }
}

/** Some lines of a document, in which keys are ahead of the editor. */
interface Ahead {
  readonly editor: vscode.TextEditor
  readonly keys: KeysAhead
  readonly context: KeyContext
  /** The number of the first line. */
  first: number
}

class RecordKeys {
  readonly tags: TypedTags
  private readonly special = new WeakMap<vscode.TextDocument, SpecialLines>()
  private ahead: Ahead | undefined
  private isCatchingUp = false
  /** How many changes there were of files with records. */
  private changes = 0
  /** What a key has selected. With this selection, and no other, Tab goes on. */
  private selected: vscode.Selection | undefined
  /** Where the cursor is, and where it was before the keybinding of Enter has brought it to the end of its line. */
  private cursor: vscode.Position | undefined
  private lineEnd: vscode.Position | undefined
  private readonly contexts = new Map<string, boolean>()

  constructor(client: BaseLanguageClient) {
    this.tags = new TypedTags(client, () => this.prepare(vscode.window.activeTextEditor))
  }

  isAhead(document: vscode.TextDocument): boolean {
    return this.ahead?.editor.document === document
  }

  specialLinesOf(document: vscode.TextDocument): SpecialLines {
    const known = this.special.get(document) ?? newSpecialLines(document)
    this.special.set(document, known)
    return known
  }

  open(editor: vscode.TextEditor | undefined): void {
    if (editor) void this.tags.ask(editor.document)
    this.prepare(editor)
  }

  close(document: vscode.TextDocument): void {
    this.tags.forget(document)
  }

  press(key: TypedKey): void {
    const editor = vscode.window.activeTextEditor
    if (!editor) return
    const ahead = this.ahead?.editor === editor ? this.ahead : this.start(editor, editor.selection)
    const take = (): boolean => {
      ahead.keys.press(typed => pressKey(typed, key, ahead.context))
      return true
    }
    ahead.keys.hear({ isChange: false, take })
    this.ahead = ahead
    void this.catchUp()
  }

  change({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): void {
    if (document.languageId !== 'rec' || contentChanges.length === 0) return
    this.changes++
    this.followSpecial(document, contentChanges)
    if (this.ahead?.editor.document === document) {
      const { ahead } = this
      const take = (): boolean => reason === undefined && contentChanges.every(change => this.follow(ahead, change))
      if (!ahead.keys.hear({ isChange: true, take })) this.ahead = undefined
    } else if (reason === undefined && contentChanges.length === 1) this.mend(document, contentChanges[0]!)
  }

  select({ textEditor, selections, kind }: vscode.TextEditorSelectionChangeEvent): void {
    const [selection] = selections
    this.lineEnd = kind === vscode.TextEditorSelectionChangeKind.Command ? this.cursor : undefined
    this.cursor = selections.length === 1 ? selection?.active : undefined
    const { ahead } = this
    if (ahead?.editor === textEditor && selection) {
      const take = (): boolean => {
        const { anchor, active } = offsetsOfSelection(ahead, selection)
        return selections.length === 1 && ahead.keys.select(anchor, active)
      }
      if (!ahead.keys.hear({ isChange: false, take })) this.ahead = undefined
    }
    this.prepare(textEditor)
  }

  /** Tells VS Code what the keys do at the cursor, so that it decides at once. */
  private prepare(editor: vscode.TextEditor | undefined): void {
    if (!editor || editor !== vscode.window.activeTextEditor) return
    const { document, selection, selections } = editor
    const isRecords = document.languageId === 'rec' && selections.length === 1
    this.tell('recline.isFieldSelected', this.selected !== undefined && selection.isEqual(this.selected))
    this.tell('recline.isInRecord', isRecords && this.isInRecord(editor))
  }

  private isInRecord(editor: vscode.TextEditor): boolean {
    const { keys, context } = this.start(editor, editor.selection)
    return isFieldKey(keys.current, 'next', context) || isFieldKey(keys.current, 'previous', context)
  }

  private tell(name: string, value: boolean): void {
    if (this.contexts.get(name) === value) return
    this.contexts.set(name, value)
    void vscode.commands.executeCommand('setContext', name, value)
  }

  /** The lines of the record at a selection, or the line of it. */
  private start(editor: vscode.TextEditor, { anchor, active }: vscode.Selection): Ahead {
    const { document, options } = editor
    const special = this.specialLinesOf(document)
    const isInBlock = special.isInBlock(active.line)
    const [first, last] = isInBlock ? [active.line, active.line] : linesOfRecord(document, active.line)
    const size = typeof options.tabSize === 'number' ? options.tabSize : 4
    const context: KeyContext = {
      tags: this.tags.tagsBelow(special.headerOf(first), document),
      isInBlock,
      indentation: { size, usesSpaces: options.insertSpaces !== false },
    }
    const text = textFromLineTo(document, first, last)
    const place = { first, text }
    const keys = new KeysAhead({ text, anchor: offsetInLines(place, anchor), active: offsetInLines(place, active) })
    return { editor, keys, context, first }
  }

  private followSpecial(
    document: vscode.TextDocument,
    changes: readonly vscode.TextDocumentContentChangeEvent[],
  ): void {
    const known = this.special.get(document)
    // The lines of several changes are those of the texts between them.
    if (changes.length > 1) this.special.delete(document)
    else if (changes[0]) known?.change(changes[0])
  }

  /** @returns false if nobody knows any more what the keys give */
  private follow(ahead: Ahead, { range: { start, end }, text }: vscode.TextDocumentContentChangeEvent): boolean {
    const lines = ahead.keys.current.text.split('\n')
    const added = text.split(/\r\n|\r|\n/).length - 1 - (end.line - start.line)
    if (start.line >= ahead.first + lines.length) return true
    if (end.line < ahead.first) {
      ahead.first += added
      return true
    }
    if (start.line < ahead.first || end.line >= ahead.first + lines.length) return false
    const place = { first: ahead.first, text: ahead.keys.current.text }
    const change = {
      start: offsetInLines(place, start),
      end: offsetInLines(place, end),
      text: text.replace(/\r\n?/g, '\n'),
    }
    return ahead.keys.change(change, (typed, text) => insertTyped(typed, text, ahead.context))
  }

  /**
   * Mends what VS Code has done for a key before it knew where the cursor is: a Tab that has indented in a record, a
   * line break above the other lines of a record, and a line break behind a line that is none of a record. And a bar
   * where one stands already.
   */
  private mend(document: vscode.TextDocument, change: vscode.TextDocumentContentChangeEvent): void {
    const editor = vscode.window.activeTextEditor
    const { range, text } = change
    if (editor?.document !== document || editor.selections.length > 1 || !range.isEmpty) return
    const key = keyWritten(text)
    const settings = vscode.workspace.getConfiguration('recline', document)
    if (!key || settings.get('keys') !== 'all' || (key === 'next' && settings.get('typing.tab') === false)) return
    // What Enter has broken there is mended by `LineBreaks`.
    const { line } = range.start
    if (key === 'enter' && line > 0 && isRestOfBreak(document.lineAt(line - 1).text, document.lineAt(line).text)) return
    const from = key === 'enter' && this.lineEnd?.line === range.start.line ? this.lineEnd : range.start
    const ahead = this.before(editor, change, from)
    const { context, keys } = ahead
    if (isDoneRight(keys.current, key, from.isEqual(range.start), context)) return
    const start = keys.current.active + range.start.character - from.character
    const written = { start, end: start, text: text.replace(/\r\n?/g, '\n') }
    keys.changeInstead(written, typed =>
      key === 'bar' ? insertTyped(typed, text, context) : pressKey(typed, key, context),
    )
    this.ahead = ahead
    void this.catchUp()
  }

  /** The lines at a change as they were before it, with the cursor at a place of them. */
  private before(
    editor: vscode.TextEditor,
    { range, text }: vscode.TextDocumentContentChangeEvent,
    cursor: vscode.Position,
  ): Ahead {
    const place = linesBefore(editor.document, range, text)
    const started = this.start(editor, new vscode.Selection(range.start, range.start))
    const active = offsetInLines(place, cursor)
    return { ...started, first: place.first, keys: new KeysAhead({ text: place.text, anchor: active, active }) }
  }

  /** Lets the editor have what the keys give. VS Code drops an edit of an extension if a key comes before it. */
  private async catchUp(): Promise<void> {
    if (this.isCatchingUp) return
    this.isCatchingUp = true
    let attempts = 40
    while (attempts > 0 && this.ahead) {
      const { ahead, changes } = this
      const step = ahead.keys.next()
      if (step) {
        const isMade = await this.make(ahead, step).then(undefined, () => false)
        if (!ahead.keys.done(isMade) && this.ahead === ahead) this.ahead = undefined
        // While the author types on, VS Code drops each edit that a key comes before.
        if (changes === this.changes) attempts--
      } else {
        this.ahead = undefined
        if (ahead.keys.opensList) await suggest()
      }
    }
    this.ahead = undefined
    this.isCatchingUp = false
    this.prepare(vscode.window.activeTextEditor)
  }

  private async make(ahead: Ahead, { write, anchor, active }: NextStep): Promise<boolean> {
    const { editor, first } = ahead
    const place = { first, text: ahead.keys.current.text }
    const { start, end, text } = write ?? { start: anchor, end: anchor, text: '' }
    const range = new vscode.Range(positionInLines(place, start), positionInLines(place, end))
    const [from, to] = write ? [anchor - start, active - start] : [0, 0]
    const isMade = await writeAndSelect(editor, { range, text, start: from, end: to }, write !== undefined)
    if (isMade && !write && anchor !== active)
      await this.selectValue(
        editor,
        new vscode.Selection(positionInLines(place, anchor), positionInLines(place, active)),
      )
    return isMade
  }

  /**
   * Selects the value behind the cursor. A key that comes meanwhile is typed before the value. So VS Code selects from
   * where the cursor is then.
   */
  private async selectValue(editor: vscode.TextEditor, value: vscode.Selection): Promise<void> {
    this.selected = value
    // Before VS Code selects the value: the next key may come right behind that.
    this.tell('recline.isFieldSelected', true)
    const length = value.end.character - value.start.character
    await vscode.commands.executeCommand('cursorMove', { to: 'right', value: length, select: true })
    this.prepare(editor)
  }
}

const offsetsOfSelection = (
  { first, keys }: Ahead,
  { anchor, active }: vscode.Selection,
): { anchor: number; active: number } => {
  const place = { first, text: keys.current.text }
  return { anchor: offsetInLines(place, anchor), active: offsetInLines(place, active) }
}

const newSpecialLines = (document: vscode.TextDocument): SpecialLines =>
  new SpecialLines(document.lineCount, line => document.lineAt(line).text)

/** The key with which the editor has written a text, if the text can be wrong. */
function keyWritten(text: string): 'next' | 'enter' | 'bar' | undefined {
  if (text === '|') return 'bar'
  if (/^\r?\n[^\S\r\n]*$/.test(text)) return 'enter'
  return /^(?:\t| {2,})$/.test(text) ? 'next' : undefined
}

/**
 * Whether the editor has written what a key gives.
 *
 * @param isAtCursor whether it has written at the cursor, and not at the end of the line
 */
function isDoneRight(
  typed: TypedText,
  key: 'next' | 'enter' | 'bar',
  isAtCursor: boolean,
  context: KeyContext,
): boolean {
  if (key === 'next') return !isFieldKey(typed, 'next', context)
  return key === 'bar' ? barBefore(typed, context) === undefined : isBrokenRight(typed, isAtCursor, context)
}

/**
 * Whether the editor has broken a line where Enter breaks it.
 *
 * @param isAtCursor whether it has broken it at the cursor, and not at the end of the line
 */
function isBrokenRight({ text, active }: TypedText, isAtCursor: boolean, { isInBlock }: KeyContext): boolean {
  const start = text.lastIndexOf('\n', active - 1) + 1
  const [behind = '', below = ''] = text.slice(active).split('\n')
  const place = isInBlock ? undefined : enterAt({ before: text.slice(start, active), behind, above: '', below })
  // What Enter has broken in a record, `LineBreaks` mends at all cursors.
  return isAtCursor ? place !== 'aboveLines' : place === 'recordEnd' || place === 'inside'
}
