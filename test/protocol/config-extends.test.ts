import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { codes, startClient, stopAll } from './client.ts'
import { commandLine } from './command-line.ts'
import { gitIn } from './git.ts'

const { folder, files, recline, read } = commandLine()
const { git, commit } = gitIn(folder)
afterEach(stopAll)

/** The codes that the command line finds in a file. */
async function found(name: string, ...args: string[]): Promise<string[]> {
  const { stdout } = await recline(['check', '--format', 'lines', ...args, name])
  return Array.from(stdout.matchAll(/ (?:error|warning|information) (\S+) /g), ([, code]) => code!)
}

/** The codes that the editor shows of a file. */
async function shown(name: string, wanted: readonly string[], below = ''): Promise<void> {
  const client = await startClient({ folders: [pathToFileURL(`${folder()}${below}`).href] })
  const uri = pathToFileURL(`${folder()}/${name}`).href
  client.open(uri, await read(name))
  await client.published(uri, ({ diagnostics }) => codes(diagnostics).join() === wanted.join())
}

const records = '@CONTROL rid=1 | maturity="9" | extra="x"\n'

test('a configuration may have comments and trailing commas', async () => {
  await files({
    'a.rec': records,
    'recline.json':
      '{\n  // The old files have this.\n  "severity": { "out-of-range": "off", /* and */ "notation": "off", },\n}\n',
  })
  expect(await found('a.rec')).toEqual(['unknown-field'])
  await shown('a.rec', ['unknown-field'])
})

test('another version of Recline is refused', async () => {
  await files({ 'a.rec': '@CONTROL rid=1\n', 'recline.json': '{ "requiredVersion": ">=99" }' })
  const { stderr, code } = await recline(['check'])
  expect(stderr).toContain('recline.json:1:22: This configuration needs Recline >=99, and this is ')
  expect(code).toBe(2)
  await files({ 'recline.json': '{ "requiredVersion": ">=0.1 <99" }' })
  expect((await recline(['check'])).code).toBe(0)
  await files({ 'recline.json': '{ "requiredVersion": "new" }' })
  expect((await recline(['check'])).code).toBe(2)
})

describe('extends', () => {
  beforeEach(() => git('init', '-q'))

  const base = {
    'recline.json': '{ "severity": { "unknown-field": "off", "out-of-range": "warning" }, "extends": "@acme/records" }',
    'node_modules/@acme/records/recline.json':
      '{ "severity": { "notation": "off", "out-of-range": "off" }, "rules": [{ "id": "our-title", "tag": "CONTROL", "message": "It has no title.", "expression": "has(title)" }] }',
    'team/recline.json': '{ "extends": ["../recline.json"], "severity": { "rule/our-title": "warning" } }',
    'team/a.rec': records,
  }

  test('a file and a package count first, and what is nearer wins', async () => {
    await files(base)
    const wanted = ['rule/our-title', 'out-of-range']
    expect(await found('team/a.rec')).toEqual(wanted)
    await shown('team/a.rec', wanted)
    // Also where the editor has opened a folder below.
    await shown('team/a.rec', wanted, '/team')
  })

  test('of several, later ones win', async () => {
    await files({
      'a.rec': records,
      'one/recline.json': '{ "severity": { "unknown-field": "off", "notation": "off" } }',
      'two/recline.json': '{ "severity": { "unknown-field": "error" } }',
      'recline.json': '{ "extends": ["./one", "./two/recline.json"] }',
    })
    expect(await found('a.rec')).toEqual(['out-of-range', 'unknown-field'])
    await shown('a.rec', ['out-of-range', 'unknown-field'])
  })

  test('the extensions of a base count, and those of the configuration itself in place of them', async () => {
    const lab = '@LAB name="CRP" | comparator="<" | value:float=5 | unit="mg/L"\n'
    const change = '@CHANGE rid=CHG-1 | type="standard" | status="approved"\n'
    await files({
      'a.rec': lab + change,
      'base.json': '{ "extensions": { "core.health": "practice.health", "core.devops": "acme.devops" } }',
      'recline.json': '{ "extends": "./base.json", "extensions": { "devops": "practice.devops@1" } }',
      'alone/recline.json': '{}',
      'alone/a.rec': lab.replace('CRP', 'Troponin T'),
    })
    expect(await found('a.rec')).toEqual([])
    await shown('a.rec', [])
    expect(await found('alone/a.rec')).toEqual(['unknown-field'])
  })

  test('a version of an extension that is not there is refused', async () => {
    await files({
      'a.rec': '@CONTROL rid=1\n',
      'base.json': '{ "extensions": { "core.health": "practice.health@2" } }',
      'recline.json': '{ "extends": "./base.json" }',
    })
    const { stderr, code } = await recline(['check', 'a.rec'])
    expect(stderr).toContain('base.json:1:34: This asks for version 2 of practice.health, and 1.')
    expect(code).toBe(2)
  })

  test.each([
    ['"./none"', 'there is no such file'],
    ['"no-package"', 'there is no such file'],
    ['"../../x"', 'it leads out of the repository'],
    ['"/etc/x.json"', 'write a path that starts with ./ or ../, or the name of a package'],
    ['"./bad"', 'it is not JSON'],
    ['"."', 'it extends this configuration again, in a circle; remove one of the two'],
    ['["./circle"]', '"../recline.json" below it: it extends this configuration again, in a circle'],
  ])('%s is refused', async (name, reason) => {
    await files({
      'recline.json': `{ "extends": ${name} }`,
      'bad/recline.json': '{ "severity": ',
      'circle/recline.json': '{ "extends": "../recline.json" }',
      'a.rec': '@CONTROL rid=1\n',
    })
    const { stderr, code } = await recline(['check', 'a.rec'])
    expect(stderr).toContain(reason)
    expect(code).toBe(2)
    const client = await startClient({ folders: [pathToFileURL(folder()).href] })
    const uri = pathToFileURL(`${folder()}/recline.json`).href
    const { diagnostics } = await client.published(uri, params => codes(params.diagnostics).includes('config-extends'))
    expect(diagnostics[0]!.message).toContain(reason)
  })

  test('outside of a repository, the topmost configuration or the working directory is the border', async () => {
    await files({
      'recline.json': '{}',
      'base/recline.json': '{ "severity": { "unknown-field": "off" } }',
      'deep/team/recline.json': '{ "extends": "../../base" }',
      'deep/team/a.rec': '@CONTROL rid=1 | nothing="x"\n',
      'deep/out/recline.json': '{ "extends": "../../../elsewhere" }',
      'deep/out/a.rec': '@CONTROL rid=2\n',
    })
    await rm(join(folder(), '.git'), { recursive: true, force: true })
    for (const cwd of [folder(), join(folder(), 'deep'), join(folder(), 'deep/team')]) {
      const { stdout, stderr, code } = await recline(
        ['check', '--format', 'lines', join(folder(), 'deep/team/a.rec')],
        { cwd },
      )
      expect([stdout, stderr, code], cwd).toEqual(['', expect.stringContaining('no problems'), 0])
    }
    const { stderr } = await recline(['check', 'a.rec'], { cwd: join(folder(), 'deep/out') })
    expect(stderr).toMatch(
      /it leads out of [^ ]+, the folder with the topmost recline\.json, which is the border outside of a git/,
    )
  })

  test('a merge conflict in a configuration is told as such', async () => {
    const text = '{\n<<<<<<< HEAD\n  "severity": {}\n=======\n  "severity": { "syntax": "off" }\n>>>>>>> other\n}\n'
    await files({ 'recline.json': text, 'a.rec': '@CONTROL rid=1\n' })
    const { stderr } = await recline(['check', 'a.rec'])
    expect(stderr).toContain(
      'recline.json:2:1: This is not JSON: it has a merge conflict, which begins here; resolve it first.',
    )
  })

  test('an earlier revision is checked with what it extends', async () => {
    await files({ '.gitignore': 'node_modules\n', ...base })
    await commit({})
    expect(await found('team/a.rec', '--since', 'HEAD')).toEqual([])
    await files({ 'team/a.rec': `${records}@CONTROL rid=2\n` })
    expect(await found('team/a.rec', '--since', 'HEAD')).toEqual(['rule/our-title'])
  })
})

