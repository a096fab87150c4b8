import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  Client,
  type ClientCapabilities,
  type ElicitResult,
  InMemoryTransport,
  type Progress,
} from '@modelcontextprotocol/client'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { agentTools } from '../../shared/agents/tools.ts'
import type { ToolAnswer } from '../../shared/protocol/agents.ts'
import { ChosenFolders } from './chosen-folders.ts'
import { type Consent, LanguageServer } from './language-server.ts'
import { mcpServer } from './mcp-server.ts'
import { type RemovalQuestion, removalQuestion } from './removal.ts'

/** A language server that removes a record in each call, and answers when it is told to. */
class Stub extends LanguageServer {
  readonly served: (readonly string[])[] = []
  /** What the next call waits for. */
  wait: Promise<unknown> = Promise.resolve()
  edits = 'first'
  onQuestion = (): void => undefined

  override serve(roots: readonly string[]): void {
    this.served.push(roots)
  }

  override async call(
    _name: string,
    _given: unknown,
    _token: unknown,
    consent: Consent,
  ): Promise<ToolAnswer | RemovalQuestion> {
    await this.wait
    const file = { uri: this.edits, version: null, fingerprint: null, edits: [] }
    const records = [{ action: 'remove', tag: 'RISK', id: 'R-1\u200b', place: 'r.rec:1' }]
    const answer: ToolAnswer = {
      isError: false,
      answer: { notice: '', content: { applied: true, counts: { remove: 2 }, records, problems: [] } },
      files: [file],
    }
    this.onQuestion()
    const question = removalQuestion(answer)!
    const isWanted = consent(question)
    return isWanted === undefined ? question : { ...answer, isError: !isWanted }
  }
}

/** The versions of the protocol: a server asks a client, or answers with a question. */
const eras = ['legacy', 'auto'] as const

let folder: string
let log: string
const close: (() => Promise<void>)[] = []

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'recline-')))
  log = ''
  vi.spyOn(process.stderr, 'write').mockImplementation(text => {
    log += String(text)
    return true
  })
})

afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const one of close.splice(0)) await one()
  rmSync(folder, { recursive: true })
})

async function connected(
  mode: (typeof eras)[number],
  capabilities: ClientCapabilities,
  prepare: (client: Client) => void = () => undefined,
): Promise<{ client: Client; language: Stub }> {
  const language = new Stub()
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair()
  const chosen = new ChosenFolders(language, false)
  const served = serveStdio(() => mcpServer(language, new Set(Object.keys(agentTools)), chosen), {
    transport: serverSide,
  })
  const client = new Client({ name: 'test', version: '1' }, { capabilities, versionNegotiation: { mode } })
  prepare(client)
  await client.connect(clientSide)
  close.push(
    () => client.close(),
    () => served.close(),
  )
  return { client, language }
}

/** The capabilities of a client that has a folder open, and how it says so. */
const withRoots = (...paths: string[]): [ClientCapabilities, (client: Client) => void] => [
  { roots: { listChanged: true } },
  client =>
    client.setRequestHandler('roots/list', () => ({ roots: paths.map(path => ({ uri: pathToFileURL(path).href })) })),
]

const write = (client: Client): ReturnType<Client['callTool']> => client.callTool({ name: 'write', arguments: {} })

test.each(eras)('%s: the folders that the client has open are read, and nothing before', async mode => {
  const { client, language } = await connected(mode, ...withRoots(folder, homedir(), join(folder, 'none')))
  await write(client)
  await write(client)
  expect(language.served).toEqual([[folder]])
  expect(log).toContain(`recline: The folder ${homedir()} of the client is the home folder, so it is not read.\n`)
  expect(log).toContain('none could not be read: no such file or directory.\n')
})

