import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CodeAction, CompletionList, Hover, TextEdit } from 'vscode-languageserver/node'
import { codes, range, startClient, stopAll } from './client.ts'

afterEach(stopAll)

const uri = 'file:///records/a.rec'

describe('starting', () => {
  test('the server says what it can do, and who it is', async () => {
    const client = await startClient()
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string
    }
    expect(client.initialized.serverInfo).toEqual({ name: 'Recline', version })
    expect(client.initialized.capabilities).toMatchObject({
      textDocumentSync: { openClose: true, change: 2 },
      completionProvider: { triggerCharacters: expect.arrayContaining(['@', '|', ':', '=', '"']) },
      hoverProvider: true,
      codeActionProvider: { codeActionKinds: ['quickfix', 'refactor', 'source.fixAll.recline'], resolveProvider: true },
    })
  })

  test('over the channel of a Node process too', async () => {
    const client = await startClient({ transport: 'ipc' })
    client.open(uri, '@CONTROL rid=C-1 | maturity:int=9')
    expect(codes(await client.diagnostics(uri))).toEqual(['out-of-range'])
    expect(await client.at<Hover>('hover', uri, 0, 3)).toMatchObject({ range: range(0, 0, 0, 8) })
    expect(await client.stop()).toBe(0)
  })
})

describe('ending', () => {
  test('shutdown and exit end it without a complaint', async () => {
    const client = await startClient({ transport: 'stdio' })
    client.open(uri, '@CONTROL')
    expect(await client.stop()).toBe(0)
    expect(client.stderr()).toBe('')
  })

  test('exit without shutdown is told by the exit code', async () => {
    const client = await startClient({ transport: 'stdio' })
    client.notify('exit')
    expect(await once(client.process!, 'exit')).toEqual([1, null])
    expect(client.stderr()).toBe('')
  })

  test('it ends when its input does', async () => {
    const client = await startClient({ transport: 'stdio' })
    client.open(uri, '@CONTROL')
    await client.diagnostics(uri)
    client.process!.stdin!.end()
    await once(client.process!, 'exit')
    expect(client.stderr()).toBe('')
  })
})

describe('problems', () => {
  test('are pushed with version, code, severity, and a link that works offline', async () => {
    const client = await startClient()
    client.open(uri, '@CONTROL rid=C-1 | maturity:int=9\n')
    const {
      diagnostics: [problem],
      ...params
    } = await client.published(uri)
    expect(params).toEqual({ uri, version: 1 })
    expect(problem).toMatchObject({ range: range(0, 32, 0, 33), severity: 1, code: 'out-of-range', source: 'recline' })
    expect(problem!.message).toMatch(/^CONTROL\.maturity is 9; .*1 to 5\.$/)
    const [page, paragraph] = problem!.codeDescription!.href.split('#')
    expect(existsSync(fileURLToPath(page!))).toBe(true)
    expect(paragraph).toBe('out-of-range')
  })

  test('show related places to a client that can', async () => {
    const text = '@CONTROL rid=C-1 | title="a" | title="b"'
    const client = await startClient({
      capabilities: { textDocument: { publishDiagnostics: { relatedInformation: true } } },
    })
    client.open(uri, text)
    const [problem] = await client.diagnostics(uri)
    expect(problem).toMatchObject({
      code: 'duplicate-field',
      relatedInformation: [{ location: { uri, range: range(0, 19, 0, 24) } }],
    })
    const other = await startClient()
    other.open(uri, text)
    expect((await other.diagnostics(uri))[0]!.relatedInformation).toBeUndefined()
  })

  test('are those of the text after each change', async () => {
    const client = await startClient()
    client.open(uri, '@CONTROL rid=C-1\n@CONTROL rid=C-2 | maturity:int=9\n')
    expect(codes(await client.diagnostics(uri))).toEqual(['out-of-range'])
    client.change(uri, 2, { range: range(1, 32, 1, 33), text: '5' })
    expect(await client.diagnostics(uri, 2)).toEqual([])
    client.change(uri, 3, { text: '@CONTROL' })
    expect(codes(await client.diagnostics(uri, 3))).toEqual(['missing-field'])
  })

  test('several changes of one notification are made one after another', async () => {
    const client = await startClient()
    client.open(uri, '')
    client.change(
      uri,
      2,
      { range: range(0, 0, 0, 0), text: '@CONTROL rid=C-1' },
      { range: range(0, 16, 0, 16), text: '\r\n  | title="🙂🙂" | maturity:int=' },
      { range: range(1, 32, 1, 32), text: '9' },
      { range: range(1, 11, 1, 13), text: '' },
      { range: range(0, 0, 0, 0), text: '# 🙂\r\n' },
    )
    const [problem] = await client.diagnostics(uri, 2)
    expect(problem).toMatchObject({ code: 'out-of-range', range: range(2, 30, 2, 31) })
  })

  test('positions count UTF-16 code units, and CR, LF and CRLF as line ends', async () => {
    const client = await startClient()
    client.open(uri, '# 🙂\r@CONTROL rid=C-1 | title="é🙂" | maturity:int=9\r\n\n@CONTROL rid=C-2 | maturity:int=0')
    expect((await client.diagnostics(uri)).map(problem => problem.range)).toEqual([
      range(1, 46, 1, 47),
      range(3, 32, 3, 33),
    ])
  })

  test('go away when the document is closed', async () => {
    const client = await startClient()
    client.open(uri, '@CONTROL')
    await client.published(uri, ({ diagnostics }) => diagnostics.length === 1)
    client.close(uri)
    await client.published(uri, ({ diagnostics }) => diagnostics.length === 0)
    expect(await client.at('hover', uri, 0, 3)).toBeNull()
    client.open(uri, '@CONTROL')
    expect(codes(await client.diagnostics(uri))).toEqual(['missing-field'])
  })
})

