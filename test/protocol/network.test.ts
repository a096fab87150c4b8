import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startClient, stopAll } from './client.ts'
import { commandLine } from './command-line.ts'
import { gitIn } from './git.ts'

const dist = new URL('../../dist/', import.meta.url)
const bundles = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(
  name => name.endsWith('.js') && !/^(coverage|mutation|test)\//.test(name),
)

/** The modules of Node that reach other machines. */
const reaching = ['dgram', 'dns', 'http', 'http2', 'https', 'inspector', 'net', 'tls']

describe('the programs', () => {
  const importsOf = (name: string): string[] => {
    const found = readFileSync(new URL(name, dist), 'utf8').matchAll(/(?:require|import)\("(?:node:)?([a-z_\d/]+)"\)/g)
    return [...new Set(Array.from(found, ([, module]) => module!.split('/')[0]!))].filter(module =>
      builtinModules.includes(module),
    )
  }

  test('load no module of Node that reaches other machines, but pipes of the protocol', () => {
    expect(bundles).toEqual(
      expect.arrayContaining(['check.js', 'commands.js', 'client.js', 'server.js', 'webviews/table.js']),
    )
    const found = bundles.flatMap(name =>
      importsOf(name).flatMap(module => (reaching.includes(module) ? [`${name}: ${module}`] : [])),
    )
    // The library of the protocol can use a pipe or a socket of this machine instead of standard input.
    expect(found.sort()).toEqual(['client.js: net', 'mcp.js: net', 'program.js: net', 'server.js: net'])
    expect(importsOf('check.js')).toContain('worker_threads')
  })
})

describe('at run time', () => {
  const { folder, files, recline } = commandLine()
  const { git, commit } = gitIn(folder)
  afterEach(async () => {
    await stopAll()
    vi.unstubAllEnvs()
  })

  /** Notes each attempt to reach another machine, or to look its name up, in the main thread and in others. */
  const trap = (): string => `
    const note = name => { require('node:fs').appendFileSync(${JSON.stringify(join(folder(), 'attempts'))}, name + '\\n') }
    const wrap = (owner, name) => {
      const original = owner[name]
      owner[name] = function (...args) { note(name); return original.apply(this, args) }
    }
    wrap(require('node:net').Socket.prototype, 'connect')
    wrap(require('node:dgram'), 'createSocket')
    wrap(require('node:dns'), 'lookup')
    wrap(globalThis, 'fetch')
    if (process.env.TRY) globalThis.fetch(process.env.TRY).catch(() => undefined)
  `
  const attempts = (): Promise<string> => readFile(join(folder(), 'attempts'), 'utf8').catch(() => '')

  test('no command reaches another machine', async () => {
    await git('init', '-q')
    await files({ 'trap.cjs': trap(), 'a.csv': 'rid,title\nC-1,https://example.com\n' })
    await commit({
      'recline.json': '{ "domains": ["compliance"], "$schema": "https://example.com/recline.json" }',
      'a.rec': '@CONTROL rid=C-1 | title="https://example.com/x"\n',
    })
    const NODE_OPTIONS = `--require=${join(folder(), 'trap.cjs')}`
    for (const args of [
      ['check', '.'],
      ['check', '--since', 'HEAD', '.'],
      ['check', '--format', 'sarif', 'https://example.com/a.rec'],
      ['convert', '--to', 'json', 'a.rec'],
      ['convert', '--tag', 'CONTROL', 'a.csv'],
      ['query', '--tag', 'CONTROL', 'a.rec'],
      ['log', 'C-1'],
      ['explain', 'syntax'],
      ['descriptors', 'site', 'site'],
      ['site', 'a.rec', '--output', 'site'],
    ])
      await recline(args, { env: { NODE_OPTIONS, XDG_CACHE_HOME: join(folder(), '.cache') } })
    expect(await attempts()).toBe('')
    await recline(['check', '.'], { env: { NODE_OPTIONS, TRY: 'http://localhost:1/' } })
    expect(await attempts()).toContain('fetch\n')
  })

  test('the server reaches no other machine', async () => {
    const text = '@POLICY rid=P-1 | title="https://example.com/x" | standard="ISO 27001"\n'
    await files({
      'trap.cjs': trap(),
      'a.compliance.rec': text,
      'b.compliance.rec': '@CONTROL rid=C-1 | maturity:int=9\n',
    })
    vi.stubEnv('NODE_OPTIONS', `--require=${join(folder(), 'trap.cjs')}`)
    const client = await startClient({ transport: 'stdio', folders: [pathToFileURL(folder()).href] })
    const uri = pathToFileURL(join(folder(), 'a.compliance.rec')).href
    client.open(uri, text)
    await client.diagnostics(uri)
    await client.published(pathToFileURL(join(folder(), 'b.compliance.rec')).href)
    await client.at('hover', uri, 0, 3)
    await client.at('completion', uri, 0, 8)
    await client.connection.sendRequest('textDocument/documentLink', { textDocument: { uri } })
    expect(await client.stop()).toBe(0)
    expect(await attempts()).toBe('')
  })
})
