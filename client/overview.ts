import * as vscode from 'vscode'
import { type BaseLanguageClient, State } from 'vscode-languageclient'
import { type Graph, type GraphParams, graphMethod } from '../shared/protocol/graph.ts'
import { type OverviewParams, overviewMethod, overviewRecordsMethod } from '../shared/protocol/overview.ts'
import { fileInFront, fileName } from './file-in-front.ts'
import { type Answers, type Page, showPage } from './webview.ts'

/** The views that show what there is in a file or in the workspace: numbers, and a graph of records and references. */
export function createOverviews(context: vscode.ExtensionContext, client: BaseLanguageClient): vscode.Disposable[] {
  const open = (page: Page, uri: vscode.Uri | undefined, answers: Answers): void =>
    openPanel(context, client, page, uri, answers)
  /** A command about one file: the one it is called on, or the one in front. */
  const forFile = (command: string, show: (uri: vscode.Uri) => void): vscode.Disposable =>
    vscode.commands.registerCommand(command, (uri?: vscode.Uri) => {
      const file = uri ?? fileInFront()
      if (file) show(file)
      else void vscode.window.showInformationMessage('Open a .rec file to show what is in it.')
    })
  return [
    forFile('recline.showOverview', uri => open(overviewPage(fileName(uri)), uri, overviewAnswers(client, uri))),
    vscode.commands.registerCommand('recline.showWorkspaceOverview', () =>
      open(overviewPage('the workspace'), undefined, overviewAnswers(client, undefined)),
    ),
    forFile('recline.showGraph', uri => open(graphPage(fileName(uri)), uri, graphAnswers(client, uri, undefined))),
    vscode.commands.registerCommand('recline.showWorkspaceGraph', () =>
      open(graphPage('the workspace'), undefined, graphAnswers(client, undefined, undefined)),
    ),
    forFile('recline.showReferencesAsGraph', uri => {
      const line = vscode.window.activeTextEditor?.selection.active.line
      open(graphPage(`line ${(line ?? 0) + 1} of ${fileName(uri)}`), uri, graphAnswers(client, uri, line))
    }),
  ]
}

const overviewPage = (name: string): Page => ({ name: 'overview', title: `Overview of ${name}` })

const graphPage = (name: string): Page => ({ name: 'graph', title: `Graph of ${name}` })

/** Opens a page beside the text; it is told each time that something it shows may have changed. */
function openPanel(
  context: vscode.ExtensionContext,
  client: BaseLanguageClient,
  page: Page,
  uri: vscode.Uri | undefined,
  answers: Answers,
): void {
  const panel = vscode.window.createWebviewPanel(`recline.${page.name}`, page.title, vscode.ViewColumn.Beside, {
    retainContextWhenHidden: true,
  })
  const report = (): Thenable<boolean> => panel.webview.postMessage({ event: 'changed' })
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
  panel.onDidDispose(() => vscode.Disposable.from(...subscriptions).dispose())
}

function overviewAnswers(client: BaseLanguageClient, uri: vscode.Uri | undefined): Answers {
  const params: OverviewParams = uri ? { uri: client.code2ProtocolConverter.asUri(uri) } : {}
  return {
    overview: () => withProgress(uri, token => client.sendRequest(overviewMethod, params, token)),
    records: given => client.sendRequest(overviewRecordsMethod, { ...params, key: textIn(given, 'key') }),
    open: openRecord,
  }
}

function graphAnswers(client: BaseLanguageClient, uri: vscode.Uri | undefined, line: number | undefined): Answers {
  return {
    graph: async given => {
      const asked = numberIn(given, 'depth')
      const depth = line === undefined ? null : (asked ?? 1)
      const params: GraphParams = uri
        ? { uri: client.code2ProtocolConverter.asUri(uri), line, depth: depth ?? undefined }
        : {}
      const graph = await client.sendRequest<Graph | null>(graphMethod, params)
      return graph && { graph, depth }
    },
    open: openRecord,
    save: given =>
      save(textIn(given, 'kind') === 'svg' ? { SVG: ['svg'] } : { Mermaid: ['mmd'] }, textIn(given, 'text')),
  }
}

/** All files take a while to read: the status bar says so, and the page that is closed needs no answer. */
const withProgress = <Answer>(
  uri: vscode.Uri | undefined,
  work: (token: vscode.CancellationToken) => Promise<Answer>,
): Thenable<Answer> =>
  vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Window,
      title: uri ? 'Counting records' : 'Counting the records of the workspace',
    },
    (_, token) => work(token),
  )

/** Shows a record of a page in an editor beside it. */
async function openRecord(given: unknown): Promise<void> {
  const uri = vscode.Uri.parse(textIn(given, 'uri'), true)
  const document = await vscode.workspace.openTextDocument(uri)
  const start = document.validatePosition(new vscode.Position(numberIn(given, 'line') ?? 0, 0))
  const shown = vscode.window.visibleTextEditors.find(editor => editor.document === document)
  await vscode.window.showTextDocument(document, {
    viewColumn: shown?.viewColumn ?? vscode.ViewColumn.One,
    selection: new vscode.Range(start, start),
  })
}

async function save(filters: Record<string, string[]>, text: string): Promise<void> {
  const uri = await vscode.window.showSaveDialog({ filters })
  if (uri) await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text))
}

/** A text that a page sends; it may send anything. */
function textIn(given: unknown, name: string): string {
  const value: unknown = typeof given === 'object' && given !== null ? Reflect.get(given, name) : undefined
  if (typeof value !== 'string') throw new Error(`The view said no ${name}.`)
  return value
}

function numberIn(given: unknown, name: string): number | undefined {
  const value: unknown = typeof given === 'object' && given !== null ? Reflect.get(given, name) : undefined
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined
}
