import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type {
  CodeAction,
  DocumentDiagnosticReport,
  Location,
  WorkspaceDiagnosticReport,
  WorkspaceEdit,
} from 'vscode-languageserver'
import { send } from '../../shared/protocol/request.ts'
import { tableRowsRequest, tableTagsRequest } from '../../shared/protocol/table.ts'
import { type Client, codes, startClient, stopAll } from './client.ts'

/** What goes across files, asked of the built server over its real protocol. */
let folder: string
const address = (name: string): string => pathToFileURL(join(folder, name)).href
const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-'))
})
afterEach(async () => {
  await stopAll()
  await rm(folder, { recursive: true })
})

test('an expression finds records in files that are open and in others, as soon as all files are read', async () => {
  await write('controls.compliance.rec', '@CONTROL rid=C-1 | owner="CISO"\n@CONTROL rid=C-2 | owner="CTO"\n')
  await write('closed.compliance.rec', '@FINDING rid=F-1 | control_ref="C-1"\n@FINDING rid=F-2 | control_ref="C-2"\n')
  const client = await startClient({ folders: [pathToFileURL(folder).href] })
  client.open(address('open.compliance.rec'), '@FINDING rid=F-3 | control_ref="C-1"\n')
  const query = { filters: [], search: '', hasProblem: false, where: 'control_ref.owner == "CISO"' }
  const params = { table: 'core.compliance.FINDING', query, start: 0, count: 10 }
  const answer = await send(client.connection, tableRowsRequest, params)
  expect(answer?.rows.map(({ uri, line, cells }) => [uri, line, cells[0]])).toEqual([
    [address('closed.compliance.rec'), 0, 'F-1'],
    [address('open.compliance.rec'), 0, 'F-3'],
  ])
  const tags = await send(client.connection, tableTagsRequest, {})
  expect(tags?.map(({ name, count }) => [name, count])).toEqual([
    ['CONTROL', 2],
    ['FINDING', 3],
  ])
})

describe('a record and what refers to it', () => {
  const start = async (): Promise<Client> => {
    await write('controls.rec', '@CONTROL rid=C-1 | title="Access"\n')
    await write('closed.rec', '@EVIDENCE control_ref="C-1"\n')
    const client = await startClient({
      folders: [pathToFileURL(folder).href],
      capabilities: {
        workspace: { workspaceEdit: { documentChanges: true } },
        textDocument: { rename: { prepareSupport: true } },
      },
    })
    client.open(address('open.rec'), '@FINDING rid=F-1 | control_ref="C-1"\n@FINDING rid=F-2 | control_ref="C-9"\n')
    await client.published(address('open.rec'), ({ diagnostics }) => diagnostics.length === 1)
    return client
  }

  test('the way leads there, and back', async () => {
    const client = await start()
    const definition = await client.at<Location[]>('definition', address('open.rec'), 0, 33)
    expect(definition).toMatchObject([{ uri: address('controls.rec'), range: { start: { line: 0, character: 13 } } }])
    const params = {
      textDocument: { uri: address('open.rec') },
      position: { line: 0, character: 33 },
      context: { includeDeclaration: true },
    }
    const references = await client.connection.sendRequest<Location[]>('textDocument/references', params)
    expect(references.map(({ uri }) => uri).sort()).toEqual([
      address('closed.rec'),
      address('controls.rec'),
      address('open.rec'),
    ])
  })

  test('a new name goes to all files in one edit, and is refused with a sentence where it is taken', async () => {
    const client = await start()
    const rename = (newName: string) =>
      client.connection.sendRequest<WorkspaceEdit>('textDocument/rename', {
        textDocument: { uri: address('open.rec') },
        position: { line: 0, character: 33 },
        newName,
      })
    const edit = await rename('C-2')
    expect(edit.documentChanges).toHaveLength(3)
    expect(JSON.stringify(edit)).toContain('"newText":"C-2"')
    await write('other.rec', '@CONTROL rid=C-7\n')
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: address('other.rec'), type: 1 }] })
    await expect(rename('C-7')).rejects.toThrow(/C-7.*\./)
  })
})

