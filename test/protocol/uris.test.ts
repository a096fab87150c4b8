import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type {
  CallHierarchyIncomingCall,
  CallHierarchyItem,
  CodeAction,
  Diagnostic,
  Location,
  WorkspaceEdit,
} from 'vscode-languageserver'
import { URI } from 'vscode-uri'
import { vehicleWith } from '../descriptor-files.ts'
import { type Client, range, startClient, stopAll } from './client.ts'

/** How clients write the URI of a path. */
const spellings: Readonly<Record<string, (path: string) => string>> = {
  'as VS Code': path => URI.file(path).toString(),
  'as Helix': path => pathToFileURL(path).href,
  'as Neovim': path => `file://${path.replace(/[^\w\-.~!$&'()*+,;=:@/]/g, character => encodeURIComponent(character))}`,
  'in lower case': path =>
    URI.file(path)
      .toString()
      .replace(/%../g, escaped => escaped.toLowerCase()),
  'with all escapes': path =>
    `file://${path.replace(/[^/\w]/g, character => `%${[...Buffer.from(character)].map(byte => byte.toString(16)).join('%')}`)}`,
}

/** A folder and names with characters that are written in several ways. */
let folder: string
const [controls, findings] = ['audit (1) é@x.rec', 'findings [2] + más/höfe & co.rec'] as const
const write = async (name: string, text: string): Promise<void> => {
  await mkdir(dirname(join(folder, name)), { recursive: true })
  await writeFile(join(folder, name), text)
}
const codes = (diagnostics: readonly Diagnostic[]): string => diagnostics.map(({ code }) => code).join()

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'recline-')), 'records (2026) ü@')
  await write(controls, '@CONTROL rid=CONTROL-0001 | title="Access"\n')
  await write(findings, findingsText)
})
afterEach(async () => {
  await stopAll()
  await rm(dirname(folder), { recursive: true })
})

const findingsText = '@FINDING rid=F-1 | control_ref="CONTROL-0001"\n@FINDING rid=F-2 | control_ref="CONTROL-0002"\n'

