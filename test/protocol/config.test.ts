import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CodeAction, Diagnostic, TextEdit } from 'vscode-languageserver'
import { vehicleWith } from '../descriptor-files.ts'
import { type Client, type Options, startClient, stopAll } from './client.ts'

/** What a `recline.json` does in an editor, asked of the built server over its real protocol. */
let folder: string
const address = (name: string): string => pathToFileURL(join(folder, name)).href
const write = async (name: string, content: string | object): Promise<void> => {
  await mkdir(dirname(join(folder, name)), { recursive: true })
  await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
}
const codes = (diagnostics: readonly Diagnostic[]): string => diagnostics.map(({ code }) => code).join()
const start = (options: Options = {}): Promise<Client> =>
  startClient({ folders: [pathToFileURL(folder).href], ...options })

/** Waits until a file's problems have these codes. */
const has = async (client: Client, name: string, wanted: string): Promise<Diagnostic[]> =>
  (await client.published(address(name), ({ diagnostics }) => codes(diagnostics) === wanted)).diagnostics

const changed = (client: Client, name: string, type: 1 | 2 | 3 = 2): void =>
  client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: address(name), type }] })

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-'))
})
afterEach(async () => {
  await stopAll()
  await rm(folder, { recursive: true })
})

const record = '@CONTROL rid="CTL-1" | color="red" | maturity:int=9\n'

test('severities, domains and format of the nearest configuration', async () => {
  await write('recline.json', {
    severity: { notation: 'off', 'unknown-field': 'error' },
    domains: { 'law/*': 'legal' },
    format: { wrapColumn: 20 },
  })
  await write('own/recline.json', {})
  const client = await start()
  for (const name of ['a.rec', 'law/a.rec', 'own/a.rec']) client.open(address(name), record)
  expect((await has(client, 'a.rec', 'unknown-field,out-of-range')).map(({ severity }) => severity)).toEqual([1, 1])
  await has(client, 'law/a.rec', 'unknown-tag')
  await has(client, 'own/a.rec', 'notation,unknown-field,out-of-range')
  const format = (name: string) =>
    client.connection.sendRequest<TextEdit[]>('textDocument/formatting', {
      textDocument: { uri: address(name) },
      options: { tabSize: 2, insertSpaces: true },
    })
  expect(JSON.stringify(await format('a.rec'))).toContain('\\n  | ')
  expect(JSON.stringify(await format('own/a.rec'))).not.toContain('\\n  | ')
})

test('a change counts at once: on disk, in an editor before it is saved, and when the file goes', async () => {
  await write('recline.json', { severity: { notation: 'off' } })
  const client = await start()
  client.open(address('a.rec'), record)
  await has(client, 'a.rec', 'unknown-field,out-of-range')

  await write('recline.json', { severity: { 'unknown-field': 'off' } })
  changed(client, 'recline.json')
  await has(client, 'a.rec', 'notation,out-of-range')

  client.notify('textDocument/didOpen', {
    textDocument: { uri: address('recline.json'), languageId: 'json', version: 1, text: '{}' },
  })
  await has(client, 'a.rec', 'notation,unknown-field,out-of-range')
  client.change(address('recline.json'), 2, { text: '{ "domains": { "*.rec": "legal" } }' })
  await has(client, 'a.rec', 'unknown-tag')
  client.change(address('recline.json'), 3, { text: '{ "domains": {' })
  await has(client, 'recline.json', 'config-json')
  client.change(address('a.rec'), 2, { text: '@CONTROL rid=CTL-2\n' })
  await has(client, 'a.rec', 'unknown-tag')

  await rm(join(folder, 'recline.json'))
  client.close(address('recline.json'))
  await has(client, 'a.rec', '')
  await has(client, 'recline.json', '')
  expect(client.errors).toEqual([])
})

