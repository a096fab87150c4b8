import * as vscode from 'vscode'

/**
 * Holds back the problems of what the author is just about to write: a tag up to the cursor behind its `@`, an empty
 * value at the cursor in a line that the author writes, and those of a new record until the cursor leaves it. They
 * come when the cursor is elsewhere, and when the file is saved.
 */
export class UnfinishedValues {
  /** What the server has sent last, by the URIs of documents some of whose problems are held back. */
  private readonly held = new Map<string, { diagnostics: vscode.Diagnostic[]; show: Show }>()
  /** The line that the author has changed, until the cursor leaves it: who goes to a problem wants to see it. */
  private written: { readonly document: vscode.TextDocument; readonly line: number } | undefined

  /** @param isNew whether a line is of a new record that the cursor has not left */
  constructor(private readonly isNew: (document: vscode.TextDocument, line: number) => boolean) {}

  /** What shows what changes. */
  watch(): vscode.Disposable[] {
    return [
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges: [change] }) => {
        if (!change || document !== vscode.window.activeTextEditor?.document) return
        this.written = { document, line: change.range.start.line + change.text.split('\n').length - 1 }
      }),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor: { document }, selections }) => {
        if (!selections.some(({ active: { line } }) => line === this.written?.line)) this.written = undefined
        this.update(document.uri)
      }),
      vscode.window.onDidChangeActiveTextEditor(() => {
        for (const uri of [...this.held.keys()]) this.update(vscode.Uri.parse(uri))
      }),
      // What is saved is checked as it is.
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        const held = this.held.get(uri.toString())
        this.held.delete(uri.toString())
        held?.show(uri, held.diagnostics)
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.held.delete(uri.toString())),
    ]
  }

  /** Shows the problems of a file, except for those of unfinished values. */
  show(uri: vscode.Uri, diagnostics: vscode.Diagnostic[], show: Show): void {
    const editor = vscode.window.activeTextEditor
    const isActive = editor?.document.uri.toString() === uri.toString()
    const shown = isActive ? diagnostics.filter(diagnostic => !this.isUnfinished(editor, diagnostic)) : diagnostics
    if (shown.length < diagnostics.length) this.held.set(uri.toString(), { diagnostics, show })
    else this.held.delete(uri.toString())
    show(uri, shown)
  }

  /** Shows what is no longer unfinished. */
  private update(uri: vscode.Uri): void {
    const held = this.held.get(uri.toString())
    if (held) this.show(uri, held.diagnostics, held.show)
  }

  private isUnfinished({ document, selections }: vscode.TextEditor, { range, code }: vscode.Diagnostic): boolean {
    if (!range.isSingleLine) return false
    const { line } = range.start
    const isWritten = this.written?.document === document && this.written.line === line
    if (isWritten && selections.some(({ active }) => isStartedTag(document.lineAt(line).text, active, line)))
      return true
    const isEmpty = codeOf(code) === 'missing-value' || document.getText(range) === '""'
    if (!isEmpty) return false
    return (isWritten && selections.some(({ active }) => range.contains(active))) || this.isNew(document, line)
  }
}

/** Whether a line has only an `@` and what is typed of its tag, up to the cursor. */
const isStartedTag = (text: string, { line, character }: vscode.Position, ofProblem: number): boolean =>
  line === ofProblem && /^\s*@[\w.]*$/.test(text) && character === text.length

type Show = (uri: vscode.Uri, diagnostics: vscode.Diagnostic[]) => void

const codeOf = (code: vscode.Diagnostic['code']): unknown => (typeof code === 'object' ? code.value : code)
