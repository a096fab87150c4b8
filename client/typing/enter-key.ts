import * as vscode from 'vscode'
import { LateEdits } from '../editor/late-edits.ts'
import { afterBreak, barBeforeRecord, brokenLines, enterAt, isEmptyValue } from './enter.ts'
import type { Typing } from './typing.ts'

/** Keeps the contexts that the manifest's keybindings for Enter ask for: VS Code then acts without a delay. */
export function watchEnter(typing: Typing): vscode.Disposable[] {
  const known = new Map<string, unknown>()
  const set = (name: string, value: unknown): void => {
    if (known.get(name) === value) return
    known.set(name, value)
    void vscode.commands.executeCommand('setContext', name, value)
  }
  const update = (editor: vscode.TextEditor | undefined): void => {
    if (editor !== vscode.window.activeTextEditor) return
    const isRecords = editor?.document.languageId === 'rec'
    set('recline.enter', isRecords ? enterPlace(editor, typing) : undefined)
    set('recline.isValueComplete', isRecords && isValueComplete(editor))
  }
  const breaks = new LineBreaks(typing)
  return [
    vscode.window.onDidChangeActiveTextEditor(update),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => update(textEditor)),
    vscode.languages.onDidChangeDiagnostics(() => update(vscode.window.activeTextEditor)),
    vscode.workspace.onDidChangeTextDocument(event => breaks.change(event)),
  ]
}

/**
 * Mends line breaks, and the start of a record behind a bar that Enter has made. The contexts come too late if a key
 * follows quickly, or if the machine is busy; and VS Code drops the edits of a formatter then.
 */
class LineBreaks {
  private readonly edits = new LateEdits(false)

  constructor(private readonly typing: Typing) {}

  change(event: vscode.TextDocumentChangeEvent): void {
    const { document, contentChanges, reason } = event
    const editor = vscode.window.activeTextEditor
    this.edits.change(event)
    if (document.languageId !== 'rec' || editor?.document !== document || reason !== undefined) return
    if (this.typing.isAhead(document)) return
    // A user for whom Enter does what it does in any text wants the break.
    if (vscode.workspace.getConfiguration('recline', document).get('keys') !== 'all') return
    const textOf = (line: number): string => lineText(document, line)
    const add = (range: vscode.Range, newText: string): void => this.edits.add(editor, { range, newText })
    for (const line of brokenLines(contentChanges)) {
      if (this.typing.isInBlock(document, line)) continue
      for (const edit of afterBreak(textOf(line - 1), textOf(line), textOf(line + 1)))
        add(new vscode.Range(line + edit.line, edit.start, line + edit.endLine, edit.end), edit.text)
    }
    for (const { range, text } of contentChanges) {
      const { line } = range.start
      const bar =
        text === '@' && !this.typing.isInBlock(document, line) ? barBeforeRecord(textOf(line - 1), textOf(line)) : 0
      if (bar > 0) add(new vscode.Range(line, 0, line, bar), '')
    }
    void this.edits.make()
  }
}

/** The text of a line; empty above the first and below the last one. */
const lineText = (document: vscode.TextDocument, line: number): string =>
  line >= 0 && line < document.lineCount ? document.lineAt(line).text : ''

/** What Enter does at the cursor; undefined if it does not do the same at all of several cursors. */
function enterPlace({ document, selections }: vscode.TextEditor, typing: Typing): string | undefined {
  const places = new Set(
    selections.map(({ active }) => {
      if (typing.isInBlock(document, active.line)) return undefined
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
    .some(({ range, severity }) => severity <= vscode.DiagnosticSeverity.Warning && range.contains(active))
}
