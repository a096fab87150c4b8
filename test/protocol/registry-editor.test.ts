import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CodeAction, CompletionItem, Diagnostic } from 'vscode-languageserver'
import { hashOfFile } from '../../shared/registry/hash.ts'
import { type Client, startClient, stopAll } from './client.ts'

/** What an editor does with domains from elsewhere, asked of the built server over its real protocol. */
let folder: string
const address = (name: string): string => pathToFileURL(join(folder, name)).href
async function write(name: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true })
  await writeFile(join(folder, name), text)
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-'))
})
afterEach(async () => {
  await stopAll()
  await rm(folder, { recursive: true })
})

const has = async (client: Client, name: string, wanted: string): Promise<readonly Diagnostic[]> =>
  (await client.published(address(name), ({ diagnostics }) => diagnostics.map(({ code }) => code).join() === wanted))
    .diagnostics

const changed = (client: Client, name: string, type: 1 | 2 | 3 = 2): void =>
  client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: address(name), type }] })

const descriptor =
  '{ "domain": "acme.fleet", "version": "1.0", "description": "Vehicles.", "records": [{ "tag": "VEHICLE", "fields": [{ "name": "rid", "type": "string" }] }] }\n'

const lock = (hash = hashOfFile(descriptor)): string =>
  JSON.stringify({
    lockVersion: 1,
    domains: {
      'acme.fleet': { source: '../registry', version: '1.0', hash, resolved: '../registry/acme/fleet/1.0.json' },
    },
  })

const installed = '.recline/descriptors/acme.fleet.domain.json'

test('a pinned domain counts, whatever the globs of descriptors are, and what is wrong with it is told', async () => {
  await write('recline.json', '{ "descriptors": ["own/*.json"], "dependencies": { "acme.fleet": "../registry" } }')
  await write('recline.lock', lock())
  await write(installed, descriptor)
  const client = await startClient({ folders: [pathToFileURL(folder).href] })
  client.open(address('a.rec'), '@DOC domain=acme.fleet\n@VEHICLE rid=V-1 | color="red"\n')
  await has(client, 'a.rec', 'unknown-field')
  await write(installed, descriptor.replace('Vehicles', 'Cars'))
  changed(client, installed)
  const [problem] = await has(client, 'recline.json', 'config-dependency')
  expect(problem!.message).toContain(`${installed} is not the file that recline.lock names: it was changed`)
  expect(problem!.range).toEqual({ start: { line: 0, character: 51 }, end: { line: 0, character: 63 } })
  await write(installed, descriptor)
  changed(client, installed)
  await has(client, 'recline.json', '')
  await rm(join(folder, 'recline.lock'))
  changed(client, 'recline.lock', 3)
  expect((await has(client, 'recline.json', 'config-dependency'))[0]!.message).toContain('is not in recline.lock')
  await has(client, 'a.rec', 'unknown-domain,unknown-tag')
  await write('recline.lock', lock())
  changed(client, 'recline.lock', 1)
  await has(client, 'a.rec', 'unknown-field')
})

test('the Domains view has the lock, also one that is written after the descriptor', async () => {
  await write('recline.json', '{ "dependencies": { "acme.fleet": "../registry" } }')
  await write('recline.lock', lock(`sha256:${'0'.repeat(64)}`))
  await write(installed, descriptor)
  const client = await startClient({
    folders: [pathToFileURL(folder).href],
    initializationOptions: { showsDomains: true },
  })
  await has(client, 'recline.json', 'config-dependency')
  const fleetNow = async () => {
    const tree = await client.connection.sendRequest<{ path: string; detail: string; documentation: string }[]>(
      'recline/domainTree',
      {},
    )
    return tree.find(({ path }) => path === 'acme.fleet')!
  }
  const fleet = await fleetNow()
  expect(fleet.detail).toBe('not as 1.0 in recline.lock · Vehicles.')
  expect(fleet.documentation).toContain('which recline.lock pins')
  const told = new Promise(resolve => client.connection.onNotification('recline/domainsChanged', resolve))
  await write('recline.lock', lock())
  changed(client, 'recline.lock')
  await told
  expect((await fleetNow()).detail).toBe('1.0 locked · Vehicles.')
})

