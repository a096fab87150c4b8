import type { Diagnostic, Message } from 'vscode-languageserver'

/**
 * A message as JSON. A client gets all problems of a file after each key, and most of them stay the same objects, so
 * the text of each is remembered.
 */
export function messageText(message: Message): string {
  if (!isProblems(message)) return JSON.stringify(message)
  const {
    jsonrpc,
    method,
    params: { diagnostics, ...file },
  } = message
  const start = JSON.stringify({ jsonrpc, method, params: file }).slice(0, -2)
  return `${start},"diagnostics":[${diagnostics.map(textOf).join()}]}}`
}

interface Problems extends Message {
  readonly method: 'textDocument/publishDiagnostics'
  readonly params: { readonly uri: string; readonly version?: number; readonly diagnostics: readonly Diagnostic[] }
}

const isProblems = (message: Message): message is Problems =>
  'method' in message && message.method === 'textDocument/publishDiagnostics'

const remembered = new WeakMap<Diagnostic, string>()

function textOf(diagnostic: Diagnostic): string {
  let text = remembered.get(diagnostic)
  if (text === undefined) {
    text = JSON.stringify(diagnostic)
    remembered.set(diagnostic, text)
  }
  return text
}
