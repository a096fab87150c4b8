import { once } from 'node:events'
import fc from 'fast-check'
import { globSync } from 'tinyglobby'
import { afterEach, expect, test } from 'vitest'
import * as protocol from 'vscode-languageserver/node'
import { corpus } from '../fuzz/corpus.ts'
import { runs } from '../property-values.ts'
import { startProcess, stopAll } from './client.ts'

afterEach(stopAll)

const uri = 'file:///records/a.compliance.rec'
const text = '@CONTROL rid=C-1 | title="Reviews"\n# note\n@FINDING rid=F-1 | control_ref="C-1"\n'

/** A connection that sends any bytes, and can ask whether the server still serves. */
interface Wire {
  /** Sends a message with its header. */
  send(message: string | Buffer): void
  /** Waits for the answer to a hover, which comes after all that was sent before. */
  expectServed(): Promise<void>
  /** The errors that answered requests, by the ids of these, as JSON. */
  readonly errors: ReadonlyMap<string, unknown>
  stderr(): string
}

async function connect(): Promise<Wire> {
  const server = startProcess('--stdio')
  const ended = once(server, 'exit').then(([code]) => `The server ended with ${code}.`)
  const answers = new Map<string, (result: unknown) => void>()
  const errors = new Map<string, unknown>()
  let stderr = ''
  server.stderr!.on('data', data => {
    stderr += String(data)
  })
  // A server that ends closes it.
  server.stdin!.on('error', () => undefined)
  new protocol.StreamMessageReader(server.stdout!).listen(message => {
    const { id, result, error } = message as unknown as Record<string, unknown>
    if (error) errors.set(JSON.stringify(id), error)
    answers.get(String(id))?.(result)
  })
  const send: Wire['send'] = message => {
    const bytes = Buffer.from(message)
    server.stdin!.write(`Content-Length: ${bytes.length}\r\n\r\n`)
    server.stdin!.write(bytes)
  }
  const notify = (method: string, params: object): void => send(JSON.stringify({ jsonrpc: '2.0', method, params }))
  const ask = (id: string, method: string, params: object): Promise<unknown> => {
    const answer = new Promise(resolve => answers.set(id, resolve))
    send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    return Promise.race([answer, ended])
  }
  const capabilities = { workspace: { workspaceFolders: true } }
  await ask('first', 'initialize', { processId: null, rootUri: null, capabilities })
  notify('initialized', {})
  let count = 0
  return {
    send,
    errors,
    stderr: () => stderr,
    async expectServed() {
      const served = `file:///records/${++count}.compliance.rec`
      notify('textDocument/didOpen', { textDocument: { uri: served, languageId: 'rec', version: 1, text } })
      const hover = await ask(served, 'textDocument/hover', {
        textDocument: { uri: served },
        position: { line: 0, character: 3 },
      })
      expect(hover).toMatchObject({ contents: { kind: 'plaintext' } })
      notify('textDocument/didClose', { textDocument: { uri: served } })
    },
  }
}

const definitions = globSync('../../shared/protocol/**/*.ts', { cwd: import.meta.dirname, ignore: ['**/*.test.ts'] })
const modules = await Promise.all(definitions.map(file => import(file) as Promise<Record<string, unknown>>))

/**
 * All messages of the protocol and of our own that a client may send, and names that are none. `shutdown` and `exit`
 * end the server.
 */
const methods = [
  ...[protocol, ...modules].flatMap(module => Object.values(module).flatMap(methodOf)),
  ...['workspace/nonsense', '$/setTrace', '$/progress', '$/cancelRequest', '__proto__', 'constructor', ''],
].filter(method => method !== 'shutdown' && method !== 'exit')

test('the messages come from the protocol and from our own definitions', () => {
  expect(methods).toEqual(
    expect.arrayContaining(['initialize', 'textDocument/hover', 'codeAction/resolve', 'recline/tableRows']),
  )
})