test('mistakes are problems at their places with fixes, and the rest counts', async () => {
  const text =
    '{\n  "severity": { "notation": "of", "unknown-field": "off" },\n  "domains": { "*.rec": "complaince" }\n}\n'
  await write('recline.json', text)
  const client = await start()
  client.open(address('a.rec'), record)
  await has(client, 'a.rec', 'notation,out-of-range')
  const [wrong] = await has(client, 'recline.json', 'config-schema,config-domain')
  expect(wrong).toMatchObject({
    message: 'The severity of notation is "of"; it must be error, warning, information or off.',
    range: { start: { line: 1, character: 28 }, end: { line: 1, character: 32 } },
  })
  client.notify('textDocument/didOpen', {
    textDocument: { uri: address('recline.json'), languageId: 'json', version: 1, text },
  })
  const params = {
    textDocument: { uri: address('recline.json') },
    range: wrong!.range,
    context: { diagnostics: [wrong] },
  }
  expect(await client.connection.sendRequest<CodeAction[]>('textDocument/codeAction', params)).toMatchObject([
    { title: 'Change to "off"' },
  ])
})

describe('what the user has set in the editor goes first', () => {
  test.each([
    ['asked for', { settings: () => ({ severity: { notation: 'warning' } }) }],
    ['given at the start', { initializationOptions: { settings: { severity: { notation: 'warning' } } } }],
  ])('%s', async (_, options) => {
    await write('recline.json', { severity: { notation: 'off', 'unknown-field': 'off' } })
    const client = await start(options)
    client.open(address('a.rec'), record)
    expect((await has(client, 'a.rec', 'notation,out-of-range'))[0]).toMatchObject({ severity: 2 })
  })
})

test('descriptors and files of the workspace, each folder by its own configuration', async () => {
  await write('recline.json', { descriptors: ['fleet/*.json'], files: { include: ['**/*.txt'] } })
  await write('fleet/fleet.json', vehicleWith('{ "name": "seats", "type": "int" }'))
  await write('controls.txt', '@CONTROL rid=C-1\n')
  await write('controls.rec', '@CONTROL rid=C-2\n')
  await write('own/recline.json', {})
  await write('own/controls.rec', '@CONTROL rid=C-3\n')
  const client = await start()
  client.open(
    address('a.rec'),
    [1, 2, 3].map(number => `@FINDING rid=F-${number} | control_ref="C-${number}"\n`).join(''),
  )
  expect((await has(client, 'a.rec', 'dangling-reference'))[0]!.range.start.line).toBe(1)
  client.open(address('b.rec'), '@VEHICLE seats:int=many\n')
  await has(client, 'b.rec', 'invalid-value')
})

test('a configuration above the workspace, and above a file from elsewhere', async () => {
  await write('recline.json', { severity: { notation: 'off' } })
  await write('work/recline.json', { severity: { 'unknown-field': 'off' } })
  const client = await startClient({ folders: [address('work/inner')] })
  client.open(address('work/inner/a.rec'), record)
  await has(client, 'work/inner/a.rec', 'notation,out-of-range')
  client.open(address('elsewhere/a.rec'), record.replace('CTL-1', 'CTL-2'))
  await has(client, 'elsewhere/a.rec', 'unknown-field,out-of-range')
})

test('an extension that comes with Recline counts as soon as a recline.json asks for it', async () => {
  await write('recline.json', {})
  const client = await start()
  client.open(address('a.rec'), '@DOC domain=core.health\n@IMMUNIZATION lot_number="A1"\n')
  await has(client, 'a.rec', 'unknown-tag')
  await write('recline.json', { extensions: { 'core.health': 'practice.health' } })
  changed(client, 'recline.json')
  await has(client, 'a.rec', 'missing-field')
  await has(client, 'recline.json', '')
  await write('recline.json', {})
  changed(client, 'recline.json')
  await has(client, 'a.rec', 'unknown-tag')
})

test('an extension that a client writes into a configuration is in force in the next answer', async () => {
  await write('recline.json', {})
  const client = await start()
  client.open(address('a.compliance.rec'), '@CONTROL rid=C-1\n')
  const isInForce = (): Promise<boolean> =>
    client.connection.sendRequest('recline/practiceInForce', {
      uri: address('a.compliance.rec'),
      extension: 'practice.compliance',
    })
  expect(await isInForce()).toBe(false)
  const text = JSON.stringify({ extensions: { 'core.compliance': 'practice.compliance' } })
  client.open(address('recline.json'), text, 'json')
  expect(await isInForce()).toBe(true)
})
