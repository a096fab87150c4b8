import { expect, test } from 'vitest'
import { builtinRegistry } from '../../test/records.ts'
import { readSettings } from '../snapshot/settings.ts'
import { ConfigStore, configsAbove } from './config-store.ts'

/** What holds with these configurations, by the address of their folder, and these settings. */
function storeWith(
  configs: Readonly<Record<string, object>>,
  settings: unknown = {},
  folders = ['file:///work'],
): ConfigStore {
  const store = new ConfigStore()
  store.configure(readSettings(settings), folders)
  for (const [folder, config] of Object.entries(configs)) store.take(`${folder}/recline.json`, JSON.stringify(config))
  return store
}

test('the nearest configuration upwards counts, and counts whole', () => {
  const store = storeWith({
    'file:///work': { severity: { notation: 'off' }, format: { wrapColumn: 80 }, domains: { 'a/*.rec': 'hr' } },
    'file:///work/a/b': { domains: { 'c/*': 'legal' } },
    'file:///other': { severity: { syntax: 'off' } },
  })
  expect(store.settingsOf('file:///work/a/x.rec')).toMatchObject({
    severity: { notation: 'off' },
    format: { wrapColumn: 80 },
  })
  expect(store.domainsOf('file:///work/a/x.rec')).toEqual(['hr'])
  expect(store.settingsOf('file:///work/a/b/c/x.rec')).toMatchObject({ severity: {}, format: { wrapColumn: 0 } })
  expect(store.domainsOf('file:///work/a/b/c/x.rec')).toEqual(['legal'])
  expect(store.settingsOf('file:///other/x.rec').severity).toEqual({ syntax: 'off' })
  expect(store.settingsOf('untitled:Untitled-1').severity).toEqual({})
})

test('what the user has set goes first', () => {
  const config = {
    severity: { syntax: 'off' },
    domains: { '*.rec': 'hr' },
    files: { include: ['in/*.rec'], exclude: [] },
    descriptors: [],
  }
  const settings = {
    severity: { syntax: 'error' },
    domains: { 'a/*.rec': 'legal' },
    files: { include: ['a/*.rec'] },
    descriptors: ['d/*.json'],
  }
  const store = storeWith({ 'file:///work/a': config }, settings)
  expect(store.settingsOf('file:///work/a/x.rec').severity).toEqual({ syntax: 'error' })
  expect(store.domainsOf('file:///work/a/x.rec')).toEqual(['legal'])
  expect(store.domainsOf('file:///work/a/deep/x.rec')).toEqual(['hr'])
  expect(['file:///work/a/x.rec', 'file:///work/a/in/x.rec'].map(uri => store.hasFile(uri))).toEqual([true, false])
  expect(['file:///work/d/x.json', 'file:///work/a/d/x.json'].map(uri => store.hasDescriptor(uri))).toEqual([
    true,
    false,
  ])
})

test("which files are the workspace's", () => {
  const files = ['a.rec', 'x/a.rec', '.x/.a.rec', 'node_modules/a.rec', 'x/.git/a.rec', 'a.txt']
    .map(name => `file:///work/${name}`)
    .concat('file:///tmp/a.rec')
  expect(files.filter(uri => storeWith({}).hasFile(uri))).toEqual(files.slice(0, 3))
  expect(
    files.filter(uri => storeWith({ 'file://': { files: { include: ['work/x/*.rec', 'tmp/*.rec'] } } }).hasFile(uri)),
  ).toEqual(['file:///work/x/a.rec'])
  expect(files.filter(uri => storeWith({ 'file:///work': { files: { exclude: ['x/**'] } } }).hasFile(uri))).toEqual([
    'file:///work/a.rec',
    'file:///work/.x/.a.rec',
    'file:///work/node_modules/a.rec',
  ])
})

test('what is excluded as a whole folder stays so, whatever configuration stands in it', () => {
  const store = storeWith({
    'file:///work': { files: { exclude: ['**/old/**'] } },
    'file:///work/x/old/a': {},
    'file:///work/x': {},
  })
  expect(['old/b/a.rec', 'x/old/a/a.rec', 'x/a.rec'].map(name => store.hasFile(`file:///work/${name}`))).toEqual([
    false,
    true,
    true,
  ])
  const outer = storeWith({ 'file:///work': { files: { exclude: ['**/old/**'] } }, 'file:///work/old/a': {} })
  expect(
    ['file:///work/old/a/a.rec', 'file:///work/old/a/x.domain.json'].map(uri => [
      outer.hasFile(uri),
      outer.hasDescriptor(uri),
    ]),
  ).toEqual([
    [false, false],
    [false, false],
  ])
  outer.configure(readSettings({}), ['file:///work/old'])
  expect(outer.hasFile('file:///work/old/a/a.rec')).toBe(true)
})

