import { afterEach, expect, test } from 'vitest'
import { codes, startClient, stopAll } from './client.ts'

afterEach(stopAll)

const uri = 'file:///records/a.rec'
const text = '@CONTROL rid="C-1"\n@CLAUSE rid=1\n'

test('settings are asked for at the start and when they change', async () => {
  let settings: unknown = { severity: { notation: 'error' } }
  const client = await startClient({ settings: () => settings })
  client.open(uri, text)
  await client.published(uri, ({ diagnostics }) => diagnostics[0]?.severity === 1)
  settings = { severity: { notation: 'off' }, domains: { '*.rec': 'compliance' } }
  client.notify('workspace/didChangeConfiguration', { settings: null })
  const { diagnostics } = await client.published(uri, params => params.diagnostics[0]?.code !== 'notation')
  expect(codes(diagnostics)).toEqual(['unknown-tag'])
})

test('settings are taken from the notification, or the start, where the client cannot be asked', async () => {
  const client = await startClient({ initializationOptions: { settings: { severity: { notation: 'warning' } } } })
  client.open(uri, text)
  await client.published(uri, ({ diagnostics }) => diagnostics[0]?.severity === 2)
  client.notify('workspace/didChangeConfiguration', { settings: { recline: { severity: { notation: 'off' } } } })
  await client.published(uri, ({ diagnostics }) => diagnostics.length === 0)
})

test('settings are those said at the start again where the client answers with none', async () => {
  let settings: unknown = { severity: { notation: 'off' } }
  const client = await startClient({
    initializationOptions: { settings: { severity: { notation: 'error' } } },
    settings: () => settings,
  })
  client.open(uri, text)
  await client.published(uri, ({ diagnostics }) => diagnostics.length === 0)
  settings = null
  client.notify('workspace/didChangeConfiguration', { settings: null })
  await client.published(uri, ({ diagnostics }) => diagnostics[0]?.severity === 1)
})

test('settings of another form than theirs count as not set', async () => {
  let settings: unknown
  const client = await startClient({ settings: () => settings })
  client.open(uri, text)
  for (const hostile of [
    null,
    [],
    'x',
    7,
    { severity: [] },
    { severity: { notation: 'loud' }, domains: [1] },
    { domains: { '': 'legal', '[': null, '*': [null] } },
    { files: { include: '' } },
  ]) {
    settings = { severity: { notation: 'off' } }
    client.notify('workspace/didChangeConfiguration', {})
    await client.published(uri, ({ diagnostics }) => diagnostics.length === 0)
    settings = hostile
    client.notify('workspace/didChangeConfiguration', {})
    expect(codes((await client.published(uri, ({ diagnostics }) => diagnostics.length > 0)).diagnostics)).toEqual([
      'notation',
    ])
  }
  expect(client.errors).toEqual([])
})

test('settings that the client refuses to tell leave the server as it was', async () => {
  const client = await startClient({ settings: () => null, refused: ['workspace/configuration'] })
  client.open(uri, text)
  expect(codes(await client.diagnostics(uri))).toEqual(['notation'])
  client.notify('workspace/didChangeConfiguration', { settings: 'x' })
  client.notify('workspace/didChangeConfiguration')
  client.change(uri, 2, { text: '@CONTROL' })
  expect(codes(await client.diagnostics(uri, 2))).toEqual(['missing-field'])
  expect(await client.stop()).toBe(0)
  expect(client.stderr()).toBe('')
})