describe.each(Object.entries(spellings))('URIs %s', (_, spell) => {
  const uriOf = (name: string): string => spell(join(folder, name))
  /** The URI of a file that the client never wrote: its folder is as the client wrote that. */
  const uriBelow = (name: string): string =>
    spell(folder) + URI.file(join(folder, name)).toString().slice(URI.file(folder).toString().length)
  const start = (): Promise<Client> =>
    startClient({
      folders: [spell(folder)],
      capabilities: {
        workspace: { workspaceEdit: { documentChanges: true }, workspaceFolders: true },
        textDocument: { publishDiagnostics: { relatedInformation: true } },
      },
    })
  const open = (client: Client, name: string, text: string): void => client.open(uriOf(name), text)
  /** Waits until the problems of a file have these codes. */
  const has = async (client: Client, name: string, wanted: string): Promise<Diagnostic[]> =>
    (await client.published(uriOf(name), ({ diagnostics }) => codes(diagnostics) === wanted)).diagnostics
  const changed = (client: Client, name: string, type: 1 | 2 | 3): void =>
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uriOf(name), type }] })

  test('an open file counts once, and references find closed files', async () => {
    const client = await start()
    open(client, findings, findingsText)
    await has(client, findings, 'dangling-reference')
    open(client, controls, '@CONTROL rid=CONTROL-0001\n@CONTROL rid=CONTROL-0002\n')
    await has(client, findings, '')
    await has(client, controls, '')
    client.close(uriOf(controls))
    await has(client, findings, 'dangling-reference')
  })

  test('two records of one id, in an open and a closed file', async () => {
    const client = await start()
    open(client, 'new (2).rec', '@CONTROL rid=CONTROL-0001\n')
    const [problem] = await has(client, 'new (2).rec', 'duplicate-rid')
    expect(problem!.relatedInformation!.map(({ location: { uri } }) => uri)).toEqual([uriBelow(controls)])
  })

  test('a rename edits each place once, in open and closed files', async () => {
    const client = await start()
    open(
      client,
      controls,
      '@CONTROL rid=CONTROL-0001 | title="Access"\n@FINDING rid=F-3 | control_ref="CONTROL-0001"\n',
    )
    await has(client, controls, '')
    // The index is complete when a reference to no record is a problem.
    client.change(uriOf(controls), 2, {
      text: '@CONTROL rid=CONTROL-0001\n@FINDING rid=F-3 | control_ref="CONTROL-9"\n',
    })
    await has(client, controls, 'dangling-reference')
    const { documentChanges } = await client.connection.sendRequest<WorkspaceEdit>('textDocument/rename', {
      textDocument: { uri: uriOf(controls) },
      position: { line: 0, character: 15 },
      newName: 'C-1',
    })
    expect(documentChanges).toEqual([
      { textDocument: { uri: uriOf(controls), version: 2 }, edits: [{ range: range(0, 13, 0, 25), newText: 'C-1' }] },
      {
        textDocument: { uri: uriBelow(findings), version: null },
        edits: [{ range: range(0, 32, 0, 44), newText: 'C-1' }],
      },
    ])
  })

  test('navigation and edits have the URIs of the client', async () => {
    const client = await start()
    open(client, findings, findingsText)
    const [problem] = await has(client, findings, 'dangling-reference')
    const textDocument = { uri: uriOf(findings) }
    expect(await client.at<Location[]>('definition', textDocument.uri, 0, 33)).toMatchObject([
      { uri: uriBelow(controls), range: range(0, 13, 0, 25) },
    ])
    const actions = await client.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
      textDocument,
      range: problem!.range,
      context: { diagnostics: [problem] },
    })
    const edited = actions.flatMap(({ edit }) => edit?.documentChanges ?? [])
    expect(edited.length).toBeGreaterThan(0)
    for (const change of edited) expect(change).toMatchObject({ textDocument: { uri: textDocument.uri, version: 1 } })
    const [item] = await client.connection.sendRequest<CallHierarchyItem[]>('textDocument/prepareCallHierarchy', {
      textDocument,
      position: { line: 0, character: 33 },
    })
    expect(item!.uri).toBe(uriBelow(controls))
    const callers = await client.connection.sendRequest<CallHierarchyIncomingCall[]>('callHierarchy/incomingCalls', {
      item,
    })
    expect(callers.map(({ from }) => from.uri)).toEqual([textDocument.uri])
  })

  test('changes on disk', async () => {
    const client = await start()
    open(client, findings, findingsText)
    await has(client, findings, 'dangling-reference')
    await write('more (3).rec', '@CONTROL rid=CONTROL-0002\n')
    changed(client, 'more (3).rec', 1)
    await has(client, findings, '')
    changed(client, controls, 3)
    await has(client, findings, 'dangling-reference')
    changed(client, 'more (3).rec', 3)
    await has(client, findings, 'dangling-reference,dangling-reference')
  })

  test('configurations and descriptors', async () => {
    await write('law (1)/recline.json', '{ "domains": { "* ?é?.rec": "legal" }, "descriptors": ["*.json"] }')
    await write('law (1)/fleet (é).json', vehicleWith('{ "name": "seats", "type": "int" }'))
    const client = await start()
    open(client, 'law (1)/a (é).rec', '@CONTROL rid="C-2"\n')
    await has(client, 'law (1)/a (é).rec', 'unknown-tag')
    open(client, 'law (1)/b.rec', '@VEHICLE seats:int=many\n')
    await has(client, 'law (1)/b.rec', 'invalid-value')
    client.notify('textDocument/didOpen', {
      textDocument: { uri: uriOf('law (1)/recline.json'), languageId: 'json', version: 1, text: '{' },
    })
    await has(client, 'law (1)/recline.json', 'config-json')
    client.close(uriOf('law (1)/recline.json'))
    await write('law (1)/fleet (é).json', '{')
    changed(client, 'law (1)/fleet (é).json', 2)
    await has(client, 'law (1)/recline.json', '')
    await has(client, 'law (1)/fleet (é).json', 'descriptor-json')
  })

  test('a file is renamed', async () => {
    await write('deal (1).legal.rec', '@CLAUSE rid=CL-1\n')
    const client = await start()
    open(client, findings, findingsText)
    await has(client, findings, 'dangling-reference')
    const [oldUri, newUri] = [uriOf('deal (1).legal.rec'), uriOf('deal (2).rec')]
    const edit = await client.connection.sendRequest<WorkspaceEdit>('workspace/willRenameFiles', {
      files: [{ oldUri, newUri }],
    })
    expect(edit.documentChanges).toEqual([
      { textDocument: { uri: oldUri, version: null }, edits: [expect.objectContaining({ range: range(0, 0, 0, 0) })] },
    ])
  })

  test('folders come and go', async () => {
    const client = await start()
    open(client, findings, findingsText)
    await has(client, findings, 'dangling-reference')
    const event = { added: [], removed: [{ uri: spell(folder), name: '' }] }
    client.notify('workspace/didChangeWorkspaceFolders', { event })
    await has(client, findings, 'dangling-reference,dangling-reference')
  })
})

test('a file is one file, although its client writes its URI in several ways', async () => {
  const [first, second] = [pathToFileURL(join(folder, controls)).href, URI.file(join(folder, controls)).toString()]
  expect(first).not.toBe(second)
  const client = await startClient({ folders: [URI.file(folder).toString()] })
  client.open(first, '@CONTROL rid=CONTROL-0001\n@FINDING rid=F-3 | control_ref="C"\n')
  expect(codes((await client.published(first, ({ diagnostics }) => diagnostics.length > 0)).diagnostics)).toBe(
    'dangling-reference',
  )
  client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: second, type: 2 }] })
  client.change(second, 2, { text: '@CONTROL rid=CONTROL-0001\n@FINDING rid=F-3 | control_ref="C" | x=\n' })
  const { diagnostics } = await client.published(first, ({ version }) => version === 2)
  expect(codes(diagnostics)).not.toContain('duplicate-rid')
  expect(await client.at('hover', second, 0, 3)).not.toBeNull()
})
