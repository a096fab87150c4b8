import { expect, test } from 'vitest'
import type { Message } from 'vscode-languageserver'
import { messageText } from './message-text.ts'

const range = { start: { line: 0, character: 1 }, end: { line: 0, character: 2 } }

test.each<{ jsonrpc: string; method: string; params?: object }>([
  { jsonrpc: '2.0', method: 'exit' },
  { jsonrpc: '2.0', method: 'textDocument/publishDiagnostics', params: { uri: 'file:///a.rec', diagnostics: [] } },
  {
    jsonrpc: '2.0',
    method: 'textDocument/publishDiagnostics',
    params: {
      uri: 'file:///é"🙂.rec',
      version: 3,
      diagnostics: [
        { range, message: 'a' },
        { range, message: '"]}' },
      ],
    },
  },
])('a message is its JSON, the first time and later: %j', message => {
  for (const _ of [1, 2]) expect(JSON.parse(messageText(message as Message))).toEqual(message)
})
