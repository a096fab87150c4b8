import * as vscode from 'vscode'
import { State, type BaseLanguageClient } from 'vscode-languageclient'
import { tableRowsMethod, tablesMethod } from '../shared/table/protocol.ts'
import { showPage, type Answers, type PageEvent } from './webview.ts'

/** What VS Code calls the table view among the editors of a file. */
const viewType = 'recline.table'

/** The table view as an editor of `.rec` files beside the text, and the commands that go from one to the other. */
export function createTableEditor(context: vscode.ExtensionContext, client: BaseLanguageClient): vscode.Disposable[] {
  const provider: vscode.CustomTextEditorProvider = {
    resolveCustomTextEditor: (document, panel) => {
      const subscriptions = [
        showPage(panel.webview, context.extensionUri, { name: 'table', title: `Records of ${fileNameOf(document.uri)}` }, answers(client, document)),
        ...reportChanges(client, document, panel.webview),
      ]
      panel.onDidDispose(() => vscode.Disposable.from(...subscriptions).dispose())
    },
  }
  return [
    vscode.window.registerCustomEditorProvider(viewType, provider, { supportsMultipleEditorsPerDocument: true }),
    vscode.commands.registerCommand('recline.openAsTable', (uri?: vscode.Uri) => openWith(viewType, uri)),
    vscode.commands.registerCommand('recline.openAsText', (uri?: vscode.Uri) => openWith('default', uri)),
  ]
}

/** What the page can ask. It never says which file: that is the one it was made for. */
function answers(client: BaseLanguageClient, document: vscode.TextDocument): Answers {
  const uri = client.code2ProtocolConverter.asUri(document.uri)
  const fromServer = (method: string) => (params: unknown): Promise<unknown> => client.sendRequest(method, { ...asObject(params), uri })
  return {
    tables: fromServer(tablesMethod),
    rows: fromServer(tableRowsMethod),
    openLine: params => {
      const { line } = asObject(params)
      if (typeof line === 'number' && Number.isInteger(line) && line >= 0) return showLine(document, line)
      throw new Error('The line to open is not a number.')
    },
  }
}

/** Tells the page each time that what it shows may be another: the text, or what the server says of it. */
function reportChanges(client: BaseLanguageClient, document: vscode.TextDocument, webview: vscode.Webview): vscode.Disposable[] {
  const changed: PageEvent = { event: 'changed' }
  const report = (): Thenable<boolean> => webview.postMessage(changed)
  const isOwn = (uri: vscode.Uri): boolean => uri.toString() === document.uri.toString()
  return [
    vscode.workspace.onDidChangeTextDocument(event => isOwn(event.document.uri) && event.contentChanges.length > 0 && report()),
    vscode.languages.onDidChangeDiagnostics(({ uris }) => uris.some(isOwn) && report()),
    client.onDidChangeState(({ newState }) => newState === State.Running && report()),
  ]
}

/** Opens a file in an editor of another kind: the one that is asked for, or the one in front. */
async function openWith(editor: string, uri: vscode.Uri | undefined): Promise<void> {
  const input: unknown = vscode.window.tabGroups.activeTabGroup.activeTab?.input
  const inFront = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined
  const file = uri ?? inFront
  if (!file?.path.endsWith('.rec')) return void vscode.window.showInformationMessage('Open a .rec file to show its records.')
  await vscode.commands.executeCommand('vscode.openWith', file, editor)
}

/** Shows a line of the text in an editor beside the table. */
async function showLine(document: vscode.TextDocument, line: number): Promise<void> {
  const start = document.validatePosition(new vscode.Position(line, 0))
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, selection: new vscode.Range(start, start) })
}

const asObject = (value: unknown): object & Record<string, unknown> => (typeof value === 'object' && value !== null ? { ...value } : {})

const fileNameOf = ({ path }: vscode.Uri): string => path.slice(path.lastIndexOf('/') + 1)