test('a file outside the workspace counts only while it is open', async () => {
  const client = await startClient({ folders: [pathToFileURL(folder).href] })
  client.open('file:///elsewhere/a.rec', '@CONTROL rid=C-1\n')
  client.open(address('b.rec'), '@FINDING rid=F-1 | control_ref="C-1"\n')
  await client.published(address('b.rec'), ({ diagnostics }) => diagnostics.length === 0)
  client.close('file:///elsewhere/a.rec')
  await client.published(address('b.rec'), ({ diagnostics }) => codes(diagnostics).join() === 'dangling-reference')
})

test('an older version of a file, as in a diff, duplicates no records and has no problems', async () => {
  const client = await startClient({ folders: [pathToFileURL(folder).href] })
  const [file, version] = [address('b.rec'), address('b.rec').replace(/^file:/, 'git:')]
  client.open(version, '@CONTROL rid=C-1 | color="red"\n@CONTROL rid=C-1\n')
  client.open(file, '@CONTROL rid=C-1\n@FINDING rid=F-1 | control_ref="C-9"\n')
  await client.published(file, ({ diagnostics }) => codes(diagnostics).join() === 'dangling-reference')
  expect(codes((await client.published(version)).diagnostics)).toEqual([])
})

describe('files that only the client can reach', () => {
  test('are asked of the client', async () => {
    const client = await startClient({ capabilities: { workspace: { workspaceFolders: true } } })
    const texts: Record<string, string> = { 'mem:/records/b.rec': '@CONTROL rid=C-1\n' }
    client.connection.onRequest('recline/listFiles', ({ include }: { include: string[] }) =>
      include[0] === '**/*.rec' ? Object.keys(texts) : [],
    )
    client.connection.onRequest('recline/readFile', ({ uri }: { uri: string }) => texts[uri] ?? null)
    const uri = 'mem:/records/a.rec'
    client.open(uri, '@FINDING rid=F-1 | control_ref="C-1"\n')
    await client.published(uri, ({ diagnostics }) => codes(diagnostics).join() === 'dangling-reference')
    client.notify('workspace/didChangeWorkspaceFolders', {
      event: { added: [{ uri: 'mem:/records', name: 'records' }], removed: [] },
    })
    await client.published(uri, ({ diagnostics }) => diagnostics.length === 0)
    delete texts['mem:/records/b.rec']
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: 'mem:/records/b.rec', type: 3 }] })
    await client.published(uri, ({ diagnostics }) => codes(diagnostics).join() === 'dangling-reference')
  })

  test('a file that comes while the others are listed is among them', async () => {
    const client = await startClient({ capabilities: { workspace: { workspaceFolders: true } } })
    const texts: Record<string, string> = {}
    const list = new Promise<() => void>(asked =>
      client.connection.onRequest('recline/listFiles', () => new Promise(answer => asked(() => answer([])))),
    )
    client.connection.onRequest('recline/readFile', ({ uri }: { uri: string }) => texts[uri] ?? null)
    const [uri, other] = ['mem:/records/a.rec', 'mem:/records/z.rec'] as const
    client.open(uri, '@FINDING rid=F-1 | control_ref="C-1"\n')
    client.open(other, '@FINDING rid=F-2 | control_ref="C-9"\n')
    await client.published(other, ({ diagnostics }) => codes(diagnostics).join() === 'dangling-reference')
    client.notify('workspace/didChangeWorkspaceFolders', {
      event: { added: [{ uri: 'mem:/records', name: 'records' }], removed: [] },
    })
    const answerList = await list
    texts['mem:/records/b.rec'] = '@CONTROL rid=C-1\n'
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: 'mem:/records/b.rec', type: 1 }] })
    await client.published(uri, ({ diagnostics }) => diagnostics.length === 0)
    answerList()
    // Only when all files are known, it is known that one leads nowhere.
    await client.published(other, ({ diagnostics }) => diagnostics.length === 0)
    await client.published(other, ({ diagnostics }) => codes(diagnostics).join() === 'dangling-reference')
    expect(codes((await client.published(uri)).diagnostics)).toEqual([])
  })

  test('a file whose new name no longer says its domain gets a header', async () => {
    await write('a.compliance.rec', '@CONTROL rid=C-1\n')
    const client = await startClient({
      folders: [pathToFileURL(folder).href],
      capabilities: { workspace: { workspaceEdit: { documentChanges: true } } },
    })
    const files = [{ oldUri: address('a.compliance.rec'), newUri: address('a.rec') }]
    expect(JSON.stringify(await client.connection.sendRequest('workspace/willRenameFiles', { files }))).toContain(
      '@DOC domain=core.compliance\\n',
    )
  })
})

