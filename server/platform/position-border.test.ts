import { expect, test } from 'vitest'
import type { Message } from 'vscode-languageserver'
import { PositionBorder } from './position-border.ts'

const uri = 'file:///closed.rec'
const range = { start: { line: 0, character: 2 }, end: { line: 0, character: 3 } }
const notification = (method: string, params: object): object => ({ jsonrpc: '2.0', method, params })
const problems = (diagnostics: object[]): object =>
  notification('textDocument/publishDiagnostics', { uri, diagnostics })
const request = notification('workspace/diagnostic', { partialResultToken: 1 })
const part = notification('$/progress', { token: 1, value: { items: [{ uri, items: [{ range }] }] } })
const answer = { jsonrpc: '2.0', id: 7, result: { items: [] } }
const log = notification('window/logMessage', { type: 3, message: 'read' })

/** What a client gets that counts in UTF-8, of messages that are written one right after the other. */
async function sent(...messages: readonly object[]): Promise<unknown[]> {
  const border = new PositionBorder()
  const files = { read: () => Promise.resolve('@Ä=ü') }
  border.begin('utf-8', { line: () => undefined, text: () => undefined }, files)
  border.messageStrategy.handleMessage({ id: 7, ...request } as never, () => {})
  const got: unknown[] = []
  const send = (message: Message): Promise<void> => {
    got.push(message)
    return Promise.resolve()
  }
  await Promise.all(messages.map(message => border.write(message as Message, send)))
  return got
}

test('a message that waits for the text of a file is not overtaken by a later one about the same', async () => {
  const moved = { start: { line: 0, character: 3 }, end: { line: 0, character: 4 } }
  expect(await sent(problems([{ range }]), problems([]))).toEqual([problems([{ range: moved }]), problems([])])
  const [first, last] = await sent(part, answer)
  expect(first).toMatchObject({ params: { value: { items: [{ items: [{ range: moved }] }] } } })
  expect(last).toEqual(answer)
})

test('all others do not wait', async () => {
  expect((await sent(problems([{ range }]), part, log))[0]).toEqual(log)
})
