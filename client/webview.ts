import * as vscode from 'vscode'

/** What a page can ask for, by name. It sends what it likes, so each answer checks the parameters it is given. */
export type Answers = Readonly<Record<string, (params: unknown) => unknown>>

/** A page of `client/webviews/`, by the name of its folder. */
export interface Page {
  readonly name: string
  readonly title: string
}

/**
 * Shows a page in a webview and answers it until the webview is closed.
 *
 * The page runs its own script and style sheet and nothing else; it reads no other files and reaches no network.
 */
export function showPage(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  page: Page,
  answers: Answers,
): vscode.Disposable {
  const folder = vscode.Uri.joinPath(extensionUri, 'dist', 'webviews')
  webview.options = { enableScripts: true, localResourceRoots: [folder] }
  const messages = webview.onDidReceiveMessage(async (message: unknown) => {
    if (!isRequest(message)) return
    const { id, method, params } = message
    try {
      if (!Object.hasOwn(answers, method)) throw new Error(`The view asked for "${method}", which there is not.`)
      await webview.postMessage({ id, result: (await answers[method]!(params)) ?? null })
    } catch (error) {
      await webview.postMessage({ id, error: error instanceof Error ? error.message : String(error) })
    }
  })
  const file = (extension: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(folder, `${page.name}.${extension}`)).toString()
  webview.html = htmlOf(page, file('js'), file('css'))
  return messages
}

interface Request {
  readonly id: number
  readonly method: string
  readonly params: unknown
}

function isRequest(message: unknown): message is Request {
  return (
    typeof message === 'object' &&
    message !== null &&
    'id' in message &&
    typeof message.id === 'number' &&
    'method' in message &&
    typeof message.method === 'string'
  )
}

function htmlOf({ title }: Page, script: string, style: string): string {
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
