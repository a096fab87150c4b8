import { describe, expect, test } from 'vitest'
import type { CodeAction, Location, WorkspaceEdit } from 'vscode-languageserver'
import { type Client, codes, startClient } from './client.ts'
import { workspaceFolder } from './workspace-folder.ts'

/** Descriptors of a workspace in the built server: where they count, and what changes and extends them. */
const { root, address, write } = workspaceFolder()

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
    const client = await startClient({ folders: [root()] })
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
    const folders = [root()]
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
    const client = await startClient({ folders: [root()] })
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
      folders: [root()],
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
      'Allow "lost" in VEHICLE.status': ', "lost"',
      'Add the field seats to VEHICLE': ', { "name": "seats", "type": "int", "description": "" }',
      'Add the tag DRIVER to acme.fleet':
        ', { "tag": "DRIVER", "description": "", "fields": [ { "name": "rid", "type": "string", "required": true, "description": "" } ] } … 3',
    })
  })

  test('have fixes for what is wrong with them', async () => {
    await write('acme.domain.json', '{}')
    const client = await startClient({ folders: [root()] })
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
    const client = await startClient({ folders: [root()] })
    for (const name of ['one.domain.json', 'two.domain.json']) {
      await client.published(address(name), ({ diagnostics }) => codes(diagnostics).join() === 'descriptor-duplicate')
    }
  })
})
