import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startClient, stopAll } from './client.ts'

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

test('a closed file that is too large for the memory is named, and the server goes on', async () => {
  vi.stubEnv('NODE_OPTIONS', '--max-old-space-size=100')
  await writeFile(join(folder, 'large.rec'), record.repeat(1_000_000))
  const client = await startClient({ folders: [pathToFileURL(folder).href] })
  const uri = pathToFileURL(join(folder, 'small.rec')).href
  client.open(uri, '@CONTROL rid=C-1\n')
  await vi.waitUntil(() => client.errors.length > 0, { timeout: 60_000 })
  expect(client.errors).toEqual([
    `The files of the workspace could not all be read, so references are not checked: ${join(folder, 'large.rec')} needs more memory than the server has; split the file, or exclude it with files.exclude in recline.json.`,
  ])
  expect(await client.at('hover', uri, 0, 3)).toMatchObject({ contents: { kind: 'markdown' } })
})
