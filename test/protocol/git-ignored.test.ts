import { pathToFileURL } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import type { WorkspaceSymbol } from 'vscode-languageserver'
import { startClient, stopAll } from './client.ts'
import { commandLine } from './command-line.ts'
import { gitIn } from './git.ts'

const { folder, files, recline } = commandLine()
const { git } = gitIn(folder)
afterEach(stopAll)

/** The files that a check of a folder reads, by the wrong record in each. */
async function checked(path = '.', cwd = folder()): Promise<string[]> {
  const { stdout } = await recline(['check', '--format', 'lines', path], { cwd })
  return [...new Set(Array.from(stdout.matchAll(/^(.*?):\d+:\d+ /gm), ([, file]) => file!))].sort()
}

/** The files of which the server knows records. */
async function known(below = ''): Promise<string[]> {
  const client = await startClient({ folders: [pathToFileURL(`${folder()}${below}`).href] })
  const found = await client.connection.sendRequest<WorkspaceSymbol[]>('workspace/symbol', { query: 'C-' })
  const start = pathToFileURL(`${folder()}${below}/`).href.length
  return [...new Set(found.map(({ location }) => location.uri.slice(start)))].sort()
}

const record = '@CONTROL rid=C-1 | maturity:int=9\n'
const tree = {
  'a.rec': record,
  'build/b.rec': record,
  'sub/c.rec': record,
  'sub/d.tmp.rec': record,
  'sub/kept.tmp.rec': record,
  'sub/.gitignore': '!kept.tmp.rec\n',
  'local.rec': record,
  '.gitignore': 'build/\n*.tmp.rec\n',
}

test('the files that are left out are told, but not those that are named', async () => {
  await git('init', '-q')
  await files(tree)
  await git('add', '--force', '--all')
  const said = async (...args: string[]): Promise<string> =>
    (await recline(['check', ...args])).stderr
      .split('\n')
      .filter(line => line.includes('left out'))
      .join('')
  expect(await said('.')).toBe(
    'recline: sub/d.tmp.rec is left out, because git ignores it; name a file to read it, or set "files.gitignore" to false in a recline.json.',
  )
  expect(await said('.', 'sub/d.tmp.rec')).toBe('')
  await files({ 'x.tmp.rec': record })
  expect(await said('*.rec', 'sub')).toContain('and 1 more file are left out, because git ignores them')
})

test('the editor and the command line leave out what git ignores', async () => {
  await git('init', '-q')
  await files({ ...tree, '.git/info/exclude': 'local.rec\n' })
  const all = ['a.rec', 'sub/c.rec', 'sub/kept.tmp.rec']
  expect(await checked()).toEqual(all)
  expect(await known()).toEqual(all)
  expect(await checked('.', `${folder()}/sub`)).toEqual(['c.rec', 'kept.tmp.rec'])
  expect(await known('/sub')).toEqual(['c.rec', 'kept.tmp.rec'])
  // What the user names counts.
  expect(await checked('build')).toEqual(['build/b.rec'])
  expect(await checked('local.rec')).toEqual(['local.rec'])
  expect(await known('/build')).toEqual(['b.rec'])
  const { stdout } = await recline(['config', 'local.rec'])
  expect(stdout).toContain('no, because git ignores it')
})

test('a setting switches it off, and outside of a repository nothing is ignored', async () => {
  const all = Object.keys(tree).filter(name => name.endsWith('.rec'))
  await files(tree)
  expect(await checked()).toEqual(all.sort())
  expect(await known()).toEqual(all.sort())
  await git('init', '-q')
  await files({ 'recline.json': '{ "files": { "gitignore": false } }' })
  expect(await checked()).toEqual(all.sort())
  expect(await known()).toEqual(all.sort())
})

test('descriptors that a configuration names count, and others that git ignores do not', async () => {
  const descriptor = '{ "domain": "acme.fleet", "version": "1.0", "records": [{ "tag": "TRUCK", "fields": [] }] }'
  await git('init', '-q')
  await files({ '.gitignore': 'made/\n', 'made/fleet.domain.json': descriptor, 'a.rec': '@TRUCK\n' })
  expect((await recline(['check'])).stdout).toContain('unknown-tag')
  await files({ 'recline.json': '{ "descriptors": ["made/*.domain.json"] }' })
  expect((await recline(['check'])).stdout).not.toContain('unknown-tag')
})

test('a comparison leaves out what git ignores and does not track', async () => {
  await git('init', '-q')
  await files(tree)
  await git('add', '-f', 'a.rec', 'sub/d.tmp.rec')
  await git('commit', '-q', '-m', 'Records')
  await files({ 'sub/d.tmp.rec': record.replace('9', '8') })
  const { stdout } = await recline(['diff', '--since', 'HEAD', '.'])
  expect(stdout.match(/^\S+\.rec/gm)).toEqual(['local.rec', 'sub/c.rec', 'sub/d.tmp.rec', 'sub/kept.tmp.rec'])
})