describe('problems of files that are not open', () => {
  const start = async (settings: object = {}): Promise<Client> => {
    await write('controls.rec', '@CONTROL rid=C-1\n@CONTROL rid=C-2 | maturity:int=9\n')
    await write(
      'findings.rec',
      '# recline-disable-next-line dangling-reference\n@FINDING rid=F-1 | control_ref="C-1"\n',
    )
    const client = await startClient({
      folders: [pathToFileURL(folder).href],
      settings: () => settings,
      capabilities: { textDocument: { publishDiagnostics: { relatedInformation: true } } },
    })
    return client
  }
  const until = (client: Client, name: string, wanted: string) =>
    client.published(address(name), ({ diagnostics }) => codes(diagnostics).join() === wanted)

  test('are sent from the start, also those that depend on other files', async () => {
    await write('copy.rec', '@CONTROL rid=C-1\n')
    const client = await start()
    await until(client, 'findings.rec', 'unused-suppression')
    await until(client, 'controls.rec', 'duplicate-rid,out-of-range')
    const { diagnostics } = await until(client, 'copy.rec', 'duplicate-rid')
    expect(diagnostics[0]).toMatchObject({ relatedInformation: [{ location: { uri: address('controls.rec') } }] })
  })

  test('have those of rules that follow references into open and closed files', async () => {
    const policy = (limit: number): string =>
      `@DOC domain=core.insurance\n@POLICY rid=POL-1 | coverage_limit:float=${limit}\n`
    await write('policies.rec', policy(50))
    await write('coverages.rec', '@DOC domain=core.insurance\n@COVERAGE limit:float=70 | policy_ref="POL-1"\n')
    const client = await start()
    const { diagnostics } = await until(client, 'coverages.rec', 'rule/coverage-limit-within-policy')
    expect(diagnostics[0]!.message).toContain('The limit 70 is higher than the coverage limit of the policy, 50.')
    client.open(address('policies.rec'), policy(80))
    await until(client, 'coverages.rec', '')
    client.change(address('policies.rec'), 2, { text: policy(60) })
    await until(client, 'coverages.rec', 'rule/coverage-limit-within-policy')
  })

  test('follow what is typed elsewhere, closing, and changes on disk', async () => {
    const client = await start()
    await until(client, 'controls.rec', 'out-of-range')
    await until(client, 'findings.rec', 'unused-suppression')
    client.open(address('controls.rec'), '@CONTROL rid=C-2\n')
    await until(client, 'controls.rec', '')
    await until(client, 'findings.rec', '')
    client.close(address('controls.rec'))
    await until(client, 'controls.rec', 'out-of-range')
    await until(client, 'findings.rec', 'unused-suppression')
    await write('controls.rec', '@CONTROL rid=C-1 | maturity:int=7\n')
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: address('controls.rec'), type: 2 }] })
    const changed = await client.published(
      address('controls.rec'),
      ({ diagnostics }) => diagnostics[0]?.range.start.line === 0,
    )
    expect(codes(changed.diagnostics)).toEqual(['out-of-range'])
    await rm(join(folder, 'controls.rec'))
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: address('controls.rec'), type: 3 }] })
    await until(client, 'controls.rec', '')
    await until(client, 'findings.rec', '')
  })

  test('have the severities of the nearest configuration, and follow it', async () => {
    await write('recline.json', '{ "severity": { "out-of-range": "off" } }')
    const client = await start()
    await until(client, 'findings.rec', 'unused-suppression')
    client.notify('textDocument/didOpen', {
      textDocument: {
        uri: address('recline.json'),
        languageId: 'json',
        version: 1,
        text: '{ "severity": { "out-of-range": "information" } }',
      },
    })
    const { diagnostics } = await until(client, 'controls.rec', 'out-of-range')
    expect(diagnostics[0]!.severity).toBe(3)
  })

  test('are not sent if only those of open files are wanted', async () => {
    const settings = { problems: 'all' }
    const client = await start(settings)
    await until(client, 'controls.rec', 'out-of-range')
    settings.problems = 'open'
    client.notify('workspace/didChangeConfiguration', { settings: null })
    await until(client, 'controls.rec', '')
    client.open(address('controls.rec'), '@CONTROL rid=C-1 | maturity:int=9\n')
    await until(client, 'controls.rec', 'out-of-range')
    client.close(address('controls.rec'))
    await until(client, 'controls.rec', '')
  })
})

