import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node'
import { type Options, serverModule, startClient, startProcess, stopAll } from './client.ts'

afterEach(stopAll)

const uri = 'file:///records/a.rec'
const params: Readonly<Record<string, object>> = {
  initialize: { processId: null, rootUri: null, capabilities: {} },
  'textDocument/didOpen': { textDocument: { uri, languageId: 'rec', version: 1, text: '@CONTROL\n' } },
  'textDocument/hover': { textDocument: { uri }, position: { line: 0, character: 3 } },
}

const frame = (text: string): string => `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`

/**
 * What a server says while it gets messages, then the end of its input.
 *
 * @param messages methods, those of requests with `?` behind, which are waited for; or any other bytes
 * @returns its messages and what it writes to standard error, in short, and its exit code
 */
async function talk(...messages: readonly string[]): Promise<string[]> {
  const server = startProcess('--stdio')
  const closed = once(server, 'close') as Promise<[number]>
  const said: string[] = []
  const answers = new Map<number, (name: string) => void>()
  interface Received {
    readonly id?: number
    readonly method?: string
    readonly error?: { readonly code: number; readonly message: string }
  }
  new StreamMessageReader(server.stdout!).listen(message => {
    const { id, method, error } = message as Received
    // On a busy machine, the server also logs what took long.
    if (method === 'window/logMessage') return
    if (method !== undefined) said.push(`${method} is sent`)
    else answers.get(id!)!(error ? `${error.code} ${error.message}` : 'answered')
  })
  server.stderr!.on('data', text => said.push(String(text).trim()))
  for (const [id, message] of messages.entries()) {
    const [, method, question] = /^([a-z]\w+(?:\/\w+)?)(\??)$/.exec(message) ?? []
    if (method === undefined) server.stdin!.write(message)
    else {
      const answered = new Promise<string>(resolve => answers.set(id, resolve))
      server.stdin!.write(
        frame(JSON.stringify({ jsonrpc: '2.0', ...(question && { id }), method, params: params[method] })),
      )
      if (question) said.push(`${method}: ${await answered}`)
    }
  }
  server.stdin!.end()
  const [code] = await closed
  return [...said, `exit ${code}`]
}

describe('the lifecycle', () => {
  test('before initialize, requests are refused and notifications ignored', async () => {
    expect(
      await talk(
        'textDocument/hover?',
        'textDocument/didOpen',
        'initialized',
        'shutdown?',
        'recline/listDomains?',
        'initialize?',
        'textDocument/hover?',
      ),
    ).toEqual([
      'textDocument/hover: -32002 Send "initialize" before textDocument/hover.',
      'shutdown: -32002 Send "initialize" before shutdown.',
      'recline/listDomains: -32002 Send "initialize" before recline/listDomains.',
      'initialize: answered',
      'textDocument/hover: answered',
      'exit 1',
    ])
  })

  test('a second initialize is refused, and the first still counts', async () => {
    expect(
      await talk('initialize?', 'initialize?', 'textDocument/didOpen', 'textDocument/hover?', 'recline/nonsense?'),
    ).toEqual([
      'initialize: answered',
      'initialize: -32600 The server is initialized; send "initialize" only once.',
      'textDocument/publishDiagnostics is sent',
      'textDocument/hover: answered',
      'recline/nonsense: -32601 Unhandled method recline/nonsense',
      'exit 1',
    ])
  })

  test('after shutdown, requests are refused and notifications ignored, but exit', async () => {
    expect(
      await talk(
        'initialize?',
        'shutdown?',
        'textDocument/didOpen',
        'textDocument/hover?',
        'shutdown?',
        'initialize?',
        'exit',
      ),
    ).toEqual([
      'initialize: answered',
      'shutdown: answered',
      'textDocument/hover: -32600 The server is shut down, so it does not answer textDocument/hover.',
      'shutdown: -32600 The server is shut down, so it does not answer shutdown.',
      'initialize: -32600 The server is shut down, so it does not answer initialize.',
      'exit 0',
    ])
  })

  test('exit without shutdown is an error, also before initialize', async () => {
    expect(await talk('exit')).toEqual(['exit 1'])
    expect(await talk('initialize?', 'exit')).toEqual(['initialize: answered', 'exit 1'])
  })

  test('the input can end without exit after shutdown', async () => {
    expect(await talk('initialize?', 'shutdown?')).toEqual(['initialize: answered', 'shutdown: answered', 'exit 0'])
  })
})

describe('a broken message ends the server with a sentence', () => {
  const end = 'recline: The language server ends, as it cannot read what the client sends:'
  test.each([
    ['hello\n', '"hello\\n"'],
    ['{"jsonrpc":"2.0"}', '"{\\"jsonrpc\\":\\"2.0\\"}"'],
    ['Content-Length: 2\n\n{}', '"Content-Length: 2\\n\\n{"'],
  ])('the first: %j', async (bytes, shown) =>
    expect(await talk(bytes)).toEqual([
      `${end} It starts with ${shown}, not with a line "Content-Length: …" that ends in CR LF.`,
      'exit 1',
    ]),
  )

  test.each([
    ['Content-Type: x\r\n\r\n{}', 'Header must provide a Content-Length property.'],
    ['Content-Length: many\r\n\r\n{}', 'Content-Length value must be a number. Got many'],
    [`hello\n${frame('{}')}`, 'Header must provide a Content-Length property.'],
    ['Content-Length: 1\r\n\r\n{}\r\n\r\n', "Message header must separate key and value using ':'"],
  ])('a later one: %j', async (bytes, reason) => {
    const [first, sentence, ...rest] = await talk('initialize?', bytes)
    expect([first, sentence!.slice(0, end.length + 1 + reason.length), ...rest]).toEqual([
      'initialize: answered',
      `${end} ${reason}`,
      'exit 1',
    ])
  })
})

