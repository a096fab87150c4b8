import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { codes, range, startClient, stopAll } from './client.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-'))
})
afterEach(async () => {
  await stopAll()
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

const record = '@CONTROL rid=CTL-000001 | title="Some text of a record, and more of it" | maturity:int=3\n'

test('a closed file that is too large for the memory is named, and the records of the others are known', async () => {
  vi.stubEnv('NODE_OPTIONS', '--max-old-space-size=100')
  await writeFile(join(folder, 'large.rec'), record.repeat(1_000_000))
  await writeFile(join(folder, 'other.rec'), '@CONTROL rid=CTL-OTHER | title="Other"\n')
  const client = await startClient({ transport: 'stdio', folders: [pathToFileURL(folder).href] })
  const uri = pathToFileURL(join(folder, 'small.rec')).href
  client.open(uri, '@CONTROL rid=C-1\n')
  await vi.waitUntil(() => client.errors.length > 0, { timeout: 60_000 })
  expect(client.errors).toEqual([
    `The files of the workspace could not all be read, so references are not checked: ${join(folder, 'large.rec')} needs more memory than the server has; split the file, or exclude it with files.exclude in recline.json.`,
  ])
  expect(await client.at('hover', uri, 0, 3)).toMatchObject({ contents: { kind: 'plaintext' } })
  expect(await client.connection.sendRequest('workspace/symbol', { query: 'CTL-OTHER' })).toHaveLength(1)
})

describe('an open file that is too large for the memory', () => {
  const uri = 'file:///records/large.rec'
  const large = record.repeat(20_000_000 / record.length)
  const message = expect.stringMatching(/^This file may need more memory than the language server has, so it is not/)
  const other = 'file:///records/small.rec'

  test('says so and answers nothing, and the server goes on', async () => {
    vi.stubEnv('NODE_OPTIONS', '--max-old-space-size=64')
    const client = await startClient({ transport: 'stdio' })
    client.open(uri, large)
    expect(await client.diagnostics(uri)).toMatchObject([{ severity: 2, message }])
    expect(await client.at('hover', uri, 0, 3)).toBeNull()
    client.change(uri, 2, { range: range(0, 0, 0, 0), text: record })
    expect(await client.diagnostics(uri, 2)).toMatchObject([{ message }])
    client.open(other, '@CONTROL rid=C-1\n')
    expect(await client.at('hover', other, 0, 3)).not.toBeNull()
    client.change(uri, 3, { text: record })
    expect(codes(await client.diagnostics(uri, 3))).toEqual([])
    expect(await client.at('hover', uri, 0, 3)).not.toBeNull()
    client.close(uri)
    client.open(uri, large)
    expect(await client.diagnostics(uri)).toMatchObject([{ message }])
    expect(await client.stop()).toBe(0)
  })

  test('also if it grows', async () => {
    vi.stubEnv('NODE_OPTIONS', '--max-old-space-size=64')
    const client = await startClient({ transport: 'stdio' })
    const part = '# a comment with some text = in it\n'.repeat(10_000)
    client.open(uri, '')
    let version = 1
    const messages = new Set<string>()
    for (; version < 20; version++) {
      client.change(uri, version + 1, { range: range(0, 0, 0, 0), text: part })
      for (const { message } of await client.diagnostics(uri, version + 1)) messages.add(String(message))
    }
    expect([...messages]).toEqual([message])
    client.open(other, record)
    expect(await client.at('hover', other, 0, 3)).not.toBeNull()
    expect(await client.stop()).toBe(0)
  })
})