test.each(eras)('%s: without folders of the client it is the working directory, but no home folder', async mode => {
  const { client, language } = await connected(mode, {})
  await write(client)
  expect(language.served).toEqual([[process.cwd()]])
  vi.spyOn(process, 'cwd').mockReturnValue(homedir())
  const atHome = await connected(mode, ...withRoots())
  const { isError, content } = await write(atHome.client)
  expect([isError, content]).toEqual([true, [{ type: 'text', text: expect.stringContaining('"code":"no-folder"') }]])
  expect(content).toEqual([
    { type: 'text', text: expect.stringContaining('The working directory is the home folder, so nothing is read; ') },
  ])
  expect((await atHome.client.listTools()).tools.length).toBeGreaterThan(0)
  expect((await atHome.client.listResources()).resources).toEqual([])
  expect(atHome.language.served).toEqual([])
})

test('a client that does not say its folders gets the working directory, and the log tells it', async () => {
  const { client, language } = await connected('legacy', { roots: {} }, one =>
    one.setRequestHandler('roots/list', () => Promise.reject(new Error('not now'))),
  )
  await write(client)
  expect(language.served).toEqual([[process.cwd()]])
  expect(log).toContain('recline: The client did not say which folders it has open: ')
})

test('other folders of the client are read when it says so', async () => {
  const paths = [folder]
  const { client, language } = await connected('legacy', { roots: { listChanged: true } }, one =>
    one.setRequestHandler('roots/list', () => ({ roots: paths.map(path => ({ uri: pathToFileURL(path).href })) })),
  )
  await write(client)
  paths[0] = realpathSync(tmpdir())
  await client.sendRootsListChanged()
  await write(client)
  expect(language.served).toEqual([[folder], [realpathSync(tmpdir())]])
})

test.each(eras)('%s: a user who can be asked is asked before a removal', async mode => {
  let message = ''
  let said: ElicitResult = { action: 'accept', content: { remove: true } }
  const { client, language } = await connected(mode, { elicitation: { form: {} } }, one =>
    one.setRequestHandler('elicitation/create', ({ params }) => {
      message = params.message
      return said
    }),
  )
  expect((await write(client)).isError).toBeFalsy()
  expect(message).toBe('Remove 2 records: RISK R-1\\u200b, and 1 more?')
  for (said of [
    { action: 'accept', content: { remove: false } },
    { action: 'accept', content: {} },
    { action: 'decline' },
    { action: 'cancel' },
  ] satisfies ElicitResult[])
    expect((await write(client)).isError).toBe(true)
  // What a user said of other edits counts for nothing.
  const messages = vi.fn()
  said = { action: 'accept', content: { remove: true } }
  language.onQuestion = () => {
    messages()
    language.edits = messages.mock.calls.length < 3 ? `version ${messages.mock.calls.length}` : language.edits
  }
  expect((await write(client)).isError).toBeFalsy()
  expect(messages).toHaveBeenCalledTimes(4)
})

test('a client without questions removes at once', async () => {
  const { client } = await connected('auto', { elicitation: { url: {} } })
  expect((await write(client)).isError).toBeFalsy()
})

test.each(eras)('%s: a call tells that it still runs after two seconds', async mode => {
  const { client, language } = await connected(mode, {})
  vi.useFakeTimers()
  let end = (): void => undefined
  language.wait = new Promise<void>(resolve => {
    end = resolve
  })
  const told: string[] = []
  const onprogress = ({ progress, message }: Progress): void => {
    told.push(`${progress} ${message}`)
    language.doing = 'Reading records: 20 of 40 files'
    if (told.length === 2) end()
  }
  const answer = client.callTool({ name: 'write', arguments: {} }, { onprogress })
  await vi.advanceTimersByTimeAsync(1999)
  expect(told).toEqual([])
  await vi.advanceTimersByTimeAsync(2001)
  expect(told).toEqual(['1 Working', '2 Reading records: 20 of 40 files'])
  await answer
  await vi.advanceTimersByTimeAsync(10_000)
  expect(told.length).toBe(2)
})
