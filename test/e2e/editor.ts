// VS Code as the tests drive it: files of the open folder, and waiting for what the extension says of them.
import { assert } from 'chai'
import * as vscode from 'vscode'

/** The folder that is open: a copy of the samples, which tests may change. */
export const folder = (): vscode.Uri => {
  const first = vscode.workspace.workspaceFolders?.[0]
  assert.ok(first, 'no folder is open')
  return first.uri
}

/** Writes a file into the open folder. */
export async function write(name: string, text: string): Promise<vscode.Uri> {
  const uri = vscode.Uri.joinPath(folder(), name)
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text))
  return uri
}

/** Shows a file, new with this text if it is given, and puts the cursor where `$0` stands in it. */
export async function show(name: string, text?: string): Promise<vscode.TextEditor> {
  const uri = text === undefined ? vscode.Uri.joinPath(folder(), name) : await write(name, text.replace('$0', ''))
  const document = await vscode.workspace.openTextDocument(uri)
  const editor = await vscode.window.showTextDocument(document)
  const cursor = text?.indexOf('$0') ?? -1
  if (cursor >= 0) editor.selection = new vscode.Selection(document.positionAt(cursor), document.positionAt(cursor))
  return editor
}

/** The problems of a file as `code: message`, once they are as wanted. */
export async function problemsWhen(uri: vscode.Uri, isWanted: (problems: string[]) => boolean): Promise<string[]> {
  const read = (): string[] =>
    vscode.languages.getDiagnostics(uri).map(diagnostic => `${codeOf(diagnostic)}: ${diagnostic.message}`)
  await until(
    () => isWanted(read()),
    vscode.languages.onDidChangeDiagnostics,
    () => `the problems are ${JSON.stringify(read())}`,
  )
  return read()
}

/** A problem's code without its link. */
export const codeOf = ({ code }: vscode.Diagnostic): string => String(typeof code === 'object' ? code.value : code)

/** Waits until something is so; it is looked at after each event, and the test's time limit ends the wait. */
export async function until(isSo: () => boolean, event: vscode.Event<unknown>, otherwise: () => string): Promise<void> {
  if (isSo()) return
  await new Promise<void>((resolve, reject) => {
    const limit = setTimeout(() => {
      subscription.dispose()
      reject(new Error(`It did not come to be so: ${otherwise()}.`))
    }, 15_000)
    const subscription = event(() => {
      if (!isSo()) return
      clearTimeout(limit)
      subscription.dispose()
      resolve()
    })
  })
}

/** The completions at the cursor, in the order VS Code shows them. */
export async function completions(editor: vscode.TextEditor, typed?: string): Promise<vscode.CompletionItem[]> {
  const list = await vscode.commands.executeCommand<vscode.CompletionList>(
    'vscode.executeCompletionItemProvider',
    editor.document.uri,
    editor.selection.active,
    typed,
  )
  return [...list.items].sort((one, other) => (one.sortText ?? '').localeCompare(other.sortText ?? ''))
}

/** The text of a completion, tag or file name. */
export const labelOf = ({ label }: vscode.CompletionItem): string => (typeof label === 'string' ? label : label.label)

/** Inserts a completion's text where it says, as accepting it does. */
export async function accept(editor: vscode.TextEditor, item: vscode.CompletionItem): Promise<void> {
  const range = item.range instanceof vscode.Range ? item.range : item.range?.replacing
  assert.ok(range && item.insertText, 'the completion has no text or range')
  const snippet = typeof item.insertText === 'string' ? new vscode.SnippetString(item.insertText) : item.insertText
  await editor.insertSnippet(snippet, range)
  if (item.additionalTextEdits) {
    const edit = new vscode.WorkspaceEdit()
    edit.set(editor.document.uri, item.additionalTextEdits)
    await vscode.workspace.applyEdit(edit)
  }
}

/** What a hover says, as one text. */
export async function hoverText(uri: vscode.Uri, position: vscode.Position): Promise<string> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', uri, position)
  return hovers
    .flatMap(({ contents }) => contents)
    .map(content => (typeof content === 'string' ? content : content.value))
    .join('\n')
}

/** The code actions of a range. */
export const actions = (
  uri: vscode.Uri,
  range: vscode.Range,
  kind?: vscode.CodeActionKind,
): Thenable<vscode.CodeAction[]> =>
  vscode.commands.executeCommand<vscode.CodeAction[]>('vscode.executeCodeActionProvider', uri, range, kind?.value)

/** The position of the first place where a text stands. */
export function positionOf(document: vscode.TextDocument, text: string): vscode.Position {
  const offset = document.getText().indexOf(text)
  assert.ok(offset >= 0, `"${text}" does not stand in the file`)
  return document.positionAt(offset)
}