test('a message that is not JSON is refused, and the next one is answered', async () => {
  const [first, refusal, ...rest] = await talkAll('Content-Length: 2\r\n\r\n{]')
  expect(first).toMatchObject({ id: 0 })
  expect(refusal).toMatchObject({
    id: null,
    error: { code: -32700, message: expect.stringContaining('A message is ignored, as it is not JSON: ') as string },
  })
  expect(rest).toMatchObject([{ id: 1, result: null }])
})

test.each([
  ['textDocument/hover', {}, 'textDocument'],
  ['textDocument/hover', { textDocument: { uri } }, 'position'],
  ['textDocument/codeAction', { textDocument: { uri }, range: {} }, 'range'],
  ['textDocument/rename', { textDocument: { uri }, position: { line: 0, character: 0 } }, 'newName'],
])('%s with %j needs more', async (method, params, name) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method, params })
  const [, refusal] = await talkAll(frame(body))
  const message = `${method} needs the parameter "${name}" in the form of the protocol; send it.`
  expect(refusal).toEqual({ jsonrpc: '2.0', id: 7, error: { code: -32602, message } })
})

/** What a server answers to `initialize`, to some bytes, and to a request behind them, in this order. */
async function talkAll(bytes: string): Promise<unknown[]> {
  const server = startProcess('--stdio')
  const answers: unknown[] = []
  let answered = (): void => undefined
  new StreamMessageReader(server.stdout!).listen(message => {
    if ('method' in message) return
    answers.push(message)
    answered()
  })
  const answer = (): Promise<void> =>
    new Promise(resolve => {
      answered = resolve
    })
  const ask = (id: number, method: string, params: object): string =>
    frame(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
  for (const message of [
    ask(0, 'initialize', params.initialize!),
    bytes,
    ask(1, 'textDocument/hover', params['textDocument/hover']!),
  ]) {
    const next = answer()
    server.stdin!.write(message)
    await next
  }
  server.kill()
  return answers
}

describe('a client that never answers', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recline-'))
    await writeFile(join(folder, 'other.rec'), '@CONTROL rid=C-1\n')
  })
  afterEach(() => rm(folder, { recursive: true }))

  test.each<[string, Options]>([
    ['window/workDoneProgress/create', { capabilities: { window: { workDoneProgress: true } } }],
    [
      'client/registerCapability',
      { capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } } },
    ],
    ['workspace/configuration', { settings: () => null }],
  ])('%s does not stop the reading of the workspace', async (method, options) => {
    const client = await startClient({ ...options, folders: [pathToFileURL(folder).href], unanswered: [method] })
    const open = pathToFileURL(join(folder, 'open.rec')).href
    client.open(open, '@FINDING rid=F-1 | control_ref="C-1"\n@FINDING rid=F-2 | control_ref="C-2"\n')
    const { diagnostics } = await client.published(open, params => params.diagnostics.length > 0)
    expect(diagnostics.map(({ code, range }) => [code, range.start.line])).toEqual([['dangling-reference', 1]])
    expect(client.errors).toEqual([])
  })
})

describe('an editor that is killed', () => {
  test('ends the server, whose input ends with it', async () => {
    const editor = spawn(process.execPath, ['-e', startsServer, serverModule], { stdio: ['ignore', 'pipe', 'pipe'] })
    await once(editor.stdout, 'data')
    // The server holds standard error too, so this ends with the last of both.
    const closed = once(editor.stderr.resume(), 'close')
    editor.kill('SIGKILL')
    await closed
  })

  test('ends the server, also if something else keeps its input open', async () => {
    const editor = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'])
    const server = startProcess('--stdio')
    const exit = once(server, 'exit')
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { ...params.initialize, processId: editor.pid },
    }
    server.stdin!.write(frame(JSON.stringify(initialize)))
    await once(server.stdout!, 'data')
    editor.kill('SIGKILL')
    expect(await exit).toEqual([1, null])
  })
})

/** The program of an editor: starts the server that its argument names, and tells when the server has answered. */
const startsServer = `
  const server = require('node:child_process').spawn(process.execPath, [process.argv[1], '--stdio'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  server.stdout.once('data', () => console.log('answered'))
  server.stdin.write(${JSON.stringify(frame(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: params.initialize })))})
`

test.each(['--socket=', '--pipe='])('the server connects to a client that waits at %s', async option => {
  const folder = await mkdtemp(join(tmpdir(), 'recline-'))
  const listener = createServer().listen(option === '--pipe=' ? join(folder, 'pipe') : 0)
  try {
    await once(listener, 'listening')
    const address = listener.address()
    const connected = once(listener, 'connection') as Promise<[Socket]>
    const server = startProcess(`${option}${typeof address === 'string' ? address : address!.port}`)
    const [socket] = await connected
    const connection = createProtocolConnection(new StreamMessageReader(socket), new StreamMessageWriter(socket))
    connection.listen()
    expect(await connection.sendRequest('initialize', params.initialize)).toMatchObject({
      serverInfo: { name: 'Recline' },
    })
    const exit = once(server, 'exit')
    socket.end()
    expect(await exit).toEqual([1, null])
  } finally {
    listener.close()
    await rm(folder, { recursive: true })
  }
})
