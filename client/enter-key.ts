import * as vscode from 'vscode'
import { enterAt, leftover } from './enter.ts'

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
  return [
    vscode.window.onDidChangeActiveTextEditor(update),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => update(textEditor)),
    vscode.languages.onDidChangeDiagnostics(() => update(vscode.window.activeTextEditor)),
    vscode.workspace.onDidChangeTextDocument(deleteLeftover),
  ]
}

/**
 * Deletes what a line break has left over. The contexts come too late if a key follows quickly, and VS Code drops the
 * edits of a formatter then. It also drops this edit if a key comes before it, so it is made again.
 */
async function deleteLeftover({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): Promise<void> {
  const [change] = contentChanges
  const editor = vscode.window.activeTextEditor
  if (document.languageId !== 'rec' || editor?.document !== document || reason !== undefined) return
  if (!change || contentChanges.length > 1 || !/^\r?\n\s*(?:\| )?$/.test(change.text)) return
  const { line } = change.range.start
  const lineAt = (index: number): string => (index < 0 ? '' : document.lineAt(index).text)
  for (let attempts = 20; attempts > 0 && line + 1 < document.lineCount; attempts--) {
    const deletion = leftover(lineAt(line - 1), lineAt(line), lineAt(line + 1))
    if (!deletion) return
    const [start, end] = deletion.map(([below, column]) => new vscode.Position(line + below, column))
    const isMade = await editor.edit(edit => edit.delete(new vscode.Range(start!, end!)), {
      undoStopBefore: false,
      undoStopAfter: false,
    })
    if (isMade) return
  }
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
