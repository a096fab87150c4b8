import * as vscode from 'vscode'
import { rangeAfter } from './pending-edits.ts'
import { isSameRange, type TextRange, textEnd } from './positions.ts'

/**
 * A text in an editor that may be replaced later. It moves along with what is typed around it, and belongs to the
 * author as soon as something in it changes.
 */
export class MovingText implements vscode.Disposable {
  private range: TextRange | undefined
  /** What is written in its place. */
  private written: string | undefined
  private readonly watching: vscode.Disposable

  constructor(
    private readonly editor: vscode.TextEditor,
    { range: { start }, text }: vscode.TextDocumentContentChangeEvent,
  ) {
    this.range = { start, end: textEnd(start, text) }
    this.watching = vscode.workspace.onDidChangeTextDocument(event => this.change(event))
  }

  /**
   * Replaces the text, as a step that undo takes back alone. VS Code drops an edit of an extension if a key comes
   * before it, so the edit is made again.
   *
   * @returns whether it was replaced: not after the author has changed it
   */
  async replace(text: string): Promise<boolean> {
    this.written = text
    for (let attempts = 20; attempts > 0 && this.range; attempts--) {
      const { start, end } = this.range
      const range = new vscode.Range(start.line, start.character, end.line, end.character)
      const isMade = await this.editor.edit(builder => builder.replace(range, text)).then(undefined, () => false)
      if (isMade) return true
    }
    return false
  }

  dispose(): void {
    this.watching.dispose()
  }

  private change({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    if (document !== this.editor.document || !this.range) return
    const [change] = contentChanges
    const isOwn = contentChanges.length === 1 && isSameRange(change!.range, this.range) && change!.text === this.written
    this.range = isOwn
      ? { start: this.range.start, end: textEnd(this.range.start, change!.text) }
      : rangeAfter(this.range, contentChanges)
  }
}