describe('descriptors beside the folder of a configuration', () => {
  const shared = {
    'domains/fleet.json': JSON.stringify({
      domain: 'acme.fleet',
      records: [{ tag: 'TRIP', fields: [{ name: 'rid', type: 'string', required: true }] }],
    }),
    'records/recline.json': '{ "descriptors": ["../domains/*.json"] }',
    'records/a.rec': '@DOC domain=acme.fleet\n@TRIP rid=1 | extra="x"\n',
  }

  test('count within a repository, also where the editor has opened the folder only', async () => {
    await git('init', '-q')
    await files(shared)
    expect(await found('records/a.rec')).toEqual(['unknown-field'])
    await shown('records/a.rec', ['unknown-field'])
    await shown('records/a.rec', ['unknown-field'], '/records')
    await commit({})
    expect(await found('records/a.rec', '--since', 'HEAD')).toEqual([])
    await files({ 'records/a.rec': `${shared['records/a.rec']}@TRIP rid=2 | more="x"\n` })
    expect(await found('records/a.rec', '--since', 'HEAD')).toEqual(['unknown-field'])
  })

  test('an edit of such a descriptor counts at once', async () => {
    await git('init', '-q')
    await files(shared)
    const client = await startClient({ folders: [pathToFileURL(`${folder()}/records`).href] })
    const uri = pathToFileURL(`${folder()}/records/a.rec`).href
    client.open(uri, await read('records/a.rec'))
    await client.published(uri, ({ diagnostics }) => codes(diagnostics).join() === 'unknown-field')
    await files({ 'domains/fleet.json': shared['domains/fleet.json'].replaceAll('TRIP', 'RIDE') })
    client.notify('workspace/didChangeWatchedFiles', {
      changes: [{ uri: pathToFileURL(`${folder()}/domains/fleet.json`).href, type: 2 }],
    })
    await client.published(uri, ({ diagnostics }) => codes(diagnostics).join() === 'unknown-tag')
  })

  test.each([
    ['without a repository', shared, ''],
    ['outside it', { ...shared, 'records/.git/HEAD': 'ref: refs/heads/main\n' }, ''],
  ])('are refused %s, and the check is incomplete', async (_, all, below) => {
    await files(all)
    const { stderr, code, stdout } = await recline(['check', 'records/a.rec'])
    expect(stderr).toContain(
      'records/recline.json:1:19: The glob "../domains/*.json" leads out of the git repository; put the descriptors into the repository, or name their folder with --descriptors on the command line.',
    )
    expect(code).toBe(2)
    expect(stdout).toContain('unknown-domain')
    const client = await startClient({ folders: [pathToFileURL(`${folder()}/records${below}`).href] })
    const uri = pathToFileURL(`${folder()}/records/recline.json`).href
    await client.published(uri, ({ diagnostics }) => codes(diagnostics).includes('config-glob'))
  })
})
