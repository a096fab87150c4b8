import * as vscode from 'vscode'
import { type BaseLanguageClient, State } from 'vscode-languageclient'
import type { PageRequests } from '../shared/protocol/page.ts'
import { activeFile, pickFile } from './active-file.ts'
import { type Answers, type Page, showPage, tellPage } from './webview.ts'

/** The open pages beside the text. */
const beside = new Set<vscode.WebviewPanel>()

/**
 * Opens a page, usually beside the text, and tells it each time that what it shows may have changed.
 *
 * @param uri the file that the page is about; undefined for the workspace
 * @param column where it opens, if not beside the text
 * @param viewType what VS Code calls the kind of panel
 */
export function openPanel<Requests extends PageRequests>(
  context: vscode.ExtensionContext,
  client: BaseLanguageClient,
  page: Page<Requests>,
  uri: vscode.Uri | undefined,
  answers: Answers<Requests>,
  column: vscode.ViewColumn | undefined = undefined,
  viewType = `recline.${page.name}`,
): vscode.WebviewPanel {
  const shownIn = column ?? columnBeside()
  const panel = vscode.window.createWebviewPanel(viewType, page.title, shownIn, { retainContextWhenHidden: true })
  if (column === undefined) beside.add(panel)
  const report = (): Thenable<boolean> => tellPage(panel.webview, { event: 'changed' })
  const isShown = (changed: vscode.Uri): boolean =>
    uri ? changed.toString() === uri.toString() : changed.path.endsWith('.rec')
  const subscriptions = [
    showPage(panel.webview, context.extensionUri, page, answers),
    vscode.workspace.onDidChangeTextDocument(
      ({ document, contentChanges }) => isShown(document.uri) && contentChanges.length > 0 && report(),
    ),
    vscode.languages.onDidChangeDiagnostics(({ uris }) => uris.some(isShown) && report()),
    client.onDidChangeState(({ newState }) => newState === State.Running && report()),
  ]
  panel.onDidDispose(() => {
    beside.delete(panel)
    vscode.Disposable.from(...subscriptions).dispose()
  })
  return panel
}

/**
 * The column that has a page already, so that each page does not make another one; else the one beside the text. A file
 * that is opened while a page has the keyboard covers it, and the page of that file goes into the same column.
 */
function columnBeside(): vscode.ViewColumn {
  const { all, activeTabGroup } = vscode.window.tabGroups
  const columns = [...beside].flatMap(({ viewColumn }) => viewColumn ?? [])
  const column = columns.find(each => all.length > 1 || each !== activeTabGroup.viewColumn)
  return column ?? vscode.ViewColumn.Beside
}

/** Registers a command for a file: the one that it is called with, the active one, or one that the user picks. */
export const registerFileCommand = (command: string, run: (uri: vscode.Uri) => void): vscode.Disposable =>
  vscode.commands.registerCommand(command, async (given?: vscode.Uri) => {
    const uri = given ?? activeFile() ?? (await pickFile('Choose a File'))
    if (uri) run(uri)
  })

/** Shows a record of a page in a text editor; in the one that shows its file already, if there is one. */
export async function openRecord({ uri, line }: { readonly uri: string; readonly line: number }): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true))
  const start = document.validatePosition(new vscode.Position(line, 0))
  const shown = vscode.window.visibleTextEditors.find(editor => editor.document === document)
  await vscode.window.showTextDocument(document, {
    viewColumn: shown?.viewColumn ?? vscode.ViewColumn.One,
    selection: new vscode.Range(start, start),
  })
}
