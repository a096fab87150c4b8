import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Configs, type FileSettings } from '../cli/plan/configs.ts'
import { findFiles } from '../cli/plan/find-files.ts'
import { ConfigStore } from '../server/session/config/config-store.ts'
import { readSettings } from '../server/snapshot/settings.ts'
import type { DomainSettings } from '../shared/domains/domains-in-force.ts'
import { runs } from './property-values.ts'

/**
 * What configurations say of files, in the editor and on the command line. A case is a list of lines: a `recline.json`
 * with its text, or a file and what counts for it: whether it is one of the files with `records` or a `descriptor`, its
 * domains, the severities and the column where lines wrap.
 */
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-'))
})
afterEach(() => rm(folder, { recursive: true }))

const cases = {
  'the nearest configuration counts, and counts whole': `
recline.json {"severity":{"notation":"off"},"domains":{"*.rec":"legal","a/**":"hr"},"format":{"wrapColumn":80}}
a/b/recline.json {"domains":{"c/*.rec":["health","hr"]}}
x.rec: records legal notation=off wrap 80
a/x.txt: hr notation=off wrap 80
a/x.rec: records legal notation=off wrap 80
a/b/x.rec: records
a/b/c/x.rec: records health hr`,

  'an extension stands for a domain in the folder of the configuration': `
recline.json {"extensions":{"health":"acme.health"},"domains":{"*.rec":"health"}}
a/recline.json {}
x.rec: records health core.health=acme.health
a/x.rec: records`,

  'each folder includes and excludes by its own configuration': `
recline.json {"files":{"include":["**/*.txt","x.rec"],"exclude":["old/**"]}}
b/recline.json {"files":{"exclude":["q.rec"]}}
x.rec: records
y.rec:
y.txt: records
old/z.txt:
a/n.txt: records
b/p.rec: records
b/q.rec:
b/r.txt:`,

  'in a folder that is excluded as a whole, no configuration counts': `
recline.json {"files":{"exclude":["**/old/**"]}}
a/old/recline.json {"severity":{"syntax":"off"}}
a/old/b/recline.json {}
x.rec: records
a/old/x.rec: syntax=off
a/old/b/x.rec:
a/old/b/x.domain.json:`,

  'a folder whose files are excluded only by name is searched': `
recline.json {"files":{"exclude":["old/*.rec"]}}
old/a/recline.json {}
old/x.rec:
old/a/x.rec: records`,

  'a folder that a configuration in it excludes elsewhere counts': `
recline.json {"files":{"exclude":["a/**"]}}
b/recline.json {}
a/x.rec:
b/a/x.rec: records`,

  'a descriptor counts for its nearest configuration only, and a configuration is none': `
recline.json {"descriptors":["**/*.json"],"files":{"exclude":["not/*.json"]}}
a/recline.json {}
b/recline.json {"descriptors":[]}
recline.json:
one.json: descriptor
not/one.json:
a/one.json:
a/one.domain.json: descriptor
b/one.domain.json:`,

  'globs that lead out of their folder match nothing': `
a/recline.json {"domains":{"../x.rec":"hr","/x.rec":"hr"},"descriptors":["../*.json"],"files":{"include":["../*.rec"]}}
recline.json {}
x.rec: records
x.json:
a/x.rec:`,
} satisfies Record<string, string>

describe('the editor and the command line agree', () => {
  test.each(Object.entries(cases))('%s', async (_, text) => {
    const expected = text.trim()
    const [configs, files] = parts(expected)
    await write(configs, files)
    expect(inEditor(configs, files)).toBe(expected)
    expect(await onCommandLine(configs, files)).toBe(expected)
  })

  test('on any configurations', () =>
    fc.assert(
      fc.asyncProperty(anyConfigs, async found => {
        const configs = { ...found, 'recline.json': found['recline.json'] ?? '{}' }
        await rm(folder, { recursive: true, force: true })
        await write(configs, allFiles)
        expect(await onCommandLine(configs, allFiles)).toBe(inEditor(configs, allFiles))
      }),
      { numRuns: runs(100) },
    ))
})