test('known domains and sources are completed and added, without the network', async () => {
  await write('recline.json', '{ "dependencies": { "acme.base": "" } }')
  await write(
    '.recline/registries.json',
    '{ "../registry": { "asOf": "2026-11-27", "domains": { "acme.fleet": [{ "version": "1.0" }], "acme.base": [{ "version": "2.1" }] } } }',
  )
  const client = await startClient({ folders: [pathToFileURL(folder).href] })
  client.open(address('a.rec'), '@DOC domain=acme.fleet\n@VEHICLE rid=V-1\n')
  await has(client, 'recline.json', 'config-dependency')
  const at = { line: 0, character: 14 }
  const actions = await client.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
    textDocument: { uri: address('a.rec') },
    range: { start: at, end: at },
    context: { diagnostics: [] },
  })
  const add = actions.find(({ title }) => title === 'Add dependency acme.fleet from ../registry')!
  expect(JSON.stringify(add.edit)).toContain(String.raw`\"acme.fleet\": \"../registry\"`)
  expect(JSON.stringify(add.edit)).toContain(address('recline.json'))
  client.open(address('recline.json'), '{ "dependencies": { "acme.base": "" } }')
  const items = await client.connection.sendRequest<CompletionItem[] | { items: CompletionItem[] }>(
    'textDocument/completion',
    { textDocument: { uri: address('recline.json') }, position: { line: 0, character: 34 } },
  )
  expect((Array.isArray(items) ? items : items.items).map(({ label }) => label)).toEqual([
    '../registry',
    '../registry#2.x',
    '../registry#=2.1',
  ])
})

test('a newer version that is known is in the Domains view, and a quick fix gets what its source allows', async () => {
  const config = '{ "dependencies": {\n  "acme.fleet": "../registry#1.x",\n  "acme.base": "../registry"\n} }'
  await write('recline.json', config)
  await write('recline.lock', lock().replaceAll('"../registry"', '"../registry#1.x"'))
  await write(installed, descriptor)
  const versions =
    '[{ "version": "2.0" }, { "version": "1.2", "yanked": "Wrong." }, { "version": "1.1" }, { "version": "1.0" }]'
  await write(
    '.recline/registries.json',
    `{ "../registry": { "asOf": "2026-11-27", "domains": { "acme.fleet": ${versions} } } }`,
  )
  const client = await startClient({
    folders: [pathToFileURL(folder).href],
    initializationOptions: { updateDomainsCommand: 'update' },
  })
  client.open(address('recline.json'), config)
  await has(client, 'recline.json', 'config-dependency')
  const actionsAt = (line: number, uri = address('recline.json')) =>
    client.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri },
      range: { start: { line, character: 5 }, end: { line, character: 5 } },
      context: { diagnostics: [] },
    })
  expect(await actionsAt(1)).toMatchObject([
    {
      title: 'Update acme.fleet to 1.1',
      command: { command: 'update', arguments: [address('recline.json'), 'acme.fleet'] },
    },
  ])
  expect((await actionsAt(2)).map(({ title }) => title)).toEqual(['Update acme.base'])
  expect(await actionsAt(3)).toEqual([])
  const tree = await client.connection.sendRequest<{ path: string; detail: string }[]>('recline/domainTree', {})
  expect(tree.find(({ path }) => path === 'acme.fleet')!.detail).toBe('1.0 locked, 2.0 is there · Vehicles.')
})

test('a folder that is not trusted gets no dependency', async () => {
  await write('recline.json', '{}')
  await write(
    '.recline/registries.json',
    '{ "../registry": { "asOf": "", "domains": { "acme.fleet": [{ "version": "1.0" }] } } }',
  )
  const client = await startClient({
    folders: [pathToFileURL(folder).href],
    initializationOptions: { changesDependencies: false },
  })
  client.open(address('a.rec'), '@DOC domain=acme.fleet\n')
  await has(client, 'a.rec', 'unknown-domain')
  const actions = await client.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
    textDocument: { uri: address('a.rec') },
    range: { start: { line: 0, character: 14 }, end: { line: 0, character: 14 } },
    context: { diagnostics: [] },
  })
  expect(actions.filter(({ title }) => title.startsWith('Add dependency'))).toEqual([])
})
