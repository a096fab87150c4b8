import { afterEach, expect, test } from 'vitest'
import { type Client, codes, range, startClient, stopAll } from './client.ts'

afterEach(stopAll)

const uri = 'file:///records/large.rec'
const size = 50_000

/** A large file; one of 500 records has a problem. The last one refers to the first one. */
const large = `@DOC domain=compliance
${Array.from({ length: size }, (_, number) => `@CONTROL rid=C-${number} | title="x" | maturity:int=${number % 500 === 0 ? 9 : 3}\n`).join('')}\
@FINDING rid=F-1 | control_ref="C-0" | severity="low"
`

const all = size / 500

/** The problems that the client is sent first, and all of them. */
async function problemsOf(client: Client, version = 1) {
  const first = await client.published(uri)
  const last = await client.published(uri, ({ diagnostics }) => diagnostics.length >= all)
  expect([first.version, last.version]).toEqual([1, version])
  return { first: first.diagnostics, last: last.diagnostics }
}

test('the problems of the first records of a large file come first', async () => {
  const client = await startClient()
  client.open(uri, large)
  const { first, last } = await problemsOf(client)
  expect(first.length).toBeGreaterThan(2)
  expect(first.length).toBeLessThan(all / 2)
  expect(last.slice(0, first.length)).toEqual(first)
  expect(codes(last)).toEqual(Array(all).fill('out-of-range'))
})

test('a request about the first records is answered while the rest is read, others when all is read', async () => {
  const client = await startClient()
  const order: string[] = []
  const note = (what: string) => (): unknown => order.push(what)
  client.open(uri, large)
  await Promise.all([
    client.connection.sendRequest('textDocument/documentSymbol', { textDocument: { uri } }).then(note('symbols')),
    client.at('hover', uri, 1, 20).then(note('hover over a field')),
    client.at('hover', uri, 1, 14).then(answer => {
      order.push('hover over an id')
      expect(JSON.stringify(answer)).toContain('Referenced once.')
    }),
    client.at('completion', uri, 1, 31).then(note('completion')),
    client.published(uri).then(note('first problems')),
    client.published(uri, ({ diagnostics }) => diagnostics.length === all).then(note('all problems')),
  ])
  expect(order.slice(0, 3).sort()).toEqual(['completion', 'first problems', 'hover over a field'])
  expect(order[3]).toBe('all problems')
})

test('a change while a large file is read counts at once', async () => {
  const client = await startClient()
  client.open(uri, large)
  client.change(uri, 2, {
    range: range(2, 0, 2, 0),
    text: '@CONTROL rid=D-0 | title="x"\n@FINDING rid=F-2 | control_ref="D-0" | severity="low"\n',
  })
  const { last } = await problemsOf(client, 2)
  expect(codes(last)).toEqual(Array(all).fill('out-of-range'))
  expect(await client.at('hover', uri, 2, 14)).toMatchObject({ contents: { value: expect.stringContaining('once') } })
})

test('a client that asks for problems gets those of the whole file', async () => {
  const client = await startClient({ capabilities: { textDocument: { diagnostic: {} } } })
  client.open(uri, large)
  const report = await client.connection.sendRequest('textDocument/diagnostic', { textDocument: { uri } })
  expect((report as { items: unknown[] }).items).toHaveLength(all)
})

test('a large file that is closed while it is read has no problems any more', async () => {
  const client = await startClient()
  client.open(uri, large)
  client.close(uri)
  await client.published(uri, ({ diagnostics }) => diagnostics.length === 0)
  expect(await client.at('hover', uri, 1, 25)).toBeNull()
  client.open(uri, '@CONTROL rid=C-1 | title="x" | maturity:int=9\n')
  expect(await client.published(uri, ({ diagnostics }) => diagnostics.length === 1)).toMatchObject({ version: 1 })
})
