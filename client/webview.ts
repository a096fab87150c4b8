import * as vscode from 'vscode'
import type { PageEvent, PageParams, PageRequests, PageResult } from '../shared/protocol/page.ts'
import { readParams } from '../shared/protocol/request.ts'

/** A page of `client/webviews/`. */
export interface Page<Requests extends PageRequests> {
  /** The name of its folder. */
  readonly name: string
  readonly title: string
  /** What it can request. */
  readonly requests: Requests
}

/** The functions that answer the requests of a page. An error is shown in the page, so its message is a sentence. */
export type Answers<Requests extends PageRequests> = {
  readonly [Name in keyof Requests]: (params: PageParams<Requests[Name]>) => Answer<PageResult<Requests[Name]>>
}

type Answer<Result> = Result | null | PromiseLike<Result | null>

/**
 * Shows a page in a webview and answers its requests until the webview is closed.
 *
 * The page runs its own script and style sheet and nothing else. It cannot read other files or use the network. What it
 * sends is checked like any other input.
 */
export function showPage<Requests extends PageRequests>(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  page: Page<Requests>,
  answers: Answers<Requests>,
): vscode.Disposable {
  const folder = vscode.Uri.joinPath(extensionUri, 'dist', 'webviews')
  webview.options = { enableScripts: true, localResourceRoots: [folder] }
  const messages = webview.onDidReceiveMessage(async (message: unknown) => {
    if (!isMessage(message)) return
    const { id, method, params } = message
    try {
      const result = await answer(page, answers, method, params)
      await webview.postMessage({ id, result: result ?? null })
    } catch (error) {
      await webview.postMessage({ id, error: error instanceof Error ? error.message : String(error) })
    }
  })
  const file = (extension: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(folder, `${page.name}.${extension}`)).toString()
  webview.html = htmlOf(page.title, file('js'), file('css'))
  return messages
}

/** Tells a page something that it did not request. */
export const tellPage = (webview: vscode.Webview, event: PageEvent): Thenable<boolean> => webview.postMessage(event)

function answer<Requests extends PageRequests, Method extends keyof Requests & string>(
  { requests }: Page<Requests>,
  answers: Answers<Requests>,
  method: Method,
  given: unknown,
): Answer<PageResult<Requests[Method]>> {
  if (!Object.hasOwn(requests, method)) throw new Error(`The view sent an unknown request: "${method}".`)
  const read = readParams<Requests[Method]['params']>(method, requests[method]!.params, given)
  if ('problem' in read) throw new Error(read.problem)
  return answers[method](read.params)
}

interface Message {
  readonly id: number
  readonly method: string
  readonly params: unknown
}

function isMessage(message: unknown): message is Message {
  return (
    typeof message === 'object' &&
    message !== null &&
    'id' in message &&
    typeof message.id === 'number' &&
    'method' in message &&
    typeof message.method === 'string'
  )
}

function htmlOf(title: string, script: string, style: string): string {
  const nonce = crypto.randomUUID()
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" nonce="${nonce}" href="${escapeHtml(style)}">
</head>
<body><script nonce="${nonce}" src="${escapeHtml(script)}"></script></body>
</html>`
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
