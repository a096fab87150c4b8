import { expect, test } from 'vitest'
import { builtinRegistry } from '../../../test/records.ts'
import { readSettings } from '../../snapshot/settings.ts'
import { configCodeActions, configDiagnostics } from '../json-files.ts'
import { ConfigStore } from './config-store.ts'
import { defaultQueries, fileQueries } from './file-queries.ts'

/** A store with these configurations, by the URI of their folder, and these settings. */
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

test('a configuration counts for files of its own file system', () => {
  const store = storeWith({
    'file:///work': { severity: { notation: 'off' } },
    'file:///other': { severity: { syntax: 'off' } },
    'mem:': { severity: { 'tag-case': 'off' } },
    'mem://host': { severity: { 'needs-quotes': 'off' } },
  })
  const severityOf = (uri: string): string => Object.keys(store.settingsOf(uri).severity).join()
  expect(severityOf('file:///work/a/x.rec')).toBe('notation')
  expect(severityOf('file:///other/x.rec')).toBe('syntax')
  expect(severityOf('mem:/work/x.rec')).toBe('tag-case')
  expect(severityOf('mem://host/work/x.rec')).toBe('needs-quotes')
  expect(severityOf('file:///x.rec')).toBe('')
  expect(severityOf('untitled:Untitled-1')).toBe('')
})

test('what the user set goes first, severity by severity and option by option', () => {
  const config = {
    severity: { syntax: 'off', notation: 'off' },
    domains: { '*.rec': 'hr' },
    files: { include: ['in/*.rec'], exclude: [] },
    descriptors: [],
    format: { wrapColumn: 80, alignColumns: true },
  }
  const settings = {
    severity: { syntax: 'error' },
    domains: { 'a/*.rec': 'legal' },
    files: { include: ['a/*.rec'] },
    descriptors: ['d/*.json'],
    format: { wrapColumn: 0 },
    codeLens: { counts: false },
  }
  const store = storeWith({ 'file:///work/a': config }, settings)
  expect(store.settingsOf('file:///work/a/x.rec')).toEqual({
    severity: { syntax: 'error', notation: 'off' },
    format: { wrapColumn: 0, alignColumns: true },
    codeLens: { references: false, counts: false },
    inlayHints: { units: true, titles: true, domains: true },
    newRecords: undefined,
  })
  expect(store.domainSettingsOf('file:///work/a/x.rec').settingDomains).toEqual(['legal'])
  expect(store.domainSettingsOf('file:///work/a/deep/x.rec').settingDomains).toEqual(['hr'])
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

test('a folder of the workspace counts although a configuration above it excludes it', () => {
  const store = storeWith({ 'file:///work': { files: { exclude: ['**/old/**'] } }, 'file:///work/old/a': {} })
  expect(store.hasFile('file:///work/old/a/a.rec')).toBe(false)
  store.configure(readSettings({}), ['file:///work/old'])
  expect(store.hasFile('file:///work/old/a/a.rec')).toBe(true)
})

test('each folder is searched by its own globs, and all of it where the globs of a folder above count', () => {
  const store = storeWith({
    'file://': { files: { include: ['work/in/*.rec'] } },
    'file:///work/a': { files: { include: ['b/*.rec'], exclude: ['b/old/**'] } },
    'file:///elsewhere': { files: { include: ['c/*.rec'] } },
  })
  expect(fileQueries(store)).toEqual([
    { folder: 'file:///work', include: ['**/*'], exclude: ['**/node_modules/**', '**/.git/**'] },
    { folder: 'file:///work/a', include: ['b/*.rec'], exclude: ['b/old/**'] },
  ])
  store.configure(readSettings({ files: { include: ['mine/*.rec'], exclude: ['not/**'] } }), ['file:///work'])
  expect(fileQueries(store)).toEqual([{ folder: 'file:///work', include: ['mine/*.rec'], exclude: ['not/**'] }])
})

test('without a configuration, one search finds that and all files', () => {
  const store = storeWith({}, { files: { include: ['mine/*.rec'] } })
  expect(store.isEmpty).toBe(true)
  expect(defaultQueries(store)).toEqual([
    {
      folder: 'file:///work',
      include: ['mine/*.rec', '**/*.domain.json', '**/recline.json', '**/.gitignore'],
      exclude: ['**/node_modules/**', '**/.git/**'],
    },
  ])
  expect(storeWith({ 'file:///work/a': {} }).isEmpty).toBe(false)
})

test('what a changed configuration changes', () => {
  const store = storeWith({})
  const uri = 'file:///work/recline.json'
  expect(store.take(uri, '{}')).toBe('files')
  expect(store.take(uri, '{ "severity": { "syntax": "off" } }')).toBe('view')
  expect(store.take(uri, '{ "severity": { "syntax": "off"} }')).toBe('nothing')
  expect(store.take(uri, '{ "domains": { "*": "hr" } }')).toBe('files')
  expect(store.take(uri, '{ "domains": ')).toBe('nothing')
  expect(store.domainSettingsOf('file:///work/a.rec').settingDomains).toEqual(['hr'])
  expect(configDiagnostics(store, uri, builtinRegistry, undefined, new Set()).map(({ code }) => code)).toEqual([
    'config-json',
  ])
  expect(store.take(uri, undefined)).toBe('files')
  expect(store.domainSettingsOf('file:///work/a.rec').settingDomains).toEqual([])
  expect(store.take(uri, undefined)).toBe('nothing')
})

test('mistakes are problems at their places, with the chosen severity and fixes', () => {
  const store = storeWith({})
  const uri = 'file:///work/recline.json'
  store.take(uri, '{\n  "severity": { "config-glob": "error" },\n  "domains": { "/a": "lega" }\n}\n')
  const diagnostics = configDiagnostics(store, uri, builtinRegistry, 'page', new Set())
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
  expect(configCodeActions(store, uri, diagnostics[1]!.range, builtinRegistry, undefined)).toMatchObject([
    { title: 'Change to "core.legal"', edit: { changes: { [uri]: [{ newText: '"core.legal"' }] } } },
  ])
})
