import * as vscode from 'vscode'
import { afterBreak, barBeforeRecord, brokenLines, enterAt, isEmptyValue } from './enter.ts'
import { type PendingEdit, pendingAfter, touches } from './pending-edits.ts'

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
    set('recline.isValueComplete', isRecords && isValueComplete(editor))
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
 * Mends line breaks, and the start of a record behind a bar that Enter has made. The contexts come too late if a key
 * follows quickly, or if the machine is busy; and VS Code drops the edits of a formatter then. It also drops an edit of
 * an extension if a key comes before it, so such an edit is made again, where its text is then.
 */
class LineBreaks {
  /** The editor of the edits. */
  private editor: vscode.TextEditor | undefined
  private edits: readonly PendingEdit[] = []
  private isMending = false

  change({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): void {
    const editor = vscode.window.activeTextEditor
    if (document === this.editor?.document)
      this.edits = reason === undefined ? pendingAfter(this.edits, contentChanges) : []
    if (document.languageId !== 'rec' || editor?.document !== document || reason !== undefined) return
    if (document !== this.editor?.document) this.edits = []
    this.editor = editor
    const textOf = (line: number): string => lineText(document, line)
    for (const line of brokenLines(contentChanges)) {
      for (const edit of afterBreak(textOf(line - 1), textOf(line), textOf(line + 1)))
        this.add(new vscode.Range(line + edit.line, edit.start, line + edit.endLine, edit.end), edit.text)
    }
    for (const { range, text } of contentChanges) {
      const { line } = range.start
      const bar = text === '@' ? barBeforeRecord(textOf(line - 1), textOf(line)) : 0
      if (bar > 0) this.add(new vscode.Range(line, 0, line, bar), '')
    }
    if (this.edits.length > 0 && !this.isMending) void this.mend()
  }

  /** Adds an edit, in place of those that it overlaps: VS Code refuses such edits. */
  private add(range: vscode.Range, newText: string): void {
    this.edits = [...this.edits.filter(other => !touches(range, other.range)), { range, newText }]
  }

  /** Makes the edits. The event of this change comes first, and takes them away as made. */
  private async mend(): Promise<void> {
    this.isMending = true
    for (let attempts = 20; attempts > 0 && this.edits.length > 0; attempts--) {
      const { editor, edits } = this
      const write = (builder: vscode.TextEditorEdit): void => {
        for (const { range, newText } of edits) builder.replace(asRange(range), newText)
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

const asRange = ({ start, end }: PendingEdit['range']): vscode.Range =>
  new vscode.Range(start.line, start.character, end.line, end.character)

/** The text of a line; empty above the first and below the last one. */
const lineText = (document: vscode.TextDocument, line: number): string =>
  line >= 0 && line < document.lineCount ? document.lineAt(line).text : ''

/** What Enter does at the cursor; undefined if it does not do the same at all of several cursors. */
function placeOf({ document, selections }: vscode.TextEditor): string | undefined {
  const places = new Set(
    selections.map(({ active }) => {
      const textOf = (line: number): string => lineText(document, line)
      const text = textOf(active.line)
      const [before, behind] = [text.slice(0, active.character), text.slice(active.character)]
      return enterAt({ before, behind, above: textOf(active.line - 1), below: textOf(active.line + 1) })
    }),
  )
  return places.size === 1 ? [...places][0] : undefined
}

/** Whether Enter may end the record although a list of values is visible. */
function isValueComplete({ document, selection: { active } }: vscode.TextEditor): boolean {
  if (isEmptyValue(document.lineAt(active.line).text.slice(0, active.character))) return false
  return !vscode.languages
    .getDiagnostics(document.uri)
    .some(
      ({ range, severity }) =>
        severity <= vscode.DiagnosticSeverity.Warning &&
        range.start.line <= active.line &&
        active.line <= range.end.line,
    )
}