describe('requests', () => {
  test('completion', async () => {
    const client = await startClient({
      capabilities: { textDocument: { completion: { completionItem: { snippetSupport: true } } } },
    })
    client.open(uri, '@CONTROL rid=C-1 | status="te" | owner="x"')
    const { items } = await client.at<CompletionList>('completion', uri, 0, 28)
    expect(items.map(({ label }) => label)).toEqual([
      'not-started',
      'in-progress',
      'implemented',
      'tested',
      'effective',
      'ineffective',
    ])
    expect(items[3]).toMatchObject({
      insertTextFormat: 1,
      textEdit: { range: range(0, 27, 0, 29), newText: 'tested' },
    })
    const typed = await client.connection.sendRequest('textDocument/completion', {
      textDocument: { uri },
      position: { line: 0, character: 31 },
      context: { triggerKind: 2, triggerCharacter: ' ' },
    })
    expect(typed).toBeNull()
  })

  test('hover', async () => {
    const client = await startClient()
    client.open(uri, '@CONTROL rid=C-1 | maturity:int=3')
    expect(await client.at<Hover>('hover', uri, 0, 20)).toMatchObject({
      contents: { kind: 'plaintext', value: expect.stringContaining('1 to 5') },
      range: range(0, 19, 0, 27),
    })
    expect(await client.at('hover', uri, 0, 17)).toBeNull()
  })

  test('code actions, and the edit of one that is worked out when chosen', async () => {
    const client = await startClient({
      capabilities: {
        textDocument: {
          codeAction: {
            codeActionLiteralSupport: { codeActionKind: { valueSet: [] } },
            resolveSupport: { properties: ['edit'] },
          },
        },
        workspace: { workspaceEdit: { documentChanges: true } },
      },
    })
    client.open(uri, '@CONTROL rid="C-1"\n@CONTROL rid="C-2"\n')
    const params = {
      textDocument: { uri },
      range: range(0, 14, 0, 14),
      context: { diagnostics: [], only: ['quickfix'] },
    }
    const [one, all] = await client.connection.sendRequest<CodeAction[]>('textDocument/codeAction', params)
    expect(one).toMatchObject({
      title: 'Change to rid=C-1',
      isPreferred: true,
      edit: { documentChanges: [{ textDocument: { uri, version: 1 } }] },
    })
    expect(all).toMatchObject({ title: 'Fix all notation problems in this file', data: { code: 'notation' } })
    expect(all!.edit).toBeUndefined()
    expect(await client.connection.sendRequest('codeAction/resolve', all)).toMatchObject({
      edit: {
        documentChanges: [
          {
            edits: [
              { range: range(0, 13, 0, 18), newText: 'C-1' },
              { range: range(1, 13, 1, 18), newText: 'C-2' },
            ],
          },
        ],
      },
    })
    const context = { diagnostics: [], only: ['source.fixAll'] }
    expect(await client.connection.sendRequest('textDocument/codeAction', { ...params, context })).toMatchObject([
      { kind: 'source.fixAll.recline' },
    ])
  })

  test('the domains there are, and the edit that chooses one', async () => {
    const client = await startClient()
    client.open(uri, '# Records.\r\n\r\n@CONTROL rid=C-1\r\n')
    const domains = await client.connection.sendRequest<{ path: string }[]>('recline/listDomains')
    expect(domains.map(({ path }) => path)).toContain('core.compliance')
    expect(domains).toHaveLength(11)
    const set = (line: number, ...paths: string[]) =>
      client.connection.sendRequest<TextEdit[]>('recline/setDomains', { uri, line, domains: paths })
    expect(await set(2, 'core.compliance')).toEqual([
      { range: range(2, 0, 2, 0), newText: '@DOC domain=core.compliance\r\n' },
    ])
    client.change(uri, 2, { text: '@DOC domain=core.hr@1.0 | title="x"\n@CONTROL rid=C-1' })
    expect(await set(1, 'core.hr', 'core.legal')).toEqual([
      { range: range(0, 5, 0, 23), newText: 'domain=[core.hr@1.0, core.legal]' },
    ])
    expect(
      await client.connection.sendRequest('recline/setDomains', {
        uri: 'file:///other.rec',
        line: 0,
        domains: ['core.hr'],
      }),
    ).toBeNull()
  })

  test('the domains of a document are told, once each time they change', async () => {
    const client = await startClient({ initializationOptions: { showsDomains: true } })
    const told: unknown[] = []
    client.connection.onNotification('recline/fileDomains', params => void told.push(params))
    client.open(uri, '@DOC domain=legal\n')
    await client.diagnostics(uri)
    client.change(uri, 2, { range: range(1, 0, 1, 0), text: '# note' })
    await client.diagnostics(uri, 2)
    client.change(uri, 3, { range: range(0, 12, 0, 17), text: 'hr' })
    await client.diagnostics(uri, 3)
    await client.connection.sendRequest('recline/listDomains')
    expect(told).toEqual(
      ['core.legal', 'core.hr'].map(path => ({
        uri,
        inForce: [path],
        bases: {},
        source: 'header',
        used: [],
        unreadable: [],
      })),
    )
  })
})

