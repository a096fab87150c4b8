import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Client, codes, startClient, stopAll } from './client.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-'))
})
afterEach(async () => {
  await stopAll()
  await rm(folder, { recursive: true })
})

const uriOf = (name: string): string => pathToFileURL(join(folder, name)).href
const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text)

/** Starts the server on the folder, and waits until it has also read `good.compliance.rec`, which is not open. */
async function start(): Promise<Client> {
  await write('good.compliance.rec', '@CONTROL rid=GOOD-1 | title="x" | framework="ISO" | status="tested"\n')
  const client = await startClient({ folders: [pathToFileURL(folder).href] })
  client.open(
    uriOf('open.compliance.rec'),
    '@FINDING rid=F-1 | control_ref="GOOD-1"\n@FINDING rid=F-2 | control_ref="GOOD-2"\n',
  )
  const { diagnostics } = await client.published(uriOf('open.compliance.rec'), ({ diagnostics }) =>
    diagnostics.some(({ code }) => code === 'dangling-reference'),
  )
  expect(diagnostics.filter(({ code }) => code === 'dangling-reference')).toHaveLength(1)
  return client
}

test('a folder, a pipe, a socket and links in a circle hide no other file of the workspace', async () => {
  await mkdir(join(folder, 'folder.rec'))
  await promisify(execFile)('mkfifo', [join(folder, 'pipe.rec')])
  await symlink('one.rec', join(folder, 'other.rec'))
  await symlink('other.rec', join(folder, 'one.rec'))
  await symlink('.', join(folder, 'self'))
  const socket = createServer().listen(join(folder, 'socket.rec'))
  try {
    const client = await start()
    expect(await client.at('hover', uriOf('open.compliance.rec'), 0, 3)).not.toBeNull()
    expect(await client.stop()).toBe(0)
  } finally {
    socket.close()
  }
})

test('a descriptor and a configuration of 100,000 levels are one problem each', async () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  await write('recline.json', deep)
  await write('a.domain.json', deep)
  const client = await start()
  for (const [name, code] of [
    ['recline.json', 'config-json'],
    ['a.domain.json', 'descriptor-json'],
  ] as const) {
    const { diagnostics } = await client.published(uriOf(name), ({ diagnostics }) => diagnostics.length > 0)
    expect(codes(diagnostics)).toEqual([code])
  }
  expect(await client.stop()).toBe(0)
})

test('names of the prototype of an object are domains, tags, fields, values and ids as all others', async () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
  const fields = names.map(name => ({ name, type: 'string', description: 'x', enum: names }))
  const rid = { name: 'rid', type: 'string', required: true, description: 'x' }
  const descriptor = (domain: string, tag: string): string =>
    JSON.stringify({
      domain,
      version: '1.0',
      description: 'x',
      records: [{ tag, description: 'x', fields: [rid, ...fields] }],
    })
  await write('a.domain.json', descriptor('acme.constructor', 'CONSTRUCTOR'))
  const client = await start()
  const uri = uriOf('names.rec')
  const record = (name: string): string => `@CONSTRUCTOR rid="${name}" | ${name}="${name}"\n`
  client.open(
    uri,
    `@DOC domain=acme.constructor\n${names.map(record).join('')}@CONSTRUCTOR rid="x" | constructor="valueOf"\n`,
  )
  const { diagnostics } = await client.published(uri, ({ diagnostics }) =>
    diagnostics.some(({ code }) => code === 'not-in-enum'),
  )
  expect(
    diagnostics.filter(({ code }) => code !== 'notation').map(({ code, range }) => [code, range.start.line]),
  ).toEqual([['not-in-enum', 5]])
  for (const [line] of names.entries()) {
    expect(JSON.stringify(await client.at('hover', uri, line + 1, 16))).not.toContain('native code')
    await client.at('completion', uri, line + 1, 16)
    await client.connection.sendRequest('textDocument/references', {
      textDocument: { uri },
      position: { line: line + 1, character: 20 },
      context: { includeDeclaration: true },
    })
  }
  expect(client.errors).toEqual([])
  expect(await client.stop()).toBe(0)
})

test('patterns that backtrack or are long, and ranges of no numbers, freeze nothing', async () => {
  const field = (name: string, more: object): object => ({ name, type: 'string', description: 'x', ...more })
  const fields = [
    field('rid', {}),
    field('texts', { type: 'int', range: ['NaN', 1] }),
    field('long', { pattern: '(a|b)*'.repeat(16_000) }),
    field('slow', { pattern: '^(a+)+$' }),
  ]
  const descriptor = { domain: 'acme.fleet', version: '1.0', description: 'x', records: [{ tag: 'VEHICLE', fields }] }
  await write('a.domain.json', JSON.stringify(descriptor))
  const client = await start()
  const uri = uriOf('a.rec')
  client.open(uri, `@VEHICLE rid="1" | slow="${'a'.repeat(5000)}!"\n`)
  const { diagnostics } = await client.published(uri, ({ diagnostics }) =>
    diagnostics.some(({ code }) => code === 'pattern-mismatch'),
  )
  expect(codes(diagnostics)).toContain('pattern-mismatch')
  expect(await client.stop()).toBe(0)
})

test.each(['NFC', 'NFD'])('a file whose name is in %s is one file, whether it is open or not', async form => {
  const name = `Caf\u00e9 M\u00fcller.compliance.rec`.normalize(form)
  const text = '@CONTROL rid=NAME-1 | title="x" | framework="ISO" | status="tested"\n'
  await write(name, text)
  const client = await start()
  client.open(uriOf(name), `${text}@FINDING rid=F-9 | control_ref="NAME-1"\n@FINDING rid=F-8 | control_ref="NAME-2"\n`)
  const { diagnostics } = await client.published(uriOf(name), ({ diagnostics }) =>
    diagnostics.some(({ code }) => code === 'dangling-reference'),
  )
  expect(codes(diagnostics).filter(code => code === 'duplicate-rid' || code === 'dangling-reference')).toEqual([
    'dangling-reference',
  ])
  const target = await client.at<unknown>('definition', uriOf(name), 1, 38)
  expect(JSON.stringify(target)).toContain(uriOf(name))
})
