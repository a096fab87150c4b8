import * as vscode from 'vscode'
import { enterAt } from './enter.ts'

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
  ]
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