describe('the files of the workspace', () => {
  const finding = '@FINDING rid=F-1 | control_ref="C-1"\n'
  let folder: string
  const address = (name: string): string => pathToFileURL(join(folder, name)).href

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recline-'))
    await writeFile(join(folder, 'other.rec'), '@CONTROL rid=C-1\n')
  })
  afterEach(() => rm(folder, { recursive: true }))

  test('are read for references, and again when the client says that they changed', async () => {
    const client = await startClient({ folders: [pathToFileURL(folder).href] })
    client.open(address('open.rec'), finding + finding.replaceAll('-1', '-2'))
    const { diagnostics } = await client.published(address('open.rec'), params => params.diagnostics.length > 0)
    expect(diagnostics).toMatchObject([{ code: 'dangling-reference', range: range(1, 32, 1, 35) }])

    await writeFile(join(folder, 'other.rec'), '@CONTROL rid=C-2\n')
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: address('other.rec'), type: 2 }] })
    await client.published(address('open.rec'), params => params.diagnostics[0]?.range.start.line === 0)
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: address('other.rec'), type: 3 }] })
    await client.published(address('open.rec'), params => params.diagnostics.length === 2)
  })

  test('follow the folders', async () => {
    const client = await startClient({ capabilities: { workspace: { workspaceFolders: true } } })
    client.open(address('open.rec'), finding)
    await client.published(address('open.rec'), params => params.diagnostics.length === 1)
    const added = [{ uri: pathToFileURL(folder).href, name: 'records' }]
    client.notify('workspace/didChangeWorkspaceFolders', { event: { added, removed: [] } })
    await client.published(address('open.rec'), params => params.diagnostics.length === 0)
    client.notify('workspace/didChangeWorkspaceFolders', { event: { added: [], removed: added } })
    await client.published(address('open.rec'), params => params.diagnostics.length === 1)
  })

  test('that cannot be read are no harm', async () => {
    await mkdir(join(folder, 'folder.rec'))
    await writeFile(join(folder, 'binary.rec'), Buffer.from([0xff, 0xfe, 0x00]))
    const client = await startClient({
      folders: [pathToFileURL(folder).href, address('missing'), 'untitled:x', 'file:///%00', 'not an address'],
    })
    client.open(address('open.rec'), finding + finding.replaceAll('-1', '-2'))
    await client.published(address('open.rec'), params => params.diagnostics[0]?.code === 'dangling-reference')
    expect(await client.stop()).toBe(0)
    expect(client.stderr()).toBe('')
  })

  test('are read though the client refuses to show progress or to tell of changes', async () => {
    const client = await startClient({
      folders: [pathToFileURL(folder).href],
      settings: () => null,
      capabilities: {
        window: { workDoneProgress: true },
        workspace: {
          workspaceFolders: true,
          didChangeWatchedFiles: { dynamicRegistration: true },
          didChangeConfiguration: { dynamicRegistration: true },
        },
      },
      refused: ['window/workDoneProgress/create', 'client/registerCapability'],
    })
    client.open(address('open.rec'), finding + finding.replaceAll('-1', '-2'))
    await client.published(address('open.rec'), params => params.diagnostics[0]?.code === 'dangling-reference')
    expect(await client.stop()).toBe(0)
    expect(client.stderr()).toBe('')
  })
})
