import { expect, test } from 'vitest'
import { check, builtinRegistry as registry } from '../../test/records.ts'
import { checkFile, sectionAt } from '../check/check.ts'
import { isHeader, type RecordNode } from '../syntax/nodes.ts'
import { parse } from '../syntax/tree.ts'
import { builtinDescriptors } from './built-in.ts'
import { bestFitting, type DomainsInForce, domainsOfFile, namedDomains, tagsInForce } from './domains-in-force.ts'
import { createRegistry } from './registry.ts'

const paths = ({ domains, source }: DomainsInForce): [string[], string] => [domains.map(({ path }) => path), source]
const ofFile = (fileName: string, settingDomains: readonly string[] = []): [string[], string] =>
  paths(domainsOfFile({ registry, fileName, settingDomains }))
const all = [...registry.domains.keys()]

/** The domains in force at the last line of a text. */
function atEnd(text: string, fileName?: string): [string[], string] {
  const file = check(text, fileName === undefined ? {} : { fileName })
  return paths(sectionAt(file, file.tree.entries.length - 1))
}

test('the file name, with or without namespace and folders', () => {
  expect(ofFile('2026-q1.compliance.rec')).toEqual([['core.compliance'], 'file name'])
  expect(ofFile('/data.hr.d/2026.q1.core.compliance.REC')).toEqual([['core.compliance'], 'file name'])
  expect(ofFile('C:\\records\\a.hr.rec')).toEqual([['core.hr'], 'file name'])
})

test('names that name no domain leave all in force', () => {
  for (const name of [
    'compliance.rec',
    'a.rec',
    'a.Compliance.rec',
    'a.compliance.txt',
    'a.compliance.bak.rec',
    'compliance.hr/a.rec',
    '.rec',
    '',
    'a..rec',
  ]) {
    expect(ofFile(name), name).toEqual([all, 'registry'])
  }
})

test('the setting counts before the file name; unknown names in it do not count', () => {
  expect(ofFile('a.compliance.rec', ['hr', 'core.health', 'hr'])).toEqual([['core.hr', 'core.health'], 'setting'])
  expect(ofFile('a.compliance.rec', ['xyzzy', 'hr'])).toEqual([['core.hr'], 'setting'])
  expect(ofFile('a.compliance.rec', ['xyzzy'])).toEqual([['core.compliance'], 'file name'])
})

test('a header counts before both, to the next header', () => {
  expect(atEnd('@DOC domain=hr\n@LEAVE rid=1\n', 'a.compliance.rec')).toEqual([['core.hr'], 'header'])
  expect(atEnd('@DOC domain=hr\n@DOC domain=[core.health, insurance@1.0]\n# x\n')).toEqual([
    ['core.health', 'core.insurance'],
    'header',
  ])
  expect(atEnd('@doc domain="hr"\n\n')).toEqual([['core.hr'], 'header'])
  expect(atEnd('@LEAVE rid=1\n', 'a.compliance.rec')).toEqual([['core.compliance'], 'file name'])
})

test('a header that names no known domain leaves the next answer in force', () => {
  for (const header of ['@DOC', '@DOC title="x"', '@DOC domain=xyzzy', '@DOC domain=', '@DOC domain=[]']) {
    expect(atEnd(`@DOC domain=health\n${header}\n`, 'a.compliance.rec'), header).toEqual([
      ['core.compliance'],
      'file name',
    ])
  }
  expect(atEnd('@DOCS domain=hr\n', 'a.compliance.rec')).toEqual([['core.compliance'], 'file name'])
})

test('of several names the known ones count; a version that nobody has does not matter', () => {
  expect(atEnd('@DOC domain=[xyzzy, hr@9]\n')).toEqual([['core.hr'], 'header'])
  expect(atEnd('@DOC domain=[hr, hr]\n')).toEqual([['core.hr'], 'header'])
})

test("entries before the first header have the file's domains", () => {
  const file = check('@CONTROL rid=1\n@DOC domain=hr\n@LEAVE rid=1\n', { fileName: 'a.compliance.rec' })
  expect([0, 1, 2].map(entry => sectionAt(file, entry).domains[0]!.path)).toEqual([
    'core.compliance',
    'core.hr',
    'core.hr',
  ])
})

test('what a header names, with its places', () => {
  const header = parse('@DOC domain=[hr@1.0, "core.xyzzy"]').entries[0] as RecordNode
  expect(isHeader(header)).toBe(true)
  expect(namedDomains(header, registry).map(({ domain, ...rest }) => ({ ...rest, path: domain?.path }))).toEqual([
    { name: 'hr', version: '1.0', start: 13, end: 19, path: 'core.hr' },
    { name: 'core.xyzzy', version: undefined, start: 22, end: 32, path: undefined },
  ])
})