test('a configuration is never a descriptor', () => {
  const store = storeWith({ 'file:///work': { descriptors: ['**/*.json'] } })
  expect(['file:///work/recline.json', 'file:///work/a.json'].map(uri => store.hasDescriptor(uri))).toEqual([
    false,
    true,
  ])
})

test('each folder is looked through by its own globs, or by those of the folder above as far as they reach', () => {
  const store = storeWith({
    'file://': { files: { include: ['work/in/*.rec'] } },
    'file:///work/a': { files: { include: ['b/*.rec'], exclude: ['b/old/**'] } },
    'file:///elsewhere': { files: { include: ['c/*.rec'] } },
  })
  expect(store.placesOfFiles()).toEqual([
    { folder: 'file:///work', include: ['**/*'], exclude: ['**/node_modules/**', '**/.git/**'] },
    { folder: 'file:///work/a', include: ['b/*.rec'], exclude: ['b/old/**'] },
  ])
  store.configure(readSettings({ files: { include: ['mine/*.rec'], exclude: ['not/**'] } }), ['file:///work'])
  expect(store.placesOfFiles()).toEqual([{ folder: 'file:///work', include: ['mine/*.rec'], exclude: ['not/**'] }])
})

test('where there is no configuration, one look finds that and all else', () => {
  const store = storeWith({}, { files: { include: ['mine/*.rec'] } })
  expect(store.isAsUsual).toBe(true)
  expect(store.usualPlaces()).toEqual([
    {
      folder: 'file:///work',
      include: ['mine/*.rec', '**/*.domain.json', '**/recline.json'],
      exclude: ['**/node_modules/**', '**/.git/**'],
    },
  ])
  expect(storeWith({ 'file:///work/a': {} }).isAsUsual).toBe(false)
})

test('what a change of a configuration changes', () => {
  const store = storeWith({})
  const uri = 'file:///work/recline.json'
  expect(store.take(uri, '{}')).toBe('files')
  expect(store.take(uri, '{ "severity": { "syntax": "off" } }')).toBe('view')
  expect(store.take(uri, '{ "severity": { "syntax": "off"} }')).toBe('nothing')
  expect(store.take(uri, '{ "domains": { "*": "hr" } }')).toBe('files')
  expect(store.take(uri, '{ "domains": ')).toBe('nothing')
  expect(store.domainsOf('file:///work/a.rec')).toEqual(['hr'])
  expect(store.diagnostics(uri, builtinRegistry, undefined).map(({ code }) => code)).toEqual(['config-json'])
  expect(store.take(uri, undefined)).toBe('files')
  expect(store.domainsOf('file:///work/a.rec')).toEqual([])
  expect(store.take(uri, undefined)).toBe('nothing')
})

test('mistakes are problems at their places, as grave as is chosen, with fixes', () => {
  const store = storeWith({})
  const uri = 'file:///work/recline.json'
  store.take(uri, '{\n  "severity": { "config-glob": "error" },\n  "domains": { "/a": "lega" }\n}\n')
  const diagnostics = store.diagnostics(uri, builtinRegistry, 'page')
  expect(
    diagnostics.map(
      ({
        code,
        severity,
        range: {
          start: { line, character },
        },
      }) => [code, severity, line, character],
    ),
  ).toEqual([
    ['config-glob', 1, 2, 15],
    ['config-domain', 2, 2, 21],
  ])
  expect(diagnostics[1]).toMatchObject({
    codeDescription: { href: 'page#config-domain' },
    message: 'There is no domain "lega"; core.legal may be meant.',
  })
  expect(store.codeActions(uri, diagnostics[1]!.range, builtinRegistry, undefined)).toMatchObject([
    { title: 'Change to "core.legal"', edit: { changes: { [uri]: [{ newText: '"core.legal"' }] } } },
  ])
})

test('where configurations can be that count for a file', () => {
  expect(configsAbove('file:///a/b/c.rec')).toEqual([
    'file:///a/b/recline.json',
    'file:///a/recline.json',
    'file:///recline.json',
  ])
  expect(configsAbove('mem:/records/a.rec')).toEqual(['mem:/records/recline.json', 'mem:/recline.json'])
  expect(configsAbove('untitled:Untitled-1')).toEqual([])
})
