import { ErrorCodes, Message, type RequestMessage } from 'vscode-languageserver'

/** What requests about a document need beside it, by their methods. */
const needed: Readonly<Record<string, readonly ('position' | 'range' | 'newName')[]>> = {
  'textDocument/codeAction': ['range'],
  'textDocument/completion': ['position'],
  'textDocument/definition': ['position'],
  'textDocument/documentHighlight': ['position'],
  'textDocument/hover': ['position'],
  'textDocument/inlayHint': ['range'],
  'textDocument/inlineCompletion': ['position'],
  'textDocument/linkedEditingRange': ['position'],
  'textDocument/onTypeFormatting': ['position'],
  'textDocument/prepareCallHierarchy': ['position'],
  'textDocument/prepareRename': ['position'],
  'textDocument/rangeFormatting': ['range'],
  'textDocument/references': ['position'],
  'textDocument/rename': ['position', 'newName'],
  'textDocument/semanticTokens/range': ['range'],
  'textDocument/signatureHelp': ['position'],
}

/** The answer to a request about a document that has not all parameters of its method; undefined for other messages. */
export function parametersRefusal(message: Message): Message | undefined {
  if (!Message.isRequest(message) || !message.method.startsWith('textDocument/')) return undefined
  const params = message.params ?? {}
  const missing = hasParameter(params, 'textDocument')
    ? (needed[message.method] ?? []).find(name => !hasParameter(params, name))
    : 'textDocument'
  return missing && parameterRefusal(message, missing)
}

function hasParameter(params: object, name: string): boolean {
  const value: unknown = (params as Record<string, unknown>)[name]
  if (name === 'newName') return typeof value === 'string'
  if (name === 'textDocument') return isObject(value) && typeof value.uri === 'string'
  if (name === 'range') return isObject(value) && isPosition(value.start) && isPosition(value.end)
  return isPosition(value)
}

const isPosition = (value: unknown): boolean =>
  isObject(value) && typeof value.line === 'number' && typeof value.character === 'number'

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const parameterRefusal = ({ id, method }: RequestMessage, name: string): Message => {
  const message = `${method} needs the parameter "${name}" in the form of the protocol; send it.`
  return { jsonrpc: '2.0', id, error: { code: ErrorCodes.InvalidParams, message } } as Message
}