describe('descriptors of the workspace', () => {
  const descriptor = (greatest: number): string =>
    JSON.stringify(
      {
        domain: 'acme.fleet',
        version: '1.0',
        description: 'Vehicles and their trips.',
        records: [
          {
            tag: 'VEHICLE',
            description: 'A vehicle.',
            fields: [
              { name: 'rid', type: 'string', required: true, example: 'VEH-1', description: 'The number plate.' },
              {
                name: 'seats',
                type: 'int',
                range: [1, greatest],
                example: '4',
                description: "Seats, the driver's included.",
              },
            ],
          },
        ],
      },
      undefined,
      2,
    )
  const openJson = (client: Client, text: string): void =>
    client.notify('textDocument/didOpen', {
      textDocument: { uri: address('acme.domain.json'), languageId: 'json', version: 1, text },
    })

  test('count at the start, from unsaved editors, and the last good version while one is broken', async () => {
    await write('acme.domain.json', descriptor(9))
    const client = await startClient({ folders: [pathToFileURL(folder).href] })
    const uri = address('a.rec')
    client.open(uri, '@DOC domain=acme.fleet\n@VEHICLE rid=V-1 | seats:int=12\n')
    await client.published(uri, ({ diagnostics }) => codes(diagnostics).join() === 'out-of-range')

    openJson(client, descriptor(9))
    const change = (version: number, text: string): void =>
      client.notify('textDocument/didChange', {
        textDocument: { uri: address('acme.domain.json'), version },
        contentChanges: [{ text }],
      })
    change(2, descriptor(20))
    await client.published(uri, ({ diagnostics }) => diagnostics.length === 0)
    change(3, '{ "domain": ')
    await client.published(address('acme.domain.json'), ({ diagnostics }) =>
      codes(diagnostics).includes('descriptor-json'),
    )
    client.change(uri, 2, { text: '@DOC domain=acme.fleet\n@VEHICLE rid=V-1 | seats:int=21\n' })
    await client.published(uri, params => params.version === 2 && codes(params.diagnostics).join() === 'out-of-range')
    expect(client.errors).toEqual([])
  })

  test('of a folder that leaves the workspace count no more', async () => {
    await write('acme.domain.json', descriptor(9))
    const folders = [pathToFileURL(folder).href]
    const client = await startClient({ folders, capabilities: { workspace: { workspaceFolders: true } } })
    client.open('file:///elsewhere/a.rec', '@VEHICLE rid=V-1 | seats:int=12\n')
    await client.published('file:///elsewhere/a.rec', ({ diagnostics }) => codes(diagnostics).join() === 'out-of-range')
    client.notify('workspace/didChangeWorkspaceFolders', {
      event: { added: [], removed: folders.map(uri => ({ uri, name: uri })) },
    })
    await client.published('file:///elsewhere/a.rec', ({ diagnostics }) => codes(diagnostics).join() === 'unknown-tag')
  })

  test('are where a tag and a field are defined', async () => {
    await write('acme.domain.json', descriptor(9))
    const client = await startClient({ folders: [pathToFileURL(folder).href] })
    client.open(address('a.rec'), '@VEHICLE rid=V-1 | seats:int=12\n')
    await client.published(address('a.rec'), ({ diagnostics }) => codes(diagnostics).join() === 'out-of-range')
    expect(await client.at('definition', address('a.rec'), 0, 3)).toMatchObject([
      { uri: address('acme.domain.json'), range: { start: { line: 6 } } },
    ])
    expect(await client.at('definition', address('a.rec'), 0, 21)).toMatchObject([
      { uri: address('acme.domain.json'), range: { start: { line: 17 } } },
    ])
  })

  test('that are built in open in a client that asks for their text', async () => {
    const client = await startClient({ initializationOptions: { opensDescriptors: true } })
    client.open('mem:/a.rec', '@CONTROL rid=C-1 | maturity:int=3\n')
    const [found] = await client.at<Location[]>('definition', 'mem:/a.rec', 0, 20)
    expect(found!.uri).toBe('recline-descriptor:/core.compliance.json')
    const text = await client.connection.sendRequest<string>('recline/descriptorText', { domain: 'core.compliance' })
    expect(text.split('\n')[found!.range.start.line]).toContain('"name": "maturity"')
  })

  const fleet = JSON.stringify(
    {
      domain: 'acme.fleet',
      version: '1.0',
      description: 'Vehicles.',
      records: [
        {
          tag: 'VEHICLE',
          fields: [
            { name: 'rid', type: 'string', required: true },
            { name: 'status', type: 'string', enum: ['active', 'sold'], example: 'active' },
          ],
        },
        { tag: 'TRIP', fields: [{ name: 'vehicle_ref', type: 'string', ref: 'VEHICLE' }] },
      ],
      recordCount: 2,
    },
    undefined,
    2,
  )
  /** Opens two files of the domain, and gives a function that renames what is at a character of the first line. */
  const startFleet = async (text: string): Promise<Client> => {
    await write('fleet.domain.json', fleet)
    await write('closed.rec', '@TRIP vehicle_ref="V-1"\n@VEHICLE rid=V-2 | status=active\n')
    const client = await startClient({
      folders: [pathToFileURL(folder).href],
      capabilities: { textDocument: { rename: { prepareSupport: true } } },
    })
    client.open(address('a.rec'), text)
    await until(client, 'closed.rec')
    return client
  }
  const until = (client: Client, name: string) =>
    client.published(address(name), ({ diagnostics }) => codes(diagnostics).includes('dangling-reference'))
  const renamed = async (client: Client, character: number, newName: string): Promise<Record<string, string[]>> => {
    const edit = await client.connection.sendRequest<WorkspaceEdit>('textDocument/rename', {
      textDocument: { uri: address('a.rec') },
      position: { line: 0, character },
      newName,
    })
    return Object.fromEntries(
      Object.entries(edit.changes!).map(([uri, edits]) => [
        uri.slice(uri.lastIndexOf('/') + 1),
        edits.map(
          ({ range: { start, end }, newText }) => `${start.line}:${start.character}-${end.character} ${newText}`,
        ),
      ]),
    )
  }

  test('change with the name of a tag, a field or an allowed value, in all records', async () => {
    const client = await startFleet('@VEHICLE rid=V-3 | status="sold"\n')
    expect(await renamed(client, 3, 'CAR')).toEqual({
      'fleet.domain.json': ['6:13-22 "CAR"', '30:17-26 "CAR"'],
      'a.rec': ['0:1-8 CAR'],
      'closed.rec': ['1:1-8 CAR'],
    })
    expect(await renamed(client, 21, 'state')).toEqual({
      'fleet.domain.json': ['14:18-26 "state"'],
      'a.rec': ['0:19-25 state'],
      'closed.rec': ['1:19-25 state'],
    })
    expect(await renamed(client, 28, 'gone away')).toEqual({
      'fleet.domain.json': ['18:12-18 "gone away"'],
      'a.rec': ['0:27-31 gone away'],
    })
    await expect(renamed(client, 3, 'TRIP')).rejects.toThrow('There is already a tag TRIP; choose another name.')
    await expect(renamed(client, 21, 'rid')).rejects.toThrow('VEHICLE already has a field rid; choose another name.')
  })

  test('grow by quick fixes on an unknown tag, field or value', async () => {
    const client = await startFleet(
      '@DOC domain=acme.fleet\n@VEHICLE rid=V-3 | status="lost" | seats:int=4\n@DRIVER rid=D-1\n',
    )
    const { diagnostics } = await client.published(address('a.rec'), ({ diagnostics }) => diagnostics.length === 3)
    const titles: Record<string, string> = {}
    for (const diagnostic of diagnostics) {
      const actions = await client.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
        textDocument: { uri: address('a.rec') },
        range: diagnostic.range,
        context: { diagnostics: [diagnostic] },
      })
      for (const { title, edit } of actions) {
        const edits = edit?.changes?.[address('fleet.domain.json')]
        if (edits) titles[title] = edits.map(({ newText }) => newText.replace(/\s+/g, ' ').trim()).join(' … ')
      }
    }
    expect(titles).toEqual({
      'Allow "lost" in VEHICLE.status': '"sold", "lost"',
      'Add the field seats to VEHICLE': '}, { "name": "seats", "type": "int", "description": "" }',
      'Add the tag DRIVER to acme.fleet':
        '}, { "tag": "DRIVER", "description": "", "fields": [ { "name": "rid", "type": "string", "required": true, "description": "" } ] } … 3',
    })
  })

  test('have fixes for what is wrong with them', async () => {
    await write('acme.domain.json', '{}')
    const client = await startClient({ folders: [pathToFileURL(folder).href] })
    const uri = address('acme.domain.json')
    openJson(client, descriptor(9).replace('"records"', '"recordCount": 3,\n  "records"'))
    const { diagnostics } = await client.published(
      uri,
      params => codes(params.diagnostics).join() === 'descriptor-count',
    )
    const params = { textDocument: { uri }, range: diagnostics[0]!.range, context: { diagnostics } }
    const actions = await client.connection.sendRequest<CodeAction[]>('textDocument/codeAction', params)
    expect(actions[0]).toMatchObject({ kind: 'quickfix', edit: { changes: { [uri]: [{ newText: '1' }] } } })
  })

  test('two of one domain are a problem of both', async () => {
    await write('one.domain.json', descriptor(9))
    await write('two.domain.json', descriptor(9))
    const client = await startClient({ folders: [pathToFileURL(folder).href] })
    for (const name of ['one.domain.json', 'two.domain.json']) {
      await client.published(address(name), ({ diagnostics }) => codes(diagnostics).join() === 'descriptor-duplicate')
    }
  })
})

