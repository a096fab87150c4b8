import * as vscode from 'vscode'
import { type BaseLanguageClient, State } from 'vscode-languageclient'
import { escapeHtml } from '../../shared/basics/text.ts'
import type { PageEvent, PageRequests } from '../../shared/protocol/page.ts'
import { answerPage, type PageAnswers } from '../../shared/protocol/page.ts'
import { activeFile, pickFile } from '../editor/active-file.ts'

/** A page of `client/webviews/`. */
interface WebviewPage<Requests extends PageRequests> {
  /** The name of its folder. */
  readonly name: string
  readonly title: string
  /** What it can request. */
  readonly requests: Requests
}

/**
 * Shows a page in a webview and answers its requests until the webview is closed.
 *
 * The page runs its own script and style sheet and nothing else. It cannot read other files or use the network. What it
 * sends is checked like any other input.
 */
export function showPage<Requests extends PageRequests>(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  page: WebviewPage<Requests>,
  answers: PageAnswers<Requests>,
): vscode.Disposable {
  const folder = vscode.Uri.joinPath(extensionUri, 'dist', 'webviews')
  webview.options = { enableScripts: true, localResourceRoots: [folder] }
  const messages = webview.onDidReceiveMessage(async (message: unknown) => {
    const reply = await answerPage(page.requests, answers, message)
    // The page can be closed by now; then nobody waits for the reply.
    if (reply) await webview.postMessage(reply).then(undefined, () => {})
  })
  const file = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString()
  webview.html = htmlOf(
    page.title,
    [...(isTranslated() ? [file('sentences.js')] : []), file(`${page.name}.js`)],
    file(`${page.name}.css`),
  )
  return messages
}

/** Tells a page something that it did not request. */
export const tellPage = (webview: vscode.Webview, event: PageEvent): Thenable<boolean> => webview.postMessage(event)

/** Whether there are sentences in the language of the user. VS Code has loaded those of the client then. */
const isTranslated = (): boolean => vscode.l10n.bundle !== undefined || vscode.env.language.startsWith('qps')

function htmlOf(title: string, scripts: readonly string[], style: string): string {
  const nonce = crypto.randomUUID()
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`
  return `<!DOCTYPE html>
<html lang="${isTranslated() ? escapeHtml(vscode.env.language) : 'en'}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" nonce="${nonce}" href="${escapeHtml(style)}">
</head>
<body>${scripts.map(script => `<script nonce="${nonce}" src="${escapeHtml(script)}"></script>`).join('')}</body>
</html>`
}

/**
 * Opens a page in the column of the editor that has the focus, so that it has the whole width, and tells it each time
 * that what it shows may have changed.
 *
 * @param uri the file that the page is about; undefined for the workspace
 * @param viewType what VS Code calls the kind of panel
 * @param preserveFocus whether the keyboard stays where it is
 */
export function openPanel<Requests extends PageRequests>(
  context: vscode.ExtensionContext,
  client: BaseLanguageClient,
  page: WebviewPage<Requests>,
  uri: vscode.Uri | undefined,
  answers: PageAnswers<Requests>,
  viewType = `recline.${page.name}`,
  preserveFocus = false,
): vscode.WebviewPanel {
  const place = { viewColumn: vscode.ViewColumn.Active, preserveFocus }
  const panel = vscode.window.createWebviewPanel(viewType, page.title, place, { retainContextWhenHidden: true })
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
  panel.onDidDispose(() => vscode.Disposable.from(...subscriptions).dispose())
  return panel
}

/** Registers a command for a file: the one that it is called with, the active one, or one that the user picks. */
export const registerFileCommand = (command: string, run: (uri: vscode.Uri) => void): vscode.Disposable =>
  vscode.commands.registerCommand(command, async (given?: vscode.Uri) => {
    const uri = given ?? activeFile() ?? (await pickFile(vscode.l10n.t('Choose a File')))
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