test('a header names the same domains in quotes as without', () => {
  const names = (header: string): string[] =>
    namedDomains(parse(header).entries[0] as RecordNode, registry).map(({ name }) => name)
  expect(names('@DOC domain=hr "a "b" \\"')).toEqual(['hr', 'a', 'b', '\\'])
  expect(names('@DOC domain="hr \\"a \\"b\\"\\thealth\\u002clegal"')).toEqual(['hr', 'a', 'b', 'health', 'legal'])
})

test('of several definitions of a tag those fit best that define most of the fields', () => {
  const policies = tagsInForce('POLICY', [registry.domainNamed('compliance')!, registry.domainNamed('insurance')!])
  const domainsFor = (...names: string[]): string[] => bestFitting(policies, names).map(({ domain }) => domain.path)
  expect(domainsFor()).toEqual(['core.compliance', 'core.insurance'])
  expect(domainsFor('rid', 'status', 'xyzzy')).toEqual(['core.compliance', 'core.insurance'])
  expect(domainsFor('title', 'owner', 'premium')).toEqual(['core.compliance'])
  expect(domainsFor('premium')).toEqual(['core.insurance'])
})

const acme = { domain: 'acme.health', version: '1.0', description: '', extends: 'core.health', records: [] }
const ward = { ...acme, domain: 'acme.ward', extends: 'acme.health' }
const extended = createRegistry([...builtinDescriptors, acme, ward])

/** The domains in force at the last line of a text of a file, where some domains stand for others. */
function withExtensions(extensions: Record<string, string>, text: string, fileName = 'a.rec', settingDomains = ['']) {
  const context = { registry: extended, fileName, settingDomains: settingDomains.filter(Boolean), extensions }
  const file = checkFile(parse(text), context)
  return paths(sectionAt(file, file.tree.entries.length - 1))
}

test('where a domain and its extension are named, the extension counts', () => {
  expect(withExtensions({}, '@DOC domain=[core.health, acme.health]\n#')).toEqual([['acme.health'], 'header'])
  expect(withExtensions({}, '@DOC domain=core.health\n#')).toEqual([['core.health'], 'header'])
  expect(withExtensions({}, '#', 'a.rec', ['core.health', 'acme.ward', 'hr'])[0]).toEqual(['acme.ward', 'core.hr'])
})

test('an extension stands for its base in headers, file names and settings', () => {
  const extensions = { 'core.health': 'acme.health' }
  expect(withExtensions(extensions, '@DOC domain=health\n#')).toEqual([['acme.health'], 'header'])
  expect(withExtensions(extensions, '@DOC domain="core.health, core.hr"\n#')[0]).toEqual(['acme.health', 'core.hr'])
  expect(withExtensions(extensions, '#', 'june.health.rec')).toEqual([['acme.health'], 'file name'])
  expect(withExtensions(extensions, '#', 'a.rec', ['core.health'])).toEqual([['acme.health'], 'setting'])
  expect(withExtensions({ ...extensions, 'acme.health': 'acme.ward' }, '@DOC domain=health\n#')[0]).toEqual([
    'acme.ward',
  ])
})

test('of two domains that extend the same one, the settings say which one counts where nothing names one', () => {
  const [ours, theirs] = ['ours', 'theirs'].map(name => ({ ...acme, domain: `acme.${name}` }))
  const registry = createRegistry([...builtinDescriptors, ours!, theirs!, { ...ward, extends: 'acme.ours' }])
  const byDefault = (extensions: Record<string, string>): string[] =>
    domainsOfFile({ registry, fileName: 'a.rec', settingDomains: [], extensions })
      .domains.map(({ path }) => path)
      .filter(path => !path.startsWith('core.'))
  expect(byDefault({})).toEqual(['acme.theirs', 'acme.ward'])
  expect(byDefault({ 'core.health': 'acme.ours' })).toEqual(['acme.ward'])
  expect(byDefault({ 'core.health': 'acme.theirs' })).toEqual(['acme.theirs'])
  expect(byDefault({ 'core.hr': 'acme.theirs' })).toEqual(['acme.theirs', 'acme.ward'])
})

test('a domain that extends nothing of another one cannot stand for it', () => {
  for (const path of ['core.hr', 'core.health', 'acme.nothing', 'toString'])
    expect(withExtensions({ 'core.health': path }, '@DOC domain=health\n#')[0]).toEqual(['core.health'])
  expect(withExtensions({ 'acme.ward': 'core.health' }, '@DOC domain=acme.ward\n#')[0]).toEqual(['acme.ward'])
})
