import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { builtinRegistry } from '../../test/records.ts'
import { Configs } from './configs.ts'
import { findFiles } from './find-files.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-'))
})
afterEach(() => rm(folder, { recursive: true }))

const at = (name: string): string => join(folder, name)

/** Writes files by name; objects as JSON. */
async function write(files: Readonly<Record<string, string | object>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(at(name)), { recursive: true })
    await writeFile(at(name), typeof content === 'string' ? content : JSON.stringify(content))
  }
}

/** What a search finds below a path of the folder: names from there, failures as they are. */
async function found(path: string, configs = new Configs()): Promise<string[]> {
  const names: string[] = []
  for await (const source of findFiles([at(path)], undefined, configs))
    names.push('failure' in source ? source.failure : relative(folder, source.path!))
  return names
}

const settingsOf = (name: string, configs = new Configs()): ReturnType<Configs['settingsOf']> =>
  configs.settingsOf({ file: name, path: at(name) })

test('without a configuration, the defaults count', async () => {
  await write({ 'a.rec': '', 'b.REC': '', 'c.txt': '' })
  expect(await settingsOf('a.rec')).toEqual({ severity: {}, settingDomains: [], format: {} })
  expect(await found('.')).toEqual(['a.rec', 'b.REC'])
})

test('a glob finds files that are not excluded, even if they are not included', async () => {
  await write({
    'recline.json': { files: { include: ['**/*.txt', 'x.rec'], exclude: ['old/**'] } },
    'x.rec': '',
    'y.rec': '',
    'y.txt': '',
    'old/z.rec': '',
    'b/recline.json': { files: { exclude: ['q.rec'] } },
    'b/p.rec': '',
    'b/q.rec': '',
  })
  expect(await found('.')).toEqual(['b/p.rec', 'x.rec', 'y.txt'])
  expect(await found('b')).toEqual(['b/p.rec'])
  expect(await found('**/*.rec')).toEqual(['b/p.rec', 'x.rec', 'y.rec'])
})

test('a file that is named always counts; if nothing is left, a sentence says why', async () => {
  await write({ 'recline.json': { files: { exclude: ['*.rec'] } }, 'a.rec': '' })
  expect(await found('a.rec')).toEqual(['a.rec'])
  expect(await found('.')).toEqual([
    expect.stringMatching(/ has no \.rec file, except files that are excluded or that git ignores\.$/),
  ])
  expect(await found('*.rec')).toEqual([
    expect.stringMatching(/ matches no file, except files that are excluded or that git ignores\.$/),
  ])
})

test('if no glob includes a file, a sentence says so', async () => {
  const nothing = /^.* has no file that "files\.include" of a recline\.json includes/
  await write({ 'recline.json': { files: { include: ['*.recs'] } }, 'a.rec': '', '.git/b.rec': '' })
  expect(await found('.')).toEqual([expect.stringMatching(new RegExp(`${nothing.source}\\.$`))])
  await write({ 'recline.json': { files: { include: ['*.rec'], exclude: ['a.rec'] } } })
  expect(await found('.')).toEqual([
    expect.stringMatching(new RegExp(`${nothing.source}, except files that are excluded or that git ignores\\.$`)),
  ])
})

test('a folder that is excluded as a whole is searched only if it is named', async () => {
  await write({
    'recline.json': { files: { exclude: ['**/old/**'] } },
    'a/old/recline.json': {},
    'a/old/b/recline.json': {},
    'a/old/b/s.rec': '',
  })
  expect(await found('.')).toEqual([
    expect.stringMatching(/ has no \.rec file, except files that are excluded or that git ignores\.$/),
  ])
  expect(await found('a/old')).toEqual(['a/old/b/s.rec'])
})

test('descriptors of every configuration that counts', async () => {
  await write({
    'recline.json': { descriptors: ['domains/*.json', '../x.json'] },
    'domains/one.json': '',
    'other.domain.json': '',
    'a/recline.json': {},
    'a/domains/two.domain.json': '',
    'a/node_modules/no.domain.json': '',
  })
  const configs = new Configs()
  const descriptors = async (): Promise<string[]> =>
    (await configs.descriptors()).paths.map(path => relative(folder, path))
  expect(await descriptors()).toEqual([])
  await settingsOf('x.rec', configs)
  expect(await descriptors()).toEqual(['domains/one.json'])
  await settingsOf('a/x.rec', configs)
  expect(await descriptors()).toEqual(['domains/one.json', 'a/domains/two.domain.json'])
})

test('without a configuration, descriptors below a searched folder, and beside a file and above it', async () => {
  await write({
    'one.domain.json': '',
    'a/two.domain.json': '',
    'a/b/x.rec': '',
    'c/three.domain.json': '',
    'd/recline.json': { descriptors: [] },
    'd/four.domain.json': '',
  })
  const descriptors = async (configs: Configs): Promise<string[]> =>
    (await configs.descriptors()).paths.map(path => relative(folder, path))
  const searching = new Configs()
  await found('.', searching)
  expect(await descriptors(searching)).toEqual(['a/two.domain.json', 'c/three.domain.json', 'one.domain.json'])
  // The working directory of the tests is not above, so folders above the file are not read.
  const naming = new Configs()
  await settingsOf('a/b/x.rec', naming)
  expect(await descriptors(naming)).toEqual([])
  await settingsOf('a/x.rec', naming)
  expect(await descriptors(naming)).toEqual(['a/two.domain.json'])
})

