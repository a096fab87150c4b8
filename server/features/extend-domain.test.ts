import { expect, test } from 'vitest'
import type { WorkspaceEdit } from 'vscode-languageserver-types'
import type { Descriptor } from '../../shared/domains/descriptor.ts'
import { type Editor, open } from '../../test/editor.ts'
import { builtinRegistry } from '../../test/records.ts'
import { type DomainFiles, domainFixes } from './extend-domain.ts'

const acme: Descriptor = {
  domain: 'acme.health',
  version: '1.0',
  description: '',
  extends: 'core.health',
  records: [{ tag: 'RX', fields: [{ name: 'ward', type: 'string' }] }],
}
const acmeText = '{ "domain": "acme.health", "extends": "core.health", "records": [{ "tag": "WARD", "fields": [] }] }'

/** The fixes at the cursor: their titles, and the texts that their edits insert, by file. */
function fixesAt(text: string, editor: Editor = {}, config?: string): Record<string, string[]> {
  const { snapshot, position } = open(text, editor)
  const own: DomainFiles = {
    descriptorOf: domain =>
      domain === 'acme.health' ? { uri: 'file:///acme.domain.json', text: acmeText, version: null } : undefined,
    configOf: () => (config === undefined ? undefined : { uri: 'file:///recline.json', text: config, version: 3 }),
    newDescriptor: (_, name) => `file:///${name}.domain.json`,
    newConfig: () => 'file:///recline.json',
  }
  const fixes = domainFixes(snapshot, { start: position, end: position }, { diagnostics: [] }, own)
  return Object.fromEntries(fixes.map(({ title, edit }) => [title, editsOf(edit!)]))
}

const editsOf = ({ documentChanges = [] }: WorkspaceEdit): string[] =>
  documentChanges.flatMap(change => {
    if (!('edits' in change)) return `create ${change.kind === 'create' ? change.uri : ''}`
    const texts = change.edits.map(edit => ('newText' in edit ? edit.newText : '').replace(/\s+/g, ' ').trim())
    return `${change.textDocument.uri.slice(8)}: ${texts.join(' … ')}`
  })

test('a field that a built-in domain lacks goes into a new domain of your own', () => {
  expect(fixesAt('@RX drug="a" | co$0pay=5\n@RX drug="b" | copay=2.5\n@LAB copay="x"\n')).toEqual({
    'Add copay to your own domain own.health': [
      'create file:///health.domain.json',
      'health.domain.json: { "domain": "own.health", "version": "1.0", "description": "What we add to core.health.", "extends": "core.health", "records": [ { "tag": "RX", "fields": [ { "name": "copay", "type": "float", "description": "" } ] } ] }',
    ],
  })
})

test('a header that names the built-in domain names the new one then', () =>
  expect(fixesAt('@DOC domain=[core.health, core.hr]\n@RX drug="a" | co$0pay="x"\n')).toMatchObject({
    'Add copay to your own domain own.health': [
      expect.stringContaining('create'),
      expect.stringContaining('"type": "string"'),
      'test.rec: domain=[own.health, core.hr]',
    ],
  }))

test('a recline.json lets it stand for the built-in one', () =>
  expect(fixesAt('@DOC domain=core.health\n@RX drug="a" | co$0pay="x"\n', {}, '{ "severity": {} }')).toMatchObject({
    'Add copay to your own domain own.health': [
      expect.stringContaining('create'),
      expect.stringContaining('own.health'),
      'recline.json: { "severity": {}, "extensions": { "core.health": "own.health" } }',
    ],
  }))

test('where there is an extension, the field goes into it', () => {
  const editor = { descriptors: [acme] }
  const added = '{ "tag": "RX", "fields": [ { "name": "copay", "type": "int", "description": "" } ] }'
  expect(fixesAt('@RX drug="a" | co$0pay=5\n', editor)).toEqual({
    'Add the field copay to RX': [`acme.domain.json: , ${added}`],
  })
  expect(fixesAt('@DOC domain=core.health\n@RX drug="a" | co$0pay=5\n', editor)).toEqual({
    'Add copay to your own domain acme.health': [`acme.domain.json: , ${added}`, 'test.rec: domain=acme.health'],
  })
})