function methodOf(message: unknown): string[] {
  if (typeof message !== 'object' || message === null || !('method' in message)) return []
  const { method } = message
  return typeof method === 'string' && !isFromServer(message) ? [method] : []
}

function isFromServer(message: object): boolean {
  return 'messageDirection' in message && message.messageDirection === protocol.MessageDirection.serverToClient
}

const position = fc.record({ line: fc.constantFrom(0, 1, 2, 3, -1, 2 ** 31, 0.5), character: fc.integer() })
const range = fc.record({ start: position, end: position })
const anything = fc.oneof({ maxDepth: 2 }, fc.jsonValue({ maxDepth: 3 }), range, position)
const orAnything = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 8, arbitrary: arbitrary as fc.Arbitrary<unknown> }, anything)
const uris = orAnything(fc.constantFrom(uri, 'file:///other.rec', 'file:///recline.json', '', '%%', '__proto__'))
const texts = fc.constantFrom('', text, '@', '|', '"', '\r', '\ud83d', '@BEGIN\n', '@CONTROL rid=C-1 | maturity=9')
const fileEvents = fc.record({ uri: uris, type: orAnything(fc.integer({ min: 1, max: 3 })) })

/** Parameters with the names of the protocol, of which some have values of another form, or are missing. */
const nearlyRight = fc.record(
  {
    textDocument: orAnything(
      fc.record(
        {
          uri: uris,
          languageId: orAnything(fc.constantFrom('rec', 'json')),
          version: orAnything(fc.integer()),
          text: orAnything(texts),
        },
        { requiredKeys: ['uri'] },
      ),
    ),
    contentChanges: orAnything(
      fc.array(
        orAnything(fc.record({ range: orAnything(range), text: orAnything(texts) }, { requiredKeys: ['text'] })),
      ),
    ),
    position: orAnything(position),
    positions: orAnything(fc.array(orAnything(position))),
    range: orAnything(range),
    ranges: orAnything(fc.array(orAnything(range))),
    context: orAnything(fc.record({ diagnostics: orAnything(fc.array(anything)), only: orAnything(fc.constant([])) })),
    newName: orAnything(fc.constantFrom('C-2', '', '\n')),
    ch: orAnything(fc.constantFrom('\n', '|')),
    query: orAnything(fc.constantFrom('C', '')),
    changes: orAnything(fc.array(orAnything(fileEvents))),
    files: orAnything(fc.array(orAnything(fc.record({ oldUri: uris, newUri: uris })))),
    event: orAnything(fc.record({ added: orAnything(fc.array(anything)), removed: orAnything(fc.array(anything)) })),
    settings: anything,
    item: orAnything(fc.record({ uri: uris, range: orAnything(range), data: anything })),
    data: anything,
    id: anything,
    previousResultIds: orAnything(fc.array(anything)),
  },
  { requiredKeys: [] },
)

const messages = fc
  .record(
    {
      jsonrpc: fc.constantFrom('2.0', '2.0', '2.0', '1.0', 2),
      id: fc.oneof({ weight: 5, arbitrary: fc.nat() as fc.Arbitrary<unknown> }, anything),
      method: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...methods) as fc.Arbitrary<unknown> }, anything),
      params: fc.oneof({ weight: 6, arbitrary: nearlyRight as fc.Arbitrary<unknown> }, anything),
      result: anything,
    },
    { requiredKeys: ['jsonrpc', 'method'] },
  )
  // JSON of a lone surrogate has none.
  .map(message => JSON.stringify(message))

/**
 * Messages of which some bytes are others, so that they are often no UTF-8. One that is no JSON ends the server: its
 * length may be wrong, and then the next message cannot be found.
 */
const damaged = fc
  .tuple(messages, fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 3 }))
  .map(([message, bytes]) => {
    const buffer = Buffer.from(message)
    for (const [place, byte] of bytes) buffer[place % buffer.length] = byte
    return buffer
  })
  .filter(isJson)

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString())
    return true
  } catch {
    return false
  }
}

