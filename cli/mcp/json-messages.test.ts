import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { FractionalIds, jsonMessages, longestLine, type RefusedMessage } from './json-messages.ts'

const ping = (id: unknown): object => ({ jsonrpc: '2.0', id, method: 'ping' })

/** What is passed on of some parts of the input, and what is refused. */
async function read(...parts: (string | Buffer)[]): Promise<{ passed: unknown[]; refused: RefusedMessage[] }> {
  const refused: RefusedMessage[] = []
  const stream = jsonMessages(new FractionalIds(), one => refused.push(one))
  for (const part of parts) stream.write(part)
  stream.end()
  const lines = (await text(stream)).split('\n').filter(Boolean)
  return { passed: lines.map(line => JSON.parse(line) as unknown), refused }
}

test('a message can come in parts, and several in one part', async () => {
  const line = Buffer.from(`${JSON.stringify(ping('ü'))}\n`)
  const parts = [line.subarray(0, 30), line.subarray(30, 31), line.subarray(31)]
  expect(await read(...parts, `${JSON.stringify(ping(2))}\r\n\n${JSON.stringify(ping(3))}\n`)).toEqual({
    passed: [ping('ü'), ping(2), ping(3)],
    refused: [],
  })
})

test('the messages of a batch come one by one, and a wrong one is refused alone', async () => {
  expect(await read(`${JSON.stringify([ping(1), 7, { id: 3 }, ping(4)])}\n[]\n`)).toEqual({
    passed: [ping(1), ping(4)],
    refused: [null, 3, null].map(id => ({ id, code: -32600, message: 'This is no message of the protocol.' })),
  })
})

test('what is no JSON is refused, and the next line is read', async () => {
  expect(await read(`{]\n${JSON.stringify(ping(1))}\n`)).toEqual({
    passed: [ping(1)],
    refused: [{ id: null, code: -32700, message: 'This is not JSON.' }],
  })
})

test('a line that is too long is refused once and not kept, and the next line is read', async () => {
  const part = 'x'.repeat(longestLine / 2)
  expect(await read(part, part, part, part, `\n${JSON.stringify(ping(1))}\n`)).toEqual({
    passed: [ping(1)],
    refused: [{ id: null, code: -32600, message: expect.stringContaining('more than 10,000,000 characters') }],
  })
})

test('a fraction as an id comes back in the answer, and a canceled request has it too', () => {
  const ids = new FractionalIds()
  const { id } = ids.received(ping(1.5)) as { id: string }
  expect(id).toEqual(expect.any(String))
  const canceled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1.5, reason: 'late' } }
  expect(ids.received(canceled)).toEqual({ ...canceled, params: { requestId: id, reason: 'late' } })
  expect(ids.answered({ jsonrpc: '2.0', id, result: {} })).toEqual({ jsonrpc: '2.0', id: 1.5, result: {} })
  expect(ids.answered({ jsonrpc: '2.0', id: '1.5', result: {} })).toMatchObject({ id: '1.5' })
  expect(ids.received(ping(1))).toEqual(ping(1))
})