test('an unknown tag goes into an extension of the domain that the file uses', () => {
  const tag =
    '{ "tag": "BED", "description": "", "fields": [ { "name": "rid", "type": "string", "required": true, "description": "" }, { "name": "floor", "type": "int", "description": "" } ] }'
  expect(fixesAt('@RX drug="a"\n@BE$0D rid=B-1 | floor=3\n')).toMatchObject({
    'Add the tag BED to your own domain own.health': [
      expect.stringContaining('create'),
      expect.stringContaining(`"records": [ ${tag} ]`),
    ],
  })
  expect(Object.keys(fixesAt('@DOC domain=[hr, health]\n@BE$0D rid=B-1\n', { descriptors: [acme] }))).toEqual([
    'Add the tag BED to your own domain acme.hr',
    'Add the tag BED to your own domain acme.health',
  ])
})

const wide: Descriptor = {
  ...acme,
  records: [
    { tag: 'RX', fields: [{ name: 'route', type: 'string', enum: ['oral', 'nasal'] }] },
    { tag: 'ALLERGY', fields: [{ name: 'severity', type: 'string', isTypeUnknown: true }] },
  ],
}
/** The values that `core.health` allows. */
const valuesOf = (tag: string, name: string): readonly string[] =>
  builtinRegistry.tags.get(`core.health.${tag}`)!.fields.get(name)!.enum!
const inherited = (tag: string, name: string, value: string): string =>
  `"enum": ${JSON.stringify([...valuesOf(tag, name), value])
    .replaceAll('","', '", "')
    .replace('[', '[ ')
    .replace(']', ' ]')}`

test('a value goes into your extension of the domain, with those that it inherits', () => {
  expect(fixesAt('@ALLERGY substance="a" | severity="aw$0ful"\n', { descriptors: [wide] })).toEqual({
    'Allow "awful" in ALLERGY.severity': [
      `acme.domain.json: , { "tag": "ALLERGY", "fields": [ { "name": "severity", ${inherited('ALLERGY', 'severity', 'awful')} } ] }`,
    ],
  })
  expect(fixesAt('@DOC domain=health\n@ALLERGY substance="a" | severity="aw$0ful"\n', { descriptors: [wide] })).toEqual(
    {
      'Allow "awful" in your own domain acme.health': [
        `acme.domain.json: , { "tag": "ALLERGY", "fields": [ { "name": "severity", ${inherited('ALLERGY', 'severity', 'awful')} } ] }`,
        'test.rec: domain=acme.health',
      ],
    },
  )
  expect(fixesAt('@ALLERGY substance="a" | severity="aw$0ful"\n')).toEqual({
    'Allow "awful" in your own domain own.health': [
      'create file:///health.domain.json',
      expect.stringContaining(inherited('ALLERGY', 'severity', 'awful')),
    ],
  })
})

test('a client that cannot create files gets no new domain', () =>
  expect(fixesAt('@RX drug="a" | co$0pay=5\n', { client: { createsFiles: false } })).toEqual({}))

test('what an extension that comes with Recline has can be had from it', () => {
  expect(fixesAt('@LAB name="a" | compar$0ator="<"\n')).toMatchObject({
    'Use practice.health, which has this field': [
      'create file:///recline.json',
      'recline.json: { "extensions": { "core.health": "practice.health" } }',
    ],
  })
  expect(fixesAt('@DOC domain=core.health\n@IMMUNI$0ZATION lot_number="a"\n', {}, '{ "severity": {} }')).toMatchObject({
    'Use practice.health, which has this tag': [
      'recline.json: { "severity": {}, "extensions": { "core.health": "practice.health" } }',
    ],
  })
  expect(Object.keys(fixesAt('@DNS name="example.com" | type="S$0OA"\n'))).toContain(
    'Use practice.infrastructure, which has this value',
  )
  expect(Object.keys(fixesAt('@LAB name="a" | co$0pay="x"\n'))).not.toContain(
    'Use practice.health, which has this field',
  )
})

test('an extension that a header names can be put in force', () =>
  expect(fixesAt('@DOC domain=pract$0ice.health\n')).toEqual({
    'Put practice.health in force': [
      'create file:///recline.json',
      'recline.json: { "extensions": { "core.health": "practice.health" } }',
    ],
  }))
