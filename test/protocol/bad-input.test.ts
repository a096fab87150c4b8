import { afterEach, expect, test } from 'vitest'
import type { Hover } from 'vscode-languageserver/node'
import { codes, range, startClient, stopAll } from './client.ts'

afterEach(stopAll)

const uri = 'file:///records/a.rec'
const long = 'x'.repeat(10_000_000)
const binary = Buffer.from([...Array(20_000).keys()].map(index => (index * 7919) % 256)).toString('latin1')
const texts: Record<string, string> = {
  'an empty file': '',
  'half a line': '@CONTROL rid=C-1 | titl',
  'half a string': '@CONTROL rid=C-1 | title="a',
  'NUL bytes': '@CON\0TROL rid=\0 | \0="\0"\n\0\0\0',
  'half a surrogate pair': '@CONTROL rid="\ud83d" | \udc00=1 | title="\ud83d\n',
  'a binary file': binary,
  'a string of 10 MB': `@CONTROL rid=C-1 | title="${long}"`,
  'a value of 10 MB': `@CONTROL rid=C-1 | status=${long} | maturity=${long}`,
  'a tag of 10 MB': `@${long} x=1`,
  'a name and a type of 10 MB': `@CONTROL ${long}:${long}=1`,
  'a line of 10 MB that is nothing': long,
  'a million separators': `@CONTROL ${'| '.repeat(1_000_000)}`,
}

test.each(Object.entries(texts))(
  '%s is answered',
  async (_, text) => {
    const client = await startClient({ transport: 'stdio' })
    client.open(uri, text)
    await client.diagnostics(uri)
    for (const character of [0, 1, 12, 20, 27, 40, text.length]) {
      const answers = await Promise.all([
        client.at<Hover | null>('hover', uri, 0, character),
        client.at('completion', uri, 0, character),
      ])
      expect((answers[0]?.contents as { value: string } | undefined)?.value.length ?? 0).toBeLessThan(20_000)
    }
    await client.connection.sendRequest('textDocument/codeAction', {
      textDocument: { uri },
      range: range(0, 0, 0, 30),
      context: { diagnostics: [], only: ['quickfix', 'source'] },
    })
    client.change(uri, 2, { range: range(0, 0, 0, 0), text: '\n' })
    await client.diagnostics(uri, 2)
    expect(client.errors).toEqual([])
    expect(await client.stop()).toBe(0)
    expect(client.stderr()).toBe('')
  },
  120_000,
)

test('a position out of the text is answered', async () => {
  const client = await startClient()
  client.open(uri, '@CONTROL rid=C-1\n')
  expect(await client.at<Hover>('hover', uri, 0, 999)).toMatchObject({ range: range(0, 13, 0, 16) })
  for (const [line, character] of [
    [99, 0],
    [99, 99],
    [2 ** 31 - 1, 2 ** 31 - 1],
  ] as const) {
    expect(await client.at('hover', uri, line, character)).toBeNull()
    await client.at('completion', uri, line, character)
  }
  client.change(uri, 2, { range: range(50, 3, 60, 9), text: '@CONTROL' })
  expect(codes(await client.diagnostics(uri, 2))).toEqual(['missing-field'])
  expect(client.errors).toEqual([])
})

test('a document that is not open has no answer', async () => {
  const client = await startClient()
  const textDocument = { uri: 'file:///never/opened.rec' }
  expect(await client.at('hover', textDocument.uri, 0, 0)).toBeNull()
  expect(await client.at('completion', textDocument.uri, 0, 0)).toBeNull()
  expect(
    await client.connection.sendRequest('textDocument/codeAction', {
      textDocument,
      range: range(0, 0, 0, 0),
      context: { diagnostics: [] },
    }),
  ).toBeNull()
  client.change(textDocument.uri, 5, { text: 'x' })
  client.close(textDocument.uri)
  const action = { title: 'x', data: { uri: textDocument.uri, code: 'notation' } }
  expect(await client.connection.sendRequest('codeAction/resolve', action)).toEqual(action)
})

test('a request without what it needs is refused, and the next one answered', async () => {
  const client = await startClient()
  client.open(uri, '@CONTROL')
  await client.diagnostics(uri)
  for (const [method, params] of [
    ['textDocument/hover', {}],
    ['textDocument/completion', null],
    ['textDocument/codeAction', { textDocument: { uri } }],
    ['textDocument/nonsense', {}],
    ['recline/setDomains', { uri, line: 'x' }],
    ['recline/setDomains', null],
  ] as const)
    await client.connection.sendRequest(method, params).catch(() => undefined)
  const action = { title: 'from elsewhere' }
  expect(await client.connection.sendRequest('codeAction/resolve', action)).toEqual(action)
  expect(await client.at('hover', uri, 0, 3)).not.toBeNull()
  expect(await client.stop()).toBe(0)
  expect(client.stderr()).toBe('')
})