/** The texts of configurations by their names. */
type Texts = Readonly<Record<string, string>>

const folders = ['', 'a/', 'b/', 'a/old/', 'a/old/b/']
const allFiles = folders.flatMap(name => ['x.rec', 'y.txt', 'x.domain.json', 'y.json'].map(file => name + file))
const globs = (...patterns: string[]) => fc.option(fc.subarray(patterns, { minLength: 1 }), { nil: undefined })
const anyConfig = fc
  .record({
    domains: fc.constantFrom({}, { '*.rec': 'hr' }, { 'old/**': 'legal', '**/*.txt': 'hr' }),
    severity: fc.constantFrom({}, { notation: 'off' }),
    descriptors: globs('*.json', '**/*.json', 'old/*', '*/x.domain.json'),
    files: fc.record({
      include: globs('*.rec', '**/*.txt', 'a/**'),
      exclude: globs('old/**', '**/b/**', '*.rec', 'x/**'),
    }),
  })
  .map(config => JSON.stringify(config))
const anyConfigs = fc.dictionary(fc.constantFrom(...folders.map(name => `${name}recline.json`)), anyConfig, {
  maxKeys: 4,
})

const uri = (name: string): string => pathToFileURL(join(folder, name)).href

/** The configurations of a case and the names of its files. */
function parts(text: string): [configs: Texts, files: string[]] {
  const lines = text.split('\n').map(line => line.match(/^([^\s:]+)(:| )(.*)$/)!)
  const configs = lines.filter(([, , mark]) => mark === ' ').map(([, name, , config]) => [name, config])
  return [Object.fromEntries(configs), lines.filter(([, , mark]) => mark === ':').map(([, name]) => name!)]
}

async function write(configs: Texts, files: readonly string[]): Promise<void> {
  for (const name of new Set([...Object.keys(configs), ...files])) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), configs[name] ?? '')
  }
}

/** A case as text. */
const show = (
  configs: Texts,
  files: readonly string[],
  factsOf: (name: string) => readonly (string | false)[],
): string =>
  [
    ...Object.entries(configs).map(line => line.join(' ')),
    ...files.map(name => [`${name}:`, ...factsOf(name).filter(Boolean)].join(' ')),
  ].join('\n')

const settingsText = ({ severity, format }: Pick<FileSettings, 'severity' | 'format'>): (string | false)[] => [
  ...Object.entries(severity).map(entry => entry.join('=')),
  format.wrapColumn !== undefined && format.wrapColumn > 0 && `wrap ${format.wrapColumn}`,
]

const domainsText = ({ settingDomains, extensions = {} }: DomainSettings): string[] => [
  ...settingDomains,
  ...Object.entries(extensions).map(entry => entry.join('=')),
]

function inEditor(configs: Texts, files: readonly string[]): string {
  const store = new ConfigStore()
  store.configure(readSettings(undefined), [pathToFileURL(folder).href])
  for (const [name, text] of Object.entries(configs)) store.take(uri(name), text)
  return show(configs, files, name => [
    store.hasFile(uri(name)) && 'records',
    store.hasDescriptor(uri(name)) && 'descriptor',
    ...domainsText(store.domainSettingsOf(uri(name))),
    ...settingsText(store.settingsOf(uri(name))),
  ])
}

async function onCommandLine(configs: Texts, files: readonly string[]): Promise<string> {
  const found = new Configs()
  const records = new Set<string>()
  for await (const source of findFiles([folder], undefined, found))
    if (!('failure' in source)) records.add(relative(folder, source.path!))
  const { paths } = await found.descriptors()
  const descriptors = new Set(paths.map(path => relative(folder, path)))
  const settings = new Map<string, FileSettings>()
  for (const name of files) settings.set(name, await found.settingsOf({ file: name, path: join(folder, name) }))
  return show(configs, files, name => [
    records.has(name) && 'records',
    descriptors.has(name) && 'descriptor',
    ...domainsText(settings.get(name)!),
    ...settingsText(settings.get(name)!),
  ])
}