describe('a client that asks for problems', () => {
  test('gets them once, is told when nothing has changed, and gets those of files that are not open', async () => {
    await write('closed.rec', '@CONTROL rid="C-1"\n')
    const client = await startClient({
      folders: [pathToFileURL(folder).href],
      capabilities: { textDocument: { diagnostic: {} }, workspace: { diagnostics: { refreshSupport: true } } },
      initializationOptions: { diagnostics: 'pull' },
    })
    const uri = address('open.rec')
    client.open(uri, '@CONTROL maturity:int=9\n')
    const ask = (previousResultId?: string) =>
      client.connection.sendRequest<DocumentDiagnosticReport>('textDocument/diagnostic', {
        textDocument: { uri },
        previousResultId,
      })
    const first = await ask()
    expect(first.kind === 'full' && codes(first.items)).toEqual(['missing-field', 'out-of-range'])
    expect(await ask(first.resultId)).toEqual({ kind: 'unchanged', resultId: first.resultId })
    client.change(uri, 2, { text: '@CONTROL rid=C-2\n' })
    expect(await ask(first.resultId)).toMatchObject({ kind: 'full', items: [] })

    const seen = async (): Promise<string> => {
      const { items } = await client.connection.sendRequest<WorkspaceDiagnosticReport>('workspace/diagnostic', {
        previousResultIds: [],
      })
      return items
        .map(
          item =>
            `${item.uri.slice(item.uri.lastIndexOf('/') + 1)} ${item.kind === 'full' ? codes(item.items).join() : ''}`,
        )
        .sort()
        .join('; ')
    }
    await expect.poll(seen).toBe('closed.rec notation; open.rec ')
  })
})