test('a glob that matches no descriptor is a failure', async () => {
  await write({
    'recline.json': '{ "descriptors": ["nope/*.json", "**/*.domain.json",\n  "domains/*.json", "a/*.json"] }',
    'domains/one.json': '',
    'a/recline.json': { files: { exclude: ['*.json'] } },
    'a/two.json': '',
    'b/recline.json': { descriptors: [] },
  })
  const configs = new Configs()
  for (const file of ['x.rec', 'a/x.rec', 'b/x.rec']) await settingsOf(file, configs)
  const name = relative('.', at('recline.json'))
  expect((await configs.descriptors()).failures.map(({ failure }) => failure)).toEqual([
    `${name}:1:19: The glob "nope/*.json" matches no descriptor; correct it, or remove it.`,
    `${name}:2:21: The glob "a/*.json" matches no descriptor; correct it, or remove it.`,
  ])
})

test('problems have their position, errors are failures, and the rest counts', async () => {
  await write({
    'recline.json':
      '{\n  "severity": { "syntax": "off", "notaton": "off" },\n  "files": 5,\n  "domains": { "*": "lega" }\n}',
    'a/recline.json': '{',
    'b/recline.json/x': '',
  })
  const configs = new Configs()
  expect((await settingsOf('x.rec', configs)).severity).toEqual({ syntax: 'off' })
  await settingsOf('a/x.rec', configs)
  await settingsOf('b/x.rec', configs)
  const { failures, warnings } = await configs.problems(builtinRegistry)
  const name = (path: string): string => relative('.', at(path))
  expect(failures.map(({ failure }) => failure)).toEqual([
    `${name('b/recline.json')} is not a file, so it is not read; rename or delete it.`,
    `${name('recline.json')}:3:12: "files" is 5; it must be an object in { }.`,
    `${name('a/recline.json')}:1:2: This is not JSON: a closing } is missing; add it.`,
  ])
  expect(warnings).toEqual([
    `${name('recline.json')}:2:34: "severity" has "notaton", which is not known; "notation" may be meant.`,
    `${name('recline.json')}:4:21: There is no domain "lega"; core.legal may be meant.`,
  ])
})

test('a problem has the severity that is set for its code', async () => {
  await write({
    'recline.json': { severity: { 'config-unknown': 'error', 'config-schema': 'off' }, severty: {}, files: 5 },
  })
  const configs = new Configs()
  await settingsOf('x.rec', configs)
  const { failures, warnings } = await configs.problems(builtinRegistry)
  expect([failures.length, warnings.length]).toEqual([1, 0])
})

test('each configuration is read once', async () => {
  await write({ 'recline.json': '{' })
  const configs = new Configs()
  await Promise.all(['x.rec', 'a/y.rec', 'a/b/z.rec'].map(name => settingsOf(name, configs)))
  expect((await configs.problems(builtinRegistry)).failures).toHaveLength(1)
})

test('a configuration that is a link out of its folder is not read, nor is a pipe', async () => {
  const outside = `${folder}.json`
  await writeFile(outside, '{ "secret": 1 }')
  await write({ 'shared.json': { severity: { syntax: 'off' } }, 'a/x.rec': '', 'b/x.rec': '' })
  await symlink(outside, at('a/recline.json'))
  execFileSync('mkfifo', [at('b/recline.json')])
  const configs = new Configs()
  for (const name of ['a/x.rec', 'b/x.rec']) expect((await settingsOf(name, configs)).severity).toEqual({})
  const { failures, warnings } = await configs.problems(builtinRegistry)
  expect([failures.map(({ failure }) => failure), warnings]).toEqual([
    [
      `${relative('.', at('a/recline.json'))} is a link that leads out of its folder, so it is not read; replace it by a file.`,
      `${relative('.', at('b/recline.json'))} is not a file, so it is not read; rename or delete it.`,
    ],
    [],
  ])
  await rm(outside)
})

test('descriptors are not searched in a linked folder outside, nor with a glob that would take long', async () => {
  const outside = `${folder}-outside`
  await mkdir(outside)
  await writeFile(join(outside, 'x.json'), '{}')
  await write({
    'recline.json': { descriptors: ['linked/*.json', '*a*a*a*a*a*b.json', 'domains/*.json', 'domains/deep/*.json'] },
    [`domains/${'a'.repeat(200)}.json`]: '{}',
    'domains/deep/two.json': '{}',
    [`${'a'.repeat(200)}.json`]: '{}',
  })
  await symlink(outside, at('linked'))
  const configs = new Configs()
  await settingsOf('x.rec', configs)
  const { paths, failures } = await configs.descriptors()
  expect(paths.map(path => relative(folder, path))).toEqual([
    `domains/${'a'.repeat(200)}.json`,
    'domains/deep/two.json',
  ])
  const name = relative('.', at('recline.json'))
  expect(failures.map(({ failure }) => failure)).toEqual([
    `${name}:1:17: The glob "linked/*.json" matches no descriptor; correct it, or remove it.`,
    `${name}:1:33: The glob "*a*a*a*a*a*b.json" matches no descriptor; correct it, or remove it.`,
  ])
  await rm(outside, { recursive: true })
})
