import * as vscode from 'vscode'
import { afterBreak, enterAt } from './enter.ts'

/** Keeps the contexts that the manifest's keybindings for Enter ask for: VS Code then acts without a delay. */
export function watchEnter(): vscode.Disposable[] {
  const known = new Map<string, unknown>()
  const set = (name: string, value: unknown): void => {
    if (known.get(name) === value) return
    known.set(name, value)
    void vscode.commands.executeCommand('setContext', name, value)
  }
  const update = (editor: vscode.TextEditor | undefined): void => {
    if (editor !== vscode.window.activeTextEditor) return
    const isRecords = editor?.document.languageId === 'rec'
    set('recline.enter', isRecords ? placeOf(editor) : undefined)
    set('recline.lineHasProblems', isRecords && lineHasProblems(editor))
  }
  const breaks = new LineBreaks()
  return [
    vscode.window.onDidChangeActiveTextEditor(update),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => update(textEditor)),
    vscode.languages.onDidChangeDiagnostics(() => update(vscode.window.activeTextEditor)),
    vscode.workspace.onDidChangeTextDocument(event => breaks.change(event)),
  ]
}

/**
 * Mends line breaks. The contexts come too late if a key follows quickly, or if the machine is busy; and VS Code drops
 * the edits of a formatter then. It also drops an edit of an extension if a key comes before it, so such an edit is
 * made again, where its text is then.
 */
class LineBreaks {
  /** The editor of the edits. */
  private editor: vscode.TextEditor | undefined
  private edits: vscode.TextEdit[] = []
  private isMending = false

  change({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): void {
    const editor = vscode.window.activeTextEditor
    if (document === this.editor?.document) this.follow(contentChanges, reason)
    if (document.languageId !== 'rec' || editor?.document !== document || reason !== undefined) return
    if (document !== this.editor?.document) this.edits = []
    this.editor = editor
    const change = contentChanges.find(({ text }) => /^\r?\n\s*(?:\| )?$/.test(text))
    // VS Code may delete the indentation of the line together with the break.
    if (change && contentChanges.every(other => other === change || (other.text === '' && other.range.isSingleLine))) {
      const { line } = change.range.start
      const [above, broken, below] = [line - 1, line, line + 1].map(at => (at < 0 ? '' : document.lineAt(at).text))
      for (const edit of afterBreak(above!, broken!, below!)) {
        const range = new vscode.Range(line + edit.line, edit.start, line + edit.endLine, edit.end)
        // VS Code refuses edits that overlap.
        this.edits = [
          ...this.edits.filter(other => !touches(range, other.range)),
          new vscode.TextEdit(range, edit.text),
        ]
      }
    }
    if (this.edits.length > 0 && !this.isMending) void this.mend()
  }

  /** Moves the edits along with their text. After a change of the same place, the text is as the author wants it. */
  private follow(
    changes: readonly vscode.TextDocumentContentChangeEvent[],
    reason: vscode.TextDocumentChangeReason | undefined,
  ): void {
    if (reason !== undefined) this.edits = []
    for (const { range, text } of changes)
      this.edits = this.edits.every(edit => !touches(range, edit.range))
        ? this.edits.map(edit => new vscode.TextEdit(afterChange(edit.range, range, text), edit.newText))
        : []
  }

  /** Makes the edits. The event of this change comes first, and takes them away as made. */
  private async mend(): Promise<void> {
    this.isMending = true
    for (let attempts = 20; attempts > 0 && this.edits.length > 0; attempts--) {
      const { editor, edits } = this
      const write = (builder: vscode.TextEditorEdit): void => {
        for (const { range, newText } of edits) builder.replace(range, newText)
      }
      try {
        await editor?.edit(write, { undoStopBefore: false, undoStopAfter: false })
      } catch {
        // The editor was closed. Meanwhile, there may be edits for another one.
        if (this.editor === editor) this.edits = []
      }
    }
    this.edits = []
    this.isMending = false
  }
}

/** Whether a change replaces a part of a range. */
function touches(change: vscode.Range, range: vscode.Range): boolean {
  return range.isEmpty
    ? !change.isEmpty && change.contains(range)
    : change.start.isBefore(range.end) && change.end.isAfter(range.start)
}

/** Where a range is after a change that does not touch it. */
function afterChange(range: vscode.Range, change: vscode.Range, text: string): vscode.Range {
  const lines = text.split('\n')
  const added = lines.length - 1 - (change.end.line - change.start.line)
  const column = lines.at(-1)!.length + (lines.length > 1 ? 0 : change.start.character)
  const after = (position: vscode.Position): vscode.Position => {
    if (position.isBefore(change.end)) return position
    const isSameLine = position.line === change.end.line
    return position.translate(added, isSameLine ? column - change.end.character : 0)
  }
  // What is typed at the end of a range, or at the place of an insertion, comes behind it.
  if (!change.start.isBefore(range.end)) return range
  return new vscode.Range(after(range.start), after(range.end))
}

function placeOf({ document, selection: { active } }: vscode.TextEditor): string | undefined {
  const { text } = document.lineAt(active.line)
  const above = active.line > 0 ? document.lineAt(active.line - 1).text : ''
  return enterAt(text.slice(0, active.character), text.slice(active.character), above)
}

const lineHasProblems = ({ document, selection: { active } }: vscode.TextEditor): boolean =>
  vscode.languages
    .getDiagnostics(document.uri)
    .some(
      ({ range, severity }) =>
        severity <= vscode.DiagnosticSeverity.Warning &&
        range.start.line <= active.line &&
        active.line <= range.end.line,
    )