const anyMessages = fc.array(
  fc.oneof({ weight: 8, arbitrary: messages as fc.Arbitrary<string | Buffer> }, damaged, fc.json()),
)

test('after any messages, the next one is served', async () => {
  const wire = await connect()
  // Many of the messages are about this document, which shows all that a file can hold.
  const seeds = fc.constantFrom(...corpus.filter(({ name }) => name.endsWith('.rec')))
  const property = fc.asyncProperty(seeds, anyMessages, async (seed, all) => {
    const textDocument = { uri, languageId: 'rec', version: 1, text: seed.text }
    wire.send(JSON.stringify({ jsonrpc: '2.0', method: 'textDocument/didOpen', params: { textDocument } }))
    for (const message of all) wire.send(message)
    await wire.expectServed()
  })
  await fc.assert(property, { numRuns: runs(300), endOnFailure: true })
  expect(wire.stderr()).toBe('')
})

const nested = (levels: number): string => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)
const open = (value: string | Buffer): Buffer =>
  Buffer.concat([
    Buffer.from('{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///u.rec",'),
    Buffer.from(`"languageId":"rec","version":1,"text":"@A a=`),
    Buffer.from(value),
    Buffer.from('"}}}'),
  ])

test.each<[string, string | Buffer]>([
  ['no parameters', '{"jsonrpc":"2.0","method":"textDocument/didOpen"}'],
  ['null for parameters', '{"jsonrpc":"2.0","method":"textDocument/didOpen","params":null}'],
  ['a cancellation of nothing', '{"jsonrpc":"2.0","method":"$/cancelRequest","params":null}'],
  [
    'a text that is a number',
    '{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"a:b","text":5}}}',
  ],
  [
    'folders that are no list',
    '{"jsonrpc":"2.0","method":"workspace/didChangeWorkspaceFolders","params":{"event":{"removed":"x"}}}',
  ],
  ['100,000 levels', `{"jsonrpc":"2.0","method":"textDocument/didOpen","params":${nested(100_000)}}`],
  ['a list', '[]'],
  ['no message', '5'],
  ['invalid UTF-8', open(Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80]))],
  ['half a surrogate pair', open('\\ud83d')],
  ['a name of a prototype', '{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{"__proto__":{"a":1}}}'],
])('after %s, the next message is served', async (_, message) => {
  const wire = await connect()
  wire.send(message)
  await wire.expectServed()
  expect(wire.stderr()).toBe('')
})

test('a request that cannot be read is refused', async () => {
  const wire = await connect()
  wire.send(`{"jsonrpc":"2.0","id":7,"method":"textDocument/hover","params":${nested(100_000)}}`)
  await wire.expectServed()
  expect(wire.errors.get('7')).toEqual({
    code: -32600,
    message: 'textDocument/hover is refused, as it cannot be read: Maximum call stack size exceeded',
  })
})

test('documents that open twice, go back in version or were never opened', async () => {
  const wire = await connect()
  const send = (name: string, version: number | null, rest: object): void =>
    wire.send(
      JSON.stringify({
        jsonrpc: '2.0',
        method: `textDocument/${name}`,
        params: { textDocument: { uri, languageId: 'rec', version, ...rest }, ...rest },
      }),
    )
  const change = {
    contentChanges: [{ range: { start: { line: 9, character: 9 }, end: { line: -1, character: -1 } }, text: '@' }],
  }
  for (const version of [5, 5, 4, -1, null]) {
    send('didChange', version, change)
    send('didOpen', version, { text })
    send('didOpen', version, { text: '' })
    send('didChange', version, change)
    send('didClose', version, {})
    send('didClose', version, {})
    await wire.expectServed()
  }
})

test('a client that ends without a word ends the server', async () => {
  const server = startProcess('--stdio')
  const exit = once(server, 'exit')
  server.stdin!.write('Content-Length: 500\r\n\r\n{"half":')
  server.stdin!.end()
  expect(await exit).toEqual([1, null])
})
