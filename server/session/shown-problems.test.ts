import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  CancellationTokenSource,
  type Diagnostic,
  FileChangeType,
  type WorkspaceDiagnosticReport,
} from 'vscode-languageserver'
import { inParts } from '../../test/property-values.ts'
import { inFolder, type SessionClient, startSession } from '../../test/session-client.ts'
import { ShownProblems } from './shown-problems.ts'

// Time is not waited for, it passes. All other work of the server goes on in turns of the event loop, as it does.
beforeAll(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterAll(() => void vi.useRealTimers())

const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

/** Waits until a server has nothing more to say. */
async function untilQuiet(client: SessionClient): Promise<void> {
  for (let quiet = 0, before = -1; quiet < 3; quiet++) {
    for (let turns = 0; turns < 12; turns++) await turn()
    await vi.advanceTimersByTimeAsync(600)
    if (client.received() !== before) quiet = 0
    before = client.received()
  }
}

const names = ['a.rec', 'b.rec', 'new.rec', 'recline.json', 'x.domain.json'] as const
type Name = (typeof names)[number]

const recordTexts = [
  '',
  '@CONTROL rid=C-1\n',
  '@CONTROL rid=C-1 | maturity:int=9\n',
  '@FINDING rid=F-1 | control_ref="C-1"\n',
  '# recline-disable-next-line dangling-reference\n@FINDING rid=F-2 | control_ref="C-1"\n',
  '@DOC domain=my.x\n@THING rid=T-1 | size:int=3\n',
  '@CONTROL rid="C-2\n',
]
const configTexts = [
  '{}',
  '{ "severity": { "out-of-range": "off" } }',
  '{ "exclude": ["b.rec"] }',
  '{ "unknown": 1 }',
  '{ "descriptors": ["other/*.json"] }',
]
const descriptor = (type: string): string =>
  JSON.stringify({ domain: 'my.x', version: '1.0', records: [{ tag: 'THING', fields: [{ name: 'size', type }] }] })
const descriptorTexts = [descriptor('int'), descriptor('bool'), '{ "domain": 3 }']
const textsOf = (name: string): readonly string[] => {
  if (name.endsWith('.rec')) return recordTexts
  return name === 'recline.json' ? configTexts : descriptorTexts
}

/** The files on disk, what is open, and the changes on disk that the client has not yet told the server. */
class Desk {
  readonly disk = new Map<string, string>()
  readonly open = new Map<string, { text: string; version: number }>()
  readonly untold: { uri: string; type: number }[] = []
  constructor(readonly client: () => SessionClient) {}

  write(name: string, text: string | undefined): void {
    const was = this.disk.has(name)
    if (text === undefined && !was) return
    if (text === undefined) this.disk.delete(name)
    else this.disk.set(name, text)
    const type = was ? FileChangeType.Changed : FileChangeType.Created
    this.untold.push({ uri: inFolder(name), type: text === undefined ? FileChangeType.Deleted : type })
  }

  tell(count: number): void {
    const changes = this.untold.splice(0, count)
    if (changes.length > 0) this.client().notify('workspace/didChangeWatchedFiles', { changes })
  }

  openFile(name: string, text: string, client = this.client()): void {
    const languageId = name.endsWith('.rec') ? 'rec' : 'json'
    this.open.set(name, { text, version: 1 })
    client.notify('textDocument/didOpen', { textDocument: { uri: inFolder(name), languageId, version: 1, text } })
  }

  closeFile(name: string): void {
    this.open.delete(name)
    this.client().notify('textDocument/didClose', { textDocument: { uri: inFolder(name) } })
  }
}

const kinds = ['open', 'edit', 'close', 'save', 'write', 'rename', 'delete', 'tell', 'turn', 'wait'] as const

/** One thing that a user, another program or the watcher of the editor does. */
class StepCommand implements fc.AsyncCommand<Desk, Desk> {
  constructor(
    private readonly kind: (typeof kinds)[number],
    private readonly name: Name,
    private readonly number: number,
  ) {}

  check(desk: Readonly<Desk>): boolean {
    const isOpen = desk.open.has(this.name)
    if (this.kind === 'open') return !isOpen
    if (this.kind === 'edit' || this.kind === 'close' || this.kind === 'save') return isOpen
    if (this.kind === 'rename') return this.name.endsWith('.rec') && desk.disk.has(this.name)
    if (this.kind === 'delete') return desk.disk.has(this.name)
    return true
  }

  async run(desk: Desk): Promise<void> {
    const { name, number } = this
    const text = textsOf(name)[number % textsOf(name).length]!
    switch (this.kind) {
      case 'open':
        // A file that is not on disk is a new one, which the user has not saved.
        return desk.openFile(name, desk.disk.get(name) ?? text)
      case 'edit': {
        const version = desk.open.get(name)!.version + 1
        desk.open.set(name, { text, version })
        const textDocument = { uri: inFolder(name), version }
        return desk.client().notify('textDocument/didChange', { textDocument, contentChanges: [{ text }] })
      }
      case 'close':
        return desk.closeFile(name)
      case 'save':
        return desk.write(name, desk.open.get(name)!.text)
      case 'write':
        return desk.write(name, text)
      case 'delete':
        return desk.write(name, undefined)
      case 'rename': {
        const others = names.filter(other => other.endsWith('.rec') && other !== name && !desk.open.has(other))
        const to = others[number % others.length]
        if (to === undefined) return
        const open = desk.open.get(name)
        desk.write(to, desk.disk.get(name))
        desk.write(name, undefined)
        if (!open) return
        desk.closeFile(name)
        return desk.openFile(to, open.text)
      }
      case 'tell':
        return desk.tell(1 + (number % 3))
      case 'turn':
        for (let turns = 0; turns <= number; turns++) await turn()
        return
      case 'wait':
        await vi.advanceTimersByTimeAsync(number * 200)
    }
  }

  toString(): string {
    return `${this.kind} ${this.name} ${this.number}`
  }
}

const steps = fc.commands(
  [
    fc
      .tuple(fc.constantFrom(...kinds), fc.constantFrom(...names), fc.nat(6))
      .map(([kind, name, number]) => new StepCommand(kind, name, number)),
  ],
  { maxCommands: 30 },
)

describe('what the client shows at an address', () => {
  const first = new Map([
    ['a.rec', recordTexts[1]!],
    ['b.rec', recordTexts[3]!],
  ])

  test.each(inParts(4, 400))(
    'is what a new server shows, in whatever order files open, change, close, move and are deleted: $seed',
    async share => {
      await fc.assert(
        fc.asyncProperty(steps, fc.array(fc.nat(4), { minLength: 1 }), async (commands, delays) => {
          let client: SessionClient | undefined
          const desk = new Desk(() => client!)
          for (const [name, text] of first) desk.disk.set(name, text)
          let reads = 0
          // Files are read at different speeds.
          const read = async (uri: string): Promise<string | undefined> => {
            const text = desk.disk.get(uri.slice(inFolder('').length))
            for (let turns = delays[reads++ % delays.length]!; turns > 0; turns--) await turn()
            return text
          }
          client = await startSession(desk.disk, { read })
          await fc.asyncModelRun(() => ({ model: desk, real: desk }), commands)
          desk.tell(Infinity)
          await untilQuiet(client)
          const fresh = await startSession(desk.disk)
          for (const [name, { text }] of desk.open) desk.openFile(name, text, fresh)
          await untilQuiet(fresh)
          try {
            expect(client.shown()).toEqual(fresh.shown())
          } finally {
            await client.stop()
            await fresh.stop()
          }
        }),
        share,
      )
    },
  )

  const wrong = '@CONTROL rid=C-1 | maturity:int=9\n'
  const start = async (onDisk: Record<string, string>) => {
    const desk = new Desk(() => client)
    for (const [name, text] of Object.entries(onDisk)) desk.disk.set(name, text)
    const client = await startSession(desk.disk)
    await untilQuiet(client)
    return desk
  }
  const seen = async (desk: Desk): Promise<string[]> => {
    await untilQuiet(desk.client())
    return Object.keys(desk.client().shown())
  }

  test.each<[string, Record<string, string>, (desk: Desk) => void]>([
    ['closed without saving a mistake', { 'a.rec': recordTexts[1]! }, desk => desk.closeFile('a.rec')],
    ['new, and closed without saving', {}, desk => desk.closeFile('a.rec')],
    [
      'deleted while it was open',
      { 'a.rec': recordTexts[1]! },
      desk => {
        desk.write('a.rec', undefined)
        desk.tell(1)
        desk.closeFile('a.rec')
      },
    ],
  ])('is nothing for a file that was %s', async (_, onDisk, end) => {
    const desk = await start(onDisk)
    desk.openFile('a.rec', wrong)
    expect(await seen(desk)).toEqual(['a.rec'])
    end(desk)
    expect(await seen(desk)).toEqual([])
    await desk.client().stop()
  })

  test('is what a file has of which the editor says that it is a descriptor only now', async () => {
    const desk = await start({ 'recline.json': '{ "descriptors": ["other/*.json"] }' })
    desk.openFile('x.domain.json', descriptorTexts[2]!)
    expect(await seen(desk)).toEqual([])
    desk.write('recline.json', '{}')
    desk.tell(1)
    expect(await seen(desk)).toEqual(['x.domain.json'])
    desk.write('recline.json', '{ "descriptors": ["other/*.json"] }')
    desk.tell(1)
    expect(await seen(desk)).toEqual([])
    await desk.client().stop()
  })
})

describe('a rule that takes too many steps', () => {
  const numbers = `[${Array.from({ length: 900 }, (_, number) => number).join()}]`
  const rule = {
    id: 'slow',
    tag: 'CONTROL',
    expression: `${numbers}.exists(a, ${numbers}.exists(b, a + b == -1)) || has(rid)`,
    message: 'No.',
  }
  const across = {
    ...rule,
    id: 'slow-across',
    expression: `${rule.expression} || referrers("FINDING", "control_ref") == []`,
  }
  const files = new Map([
    ['recline.json', JSON.stringify({ rules: [rule, across] })],
    ['a.rec', Array.from({ length: 400 }, (_, number) => `@CONTROL rid=C-${number} | title="x"\n`).join('')],
  ])

  test.each(['open', 'closed'])('is stopped in a file that is %s, and told once, at the rule', async state => {
    const client = await startSession(files)
    if (state === 'open') new Desk(() => client).openFile('a.rec', files.get('a.rec')!)
    await untilQuiet(client)
    const { 'recline.json': problems, ...others } = client.shown()
    expect(others).toEqual({})
    expect(problems!.map(({ code, message }) => `${code}: ${String(message).slice(0, 60)}`)).toEqual([
      'config-expression: The rule slow takes too many steps, so the editor no longer ',
      'config-expression: The rule slow-across takes too many steps, so the editor no ',
    ])
    await client.stop()
  })
})

describe('a client that asks for the problems of all files', () => {
  const capabilities = { textDocument: { diagnostic: {} } }
  const start = async (desk: Desk): Promise<SessionClient> => {
    const client = await startSession(desk.disk, { capabilities, initializationOptions: { diagnostics: 'pull' } })
    await untilQuiet(client)
    return client
  }
  const ids = new Map<string, string>()
  /** Asks as VS Code does, with the ids of all reports so far. */
  const ask = async (client: SessionClient): Promise<Record<string, Diagnostic[] | 'unchanged'>> => {
    const previousResultIds = [...ids].map(([uri, value]) => ({ uri, value }))
    const { items } = await client.connection.sendRequest<WorkspaceDiagnosticReport>('workspace/diagnostic', {
      previousResultIds,
    })
    for (const { uri, resultId } of items) {
      if (resultId === undefined) ids.delete(uri)
      else ids.set(uri, resultId)
    }
    return Object.fromEntries(
      items.map(item => [item.uri.slice(inFolder('').length), item.kind === 'full' ? item.items : 'unchanged']),
    )
  }

  test('waits while nothing changes, and is told once of a file that is gone', async () => {
    ids.clear()
    let client: SessionClient | undefined
    const desk = new Desk(() => client!)
    desk.disk.set('a.rec', recordTexts[2]!).set('b.rec', recordTexts[0]!)
    client = await start(desk)
    expect(await ask(client)).toMatchObject({ 'a.rec': [{ code: 'out-of-range' }], 'b.rec': [] })
    let answer: Awaited<ReturnType<typeof ask>> | undefined
    const asked = ask(client).then(told => {
      answer = told
    })
    await untilQuiet(client)
    expect(answer).toBeUndefined()
    desk.write('a.rec', undefined)
    desk.tell(1)
    await untilQuiet(client)
    await asked
    expect(answer).toEqual({ 'a.rec': [], 'b.rec': 'unchanged' })
    expect([...ids.keys()]).toEqual([inFolder('b.rec')])
    await client.stop()
  })

  test('is answered when it no longer waits', async () => {
    ids.clear()
    let client: SessionClient | undefined
    const desk = new Desk(() => client!)
    client = await start(desk)
    await ask(client)
    const source = new CancellationTokenSource()
    const asked = client.connection.sendRequest('workspace/diagnostic', { previousResultIds: [] }, source.token)
    await untilQuiet(client)
    source.cancel()
    expect(await asked).toEqual({ items: [] })
    await client.stop()
  })

  test('is told of a file that is not open what it is told of all files', async () => {
    let client: SessionClient | undefined
    const desk = new Desk(() => client!)
    desk.disk.set('a.rec', recordTexts[2]!)
    client = await start(desk)
    const report = await client.connection.sendRequest('textDocument/diagnostic', {
      textDocument: { uri: inFolder('a.rec') },
    })
    expect(report).toMatchObject({ kind: 'full', items: [{ code: 'out-of-range' }] })
    await client.stop()
  })
})

test('the same problems are counted in all files but one', () => {
  const shown = new ShownProblems({ sendDiagnostics: () => Promise.resolve() }, { pullsDiagnostics: false })
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } }
  const show = (uri: string, code: string, ...messages: readonly string[]): void =>
    shown.show({ uri, version: null, diagnostics: messages.map(message => ({ range, code, message })) })
  const high = { code: 'not-in-enum', message: 'High' }
  show('a', 'not-in-enum', 'High', 'Low', 'High')
  show('b', 'not-in-enum', 'High')
  show('c', 'notation', 'High')
  expect(['a', 'b', 'c'].map(uri => shown.countElsewhere(uri, high))).toEqual([1, 2, 3])
  shown.clear('b')
  expect(shown.countElsewhere('c', high)).toBe(2)
  // Of a file with very many different problems, no numbers are kept.
  show('b', 'not-in-enum', ...Array.from({ length: 1001 }, (_, index) => `High ${index}`))
  expect(shown.countElsewhere('c', high)).toBeUndefined()
  expect(shown.countElsewhere('b', high)).toBe(2)
})
