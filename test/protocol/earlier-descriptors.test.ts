import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CodeAction, Diagnostic } from 'vscode-languageserver'
import type { EarlierDescriptor, RecordMigration } from '../../shared/protocol/earlier-descriptors.ts'
import { type Client, startClient, stopAll } from './client.ts'

/** What an editor says of a descriptor that differs from the last commit, which the client tells. */
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

const fleet = (version: string, ...fields: string[]): string =>
  `{ "domain": "acme.fleet", "version": "${version}", "description": "A fleet.",
  "records": [{ "tag": "VEHICLE", "fields": [
    { "name": "rid", "type": "string", "required": true },
    ${fields.join(',\n    ')}
  ] }] }\n`
const old = fleet(
  '1.0',
  '{ "name": "plate_no", "type": "string" }',
  '{ "name": "status", "type": "string", "enum": ["active", "sold"] }',
)
const now = fleet(
  '2.0',
  '{ "name": "plate", "type": "string", "renamedFrom": "plate_no" }',
  '{ "name": "status", "type": "string", "enum": ["active"] }',
)
const records =
  '@DOC domain=acme.fleet@1.0\n@VEHICLE rid=V-1 | plate_no="A"\n@VEHICLE rid=V-2 | status="sold"\n@VEHICLE rid=V-3\n'

async function start(earlier: () => EarlierDescriptor | null): Promise<Client> {
  await write('fleet.domain.json', now)
  await write('a.rec', records)
  const initializationOptions = { tellsEarlierDescriptors: true, migrateRecordsCommand: 'migrate' }
  const client = await startClient({ folders: [pathToFileURL(folder).href], initializationOptions })
  client.connection.onRequest<EarlierDescriptor | null, never>(
    'recline/earlierDescriptor',
    ({ uri }: { uri: string }) => {
      expect(uri).toBe(address('fleet.domain.json'))
      return earlier()
    },
  )
  return client
}

const said = async (
  client: Client,
  isWanted: (messages: readonly string[]) => boolean,
): Promise<readonly Diagnostic[]> =>
  (
    await client.published(address('fleet.domain.json'), ({ diagnostics }) =>
      isWanted(diagnostics.map(({ message }) => String(message))),
    )
  ).diagnostics

test('changes are information at their places, with the records of the workspace that they break', async () => {
  const client = await start(() => ({ text: old }))
  client.open(address('fleet.domain.json'), now)
  const found = await said(client, messages => messages.some(message => message.includes(' of 3 records')))
  expect(found.map(({ code, severity, message, range }) => [code, severity, range.start.line, message])).toEqual([
    [
      'field-renamed',
      3,
      3,
      'Since the last commit: VEHICLE.plate_no is called plate now; it breaks 1 of 3 records, the first one in a.rec:2, and it breaks readers.',
    ],
    [
      'enum-narrowed',
      3,
      4,
      'Since the last commit: VEHICLE.status does not allow "sold" any more; it breaks 1 of 3 records, the first one in a.rec:3.',
    ],
  ])
  await write('a.rec', records.replace('"sold"', '"active"'))
  client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: address('a.rec'), type: 2 }] })
  await said(client, messages => messages.length === 1)
})

test('another commit is compared, and a closed descriptor is not', async () => {
  let text = old
  const client = await start(() => ({ text }))
  client.open(address('fleet.domain.json'), now)
  await said(client, messages => messages.length === 2)
  text = now
  client.notify('recline/earlierDescriptorsChanged', {})
  await said(client, messages => messages.length === 0)
  text = old
  client.notify('recline/earlierDescriptorsChanged', {})
  await said(client, messages => messages.length === 2)
  client.close(address('fleet.domain.json'))
  await said(client, messages => messages.length === 0)
})

test.each<[string, EarlierDescriptor, string, string]>([
  ['git', { reason: 'git runs only in folders that you trust' }, now, 'git runs only in folders that you trust'],
  ['the last commit', { text: '{}' }, now, 'the earlier version has an error'],
  [
    'the descriptor',
    { text: old },
    now.replace('"type": "string", "enum"', '"type": "strong", "enum"'),
    'it has an error',
  ],
])('a comparison that could not be made is told, because of %s', async (_, earlier, text, reason) => {
  const client = await start(() => earlier)
  client.open(address('fleet.domain.json'), text)
  const sentence = `This descriptor is not compared with the last commit: ${reason}.`
  await said(client, messages => messages.includes(sentence) && !messages.some(one => one.startsWith('Since')))
})

test('nothing is said of a descriptor that no commit has', async () => {
  let isAsked = false
  const client = await start(() => {
    isAsked = true
    return null
  })
  client.open(address('fleet.domain.json'), now)
  client.change(address('fleet.domain.json'), 2, { text: now.replace('"sold"', '"gone"').replace('2.0', 'two') })
  await said(client, messages => messages.length === 1 && messages[0]!.includes('two'))
  expect(isAsked).toBe(true)
})

test('records migrate, and what is left is told', async () => {
  const client = await start(() => ({ text: old }))
  const uri = address('fleet.domain.json')
  client.open(uri, now)
  await said(client, messages => messages.length === 2)
  const at = { line: 3, character: 15 }
  const actions = await client.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
    textDocument: { uri },
    range: { start: at, end: at },
    context: { diagnostics: [] },
  })
  expect(actions).toMatchObject([
    { title: 'Migrate Records to acme.fleet 2.0…', command: { command: 'migrate', arguments: [uri] } },
  ])
  const answer = await client.connection.sendRequest<RecordMigration>('recline/migrateRecords', { uri, earlier: old })
  expect(answer.target).toBe('acme.fleet 2.0')
  expect(answer.files[0]!.records.map(({ line, fields }) => [line, fields])).toEqual([
    [0, [{ name: 'domain', before: 'acme.fleet@1.0', after: 'acme.fleet@2.0' }]],
    [
      1,
      [
        { name: 'plate', before: null, after: 'A' },
        { name: 'plate_no', before: 'A', after: null },
      ],
    ],
  ])
  expect(answer.notes).toEqual([
    '1 problem of the new version cannot be solved without you:',
    expect.stringMatching(/^a\.rec:3: error not-in-enum: /),
  ])
  const wrong = await client.connection.sendRequest('recline/migrateRecords', { uri, earlier: '{' })
  expect(wrong).toEqual({
    refusal: 'The descriptor cannot be compared with the earlier version: the earlier version has an error.',
  })
})
