import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { codes, startClient, stopAll } from './client.ts'
import { commandLine } from './command-line.ts'

const { folder, files, read } = commandLine()
afterEach(stopAll)

test.each([
  ['link', 'records'],
  ['records', 'link'],
  ['link', 'link'],
])('the folder is opened as %s, a file below %s: it is one file', async (opened, below) => {
  await files({
    'records/a.rec': '@CONTROL rid=CTL-1 | title="One"\n',
    'records/b.rec': '@CONTROL rid=CTL-1 | title="The same id"\n',
    'records/c.rec': '@CONTROL rid=CTL-2 | title="Another id"\n',
  })
  await symlink('records', join(folder(), 'link'))
  const client = await startClient({ folders: [pathToFileURL(join(folder(), opened)).href] })
  const addressOf = (name: string): string => pathToFileURL(join(folder(), below, name)).href
  client.open(addressOf('a.rec'), await read('records/a.rec'))
  // The other record with the id is found, so all files are read by then.
  const { diagnostics } = await client.published(addressOf('a.rec'), found => codes(found.diagnostics).length > 0)
  expect(codes(diagnostics)).toEqual(['duplicate-rid'])
  expect(diagnostics[0]!.message).toContain('"CTL-1" exists twice')
  client.open(addressOf('c.rec'), await read('records/c.rec'))
  expect(codes((await client.published(addressOf('c.rec'))).diagnostics)).toEqual([])
})
