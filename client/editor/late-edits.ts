import * as vscode from 'vscode'
import { type PendingEdit, pendingAfter, touches } from './pending-edits.ts'

/**
 * Edits behind the author's keys. VS Code drops an edit of an extension if a key comes before it, so such an edit is
 * made again, where its text is then.
 */
export class LateEdits {
  /** The editor of the edits. */
  private editor: vscode.TextEditor | undefined
  private edits: readonly PendingEdit[] = []
  private isMaking = false
  /** How often the edits are tried again if nothing changes. */
  private attempts = 0

  /** @param isStep whether undo takes back the edits alone, and not together with what was typed before */
  constructor(private readonly isStep: boolean) {}

  /** Moves the edits along with the text. Undo and redo give the author what was there before, so no edit is left. */
  change({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): void {
    if (document !== this.editor?.document) return
    this.edits = reason === undefined ? pendingAfter(this.edits, contentChanges) : []
    // While the author types on, VS Code drops the edits each time.
    this.attempts = triesOfEdit
  }

  /** Adds an edit, in place of those that it overlaps: VS Code refuses such edits. */
  add(editor: vscode.TextEditor, edit: PendingEdit): void {
    if (editor.document !== this.editor?.document) this.edits = []
    this.editor = editor
    this.edits = [...this.edits.filter(other => !touches(edit.range, other.range)), edit]
  }

  /** Makes the edits. The event of this change comes first, and takes them away as made. */
  async make(): Promise<void> {
    if (this.edits.length === 0 || this.isMaking) return
    this.isMaking = true
    this.attempts = triesOfEdit
    while (this.attempts-- > 0 && this.edits.length > 0) {
      const { editor, edits } = this
      const write = (builder: vscode.TextEditorEdit): void => {
        for (const { range, newText } of edits) builder.replace(asRange(range), newText)
      }
      try {
        await editor?.edit(write, { undoStopBefore: this.isStep, undoStopAfter: this.isStep })
      } catch {
        // The editor was closed. Meanwhile, there may be edits for another one.
        if (this.editor === editor) this.edits = []
      }
    }
    this.edits = []
    this.isMaking = false
  }
}

const triesOfEdit = 20

const asRange = ({ start, end }: PendingEdit['range']): vscode.Range =>
  new vscode.Range(start.line, start.character, end.line, end.character)
