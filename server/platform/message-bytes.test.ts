import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message } from 'vscode-languageserver'
import { messageBytes } from './message-bytes.ts'

const range = { start: { line: 0, character: 1 }, end: { line: 0, character: 2 } }

test.each<object>([
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
  {
    jsonrpc: '2.0',
    id: 1,
    result: [
      { name: 'CONTROL "C-1"', kind: 19, range, selectionRange: range },
      {
        name: 'DOC é🙂',
        kind: 3,
        range,
        selectionRange: range,
        children: [{ name: '…', range, selectionRange: range }],
      },
      { name: 'DOC', kind: 3, range, selectionRange: range, children: [] },
    ],
  },
  { jsonrpc: '2.0', id: 1, result: { kind: 'full', resultId: '7', items: [{ range, message: '"]}é' }, { range }] } },
  { jsonrpc: '2.0', id: 1, result: { kind: 'full', resultId: '8', items: [] } },
  { jsonrpc: '2.0', id: 1, result: { kind: 'unchanged', resultId: '7' } },
  { jsonrpc: '2.0', id: 1, result: [{ name: 'no symbol' }, null] },
  { jsonrpc: '2.0', id: 1, result: [] },
  { jsonrpc: '2.0', id: 1, result: null },
])('a message is its JSON, the first time and later: %j', message => {
  for (const _ of [1, 2]) expect(JSON.parse(messageBytes(message as Message).toString())).toEqual(message)
})

test('a message is its JSON after each change of its parts', () =>
  fc.assert(
    fc.property(fc.array(fc.array(fc.nat(200))), lists => {
      const parts = Array.from({ length: 200 }, (_, number) => ({ name: `${number}`, range, selectionRange: range }))
      for (const list of lists) {
        const message = { jsonrpc: '2.0', id: 1, result: list.map(index => parts[index % 200]!) }
        expect(JSON.parse(messageBytes(message).toString())).toEqual(message)
      }
    }),
  ))
