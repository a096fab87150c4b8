import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectDescriptorProblems, fieldsRead, vehicleWith } from '../../../test/descriptor-files.ts'
import { descriptorJson } from '../../../test/descriptor-json.ts'
import { runs } from '../../../test/property-values.ts'
import { checkFile, problemsOf } from '../../check/check.ts'
import { formatChanges } from '../../check/fixes/format.ts'
import { builtinDescriptors } from '../../domains/built-in.ts'
import { titleOf } from '../../domains/identity.ts'
import { createRegistry } from '../../domains/registry.ts'
import { typeNames } from '../../domains/value-types/index.ts'
import type { RecordNode } from '../../syntax/nodes.ts'
import { parse } from '../../syntax/tree.ts'
import { readDescriptorFile } from './descriptor-file.ts'
import { foreignReferenceProblems } from './descriptor-set.ts'

const types = `${typeNames.slice(0, -1).join(', ')} or ${typeNames.at(-1)}`

const folder = new URL('../../../descriptors/', import.meta.url)
const builtinFiles = readdirSync(folder).filter(name => name.endsWith('.json') && name !== 'schema.json')

test.each(builtinFiles)('%s has no problems and is read completely', name => {
  const text = readFileSync(new URL(name, folder), 'utf8')
  const file = readDescriptorFile(text)
  expect(file.problems.map(({ message }) => message)).toEqual([])
  expect(foreignReferenceProblems(file, createRegistry(builtinDescriptors))).toEqual([])
  expect(file.descriptor).toEqual(JSON.parse(text))
})

test('there are eleven of them', () => expect(builtinFiles).toHaveLength(builtinDescriptors.length))

test('a descriptor of another program: without meta and owner, with other keys, with required: false', () => {
  const text = `{
    "$schema": "https://example.com/descriptor.json", "domain": "acme.fleet", "version": "1.0", "status": "active", "notice": null, "schemaHash": null, "x-generator": { "name": "a", "steps": [1] },
    "description": "A fleet.", "records": [{ "tag": "VEHICLE", "color": 5, "fields": [{ "name": "rid", "type": "string", "required": true }, { "name": "note", "type": "string", "required": false, "index": [] }] }],
    "recordCount": 1, "totalFieldCount": 2, "registry": { "domain": { "path": "acme.fleet" } }
  }`
  expectDescriptorProblems(
    text,
    'descriptor-unknown «"color"» VEHICLE has "color", which does nothing here; remove it, or let it start with "x-" if it is your own.',
    'descriptor-unknown «"index"» VEHICLE.note has "index", which does nothing here; remove it, or let it start with "x-" if it is your own.',
  )
  expect(fieldsRead(text)).toEqual([
    { name: 'rid', type: 'string', required: true },
    { name: 'note', type: 'string', required: false },
  ])
})

test('a descriptor without version and description counts', () => {
  const text = '{ "domain": "acme.fleet", "records": [{ "tag": "A", "fields": [] }] }'
  expectDescriptorProblems(
    text,
    'descriptor-schema «{» The descriptor has no version; add "version": "1.0".',
    'descriptor-schema «{» The descriptor has no description; add "description": "Vehicles, trips and maintenance of a company fleet.".',
  )
  expect(readDescriptorFile(text).descriptor).toEqual({
    domain: 'acme.fleet',
    version: '1.0',
    description: '',
    records: [{ tag: 'A', fields: [] }],
  })
})

test.each([
  'x',
  '5',
  '[]',
  '{}',
  '{ "domain": "acme.fleet" }',
  '{ "domain": "fleet", "records": [] }',
  '{ "domain": "acme.fleet", "records": {} }',
  '{ "domain": "acme.fleet", "records": [], }',
])('%s is no descriptor, and says why', text => {
  const { descriptor, problems } = readDescriptorFile(text)
  expect(descriptor).toBeUndefined()
  expect(problems.length).toBeGreaterThan(0)
})

test('a problem says which domain, tag and field it is about', () => {
  const { problems } = readDescriptorFile(
    vehicleWith('{ "name": "a", "type": "string", "pattern": "(" }', '{ "name": "b" }'),
  )
  expect(problems).toMatchObject([
    { code: 'descriptor-pattern', domain: 'acme.fleet', tag: 'VEHICLE', field: 'a' },
    { code: 'descriptor-schema', domain: 'acme.fleet', tag: 'VEHICLE', field: 'b' },
  ])
})

test('problems are in the order of their offsets', () => {
  const text = vehicleWith(
    '{ "name": "a", "type": "int", "example": "x" }',
    '{ "name": "a" }',
    '{ "name": "b", "type": "string", "range": [1, 2] }',
  )
  const starts = readDescriptorFile(text).problems.map(({ start }) => start)
  expect(starts).toHaveLength(4)
  expect(starts).toEqual(starts.toSorted((one, other) => one - other))
})

test.each([
  ['"type": "date"', 'ts'],
  ['"type": "number"', 'float'],
  ['"type": "xyzzy"', 'string'],
  ['"type": 5', 'string'],
  ['"required": true', 'string'],
])('a field with %s counts as %s, so that records can have it', (property, type) => {
  const { descriptor, problems } = readDescriptorFile(vehicleWith(`{ "name": "due", ${property} }`))
  expect(problems.map(({ code, field }) => [code, field])).toEqual([['descriptor-schema', 'due']])
  expect(descriptor!.records[0]!.fields).toMatchObject([{ name: 'due', type }])
})

test('a field whose type cannot be guessed has no type problems in records', () => {
  const isUnknown = (field: string): boolean =>
    readDescriptorFile(vehicleWith(`{ "name": "secret"${field} }`)).descriptor!.records[0]!.fields[0]!.isTypeUnknown ??
    false
  for (const field of [', "type": "yes/no"', ', "type": 5', '']) expect(isUnknown(field), field).toBe(true)
  for (const field of [
    ', "type": "string"',
    ', "type": "text"',
    ', "type": "xyzzy", "enum": ["a"]',
    ', "pattern": "a"',
    ', "range": [1, 2]',
  ])
    expect(isUnknown(field), field).toBe(false)

  const { descriptor } = readDescriptorFile(
    vehicleWith('{ "name": "secret", "type": "yes/no", "required": true }', '{ "name": "note", "type": "string" }'),
  )
  const records =
    '@VEHICLE secret:bool=true\n@VEHICLE secret="a b" | note="x"\n@VEHICLE secret=3\n@VEHICLE secret:ts=2026-01-01\n'
  const file = checkFile(parse(records), {
    registry: createRegistry([descriptor!]),
    fileName: 'a.rec',
    settingDomains: [],
  })
  expect(problemsOf(file).map(({ message }) => message)).toEqual([])
  expect(formatChanges(file, { wrapColumn: 0, alignColumns: false })).toEqual([])
  // The value is not shown as the title of its record.
  const [first, second] = file.tree.entries as RecordNode[]
  const tag = file.entries[0]!.tag
  expect([titleOf(first!, tag), titleOf(second!, tag)]).toEqual(['', 'x'])
})

test('a tag that is not in capitals counts in capitals, so that records can have it', () => {
  const text = `{
  "domain": "acme.people", "version": "1.0", "description": "d", "records": [
    { "tag": "Final warning", "fields": [{ "name": "case_ref", "type": "string", "ref": "FINAL_WARNING" }] },
    { "tag": "doc", "fields": [] }
  ]
}`
  expectDescriptorProblems(
    text,
    'descriptor-schema «"Final warning"» The tag of record 1 is "Final warning"; write the tag in upper case, with digits and underscores after the first letter, such as "VEHICLE", and not DOC, BEGIN or END.',
    'descriptor-schema «"doc"» The tag of record 2 is "doc"; write the tag in upper case, with digits and underscores after the first letter, such as "VEHICLE", and not DOC, BEGIN or END.',
  )
  expect(readDescriptorFile(text).descriptor!.records.map(({ tag }) => tag)).toEqual(['FINAL_WARNING'])
})

test('a field with an unknown type has all its problems at once', () =>
  expectDescriptorProblems(
    vehicleWith(
      '{ "name": "a", "type": "xyzzy", "range": [2, 1] }',
      '{ "name": "b", "type": "text", "pattern": "(", "ref": "NONE" }',
      '{ "name": "b", "type": "string" }',
    ),
    `descriptor-schema «"xyzzy"» The type of VEHICLE.a is "xyzzy"; it must be ${types}.`,
    'descriptor-range «[2, 1]» The range of VEHICLE.a goes from 2 down to 1; write the least value first.',
    `descriptor-schema «"text"» The type of VEHICLE.b is "text"; it must be ${types}.`,
    'descriptor-pattern «"("» The pattern of VEHICLE.b cannot be used: missing closing ) at (; correct the regular expression.',
    'descriptor-ref «"NONE"» VEHICLE.b refers to NONE, which this descriptor does not define; write a tag that exists.',
    'descriptor-duplicate «"b"» VEHICLE.b is defined twice, and the first definition counts; remove this one or give it another name.',
  ))

test('a field without a type has one if the domain that is extended has no name', () => {
  const text = `{
  "domain": "acme.fleet", "version": "1.0", "description": "x", "extends": 5,
  "records": [{ "tag": "VEHICLE", "description": "x", "fields": [{ "name": "weight", "description": "x", "range": [2, 1] }] }]
}`
  expectDescriptorProblems(
    text,
    'descriptor-schema «5» The extends is 5; it must be text in double quotes.',
    'descriptor-range «[2, 1]» The range of VEHICLE.weight goes from 2 down to 1; write the least value first.',
  )
  expect(readDescriptorFile(text).descriptor!.records[0]!.fields[0]!.type).toBe('float')
})

test('any JSON is read without an error, with problems inside the text, and makes a registry that checks records', () => {
  const records = parse(
    '@VEHICLE rid=1 | status="x" | maturity:int=3 | vehicle_ref=2\n@CONTROL rid=1 | __proto__="x" | constructor="y"\n',
  )
  fc.assert(
    fc.property(descriptorJson(), value => {
      const text = JSON.stringify(value, undefined, 1)
      const { descriptor, problems } = readDescriptorFile(text)
      for (const { start, end, message, fixes } of problems) {
        expect(0 <= start && start <= end && end <= text.length).toBe(true)
        expect(message).toMatch(/^[^\n]+\.$/)
        for (const { edits } of fixes?.() ?? [])
          expect(edits.every(edit => 0 <= edit.start && edit.start <= edit.end && edit.end <= text.length)).toBe(true)
      }
      checkFile(records, {
        registry: createRegistry(descriptor ? [descriptor] : []),
        fileName: 'a.rec',
        settingDomains: [],
      })
      expect(Object.keys(Object.prototype)).toEqual([])
    }),
    { numRuns: runs(100) },
  )
})

test('property names of JavaScript objects are keys like any other', () => {
  const text = vehicleWith(
    '{ "name": "__proto__", "type": "string", "__proto__": { "required": true }, "enum": ["__proto__", "constructor"], "enumDescriptions": { "__proto__": "x", "constructor": "y" } }',
  )
  expectDescriptorProblems(text)
  const [field] = fieldsRead(text)
  expect(Object.keys(field!)).toEqual(['name', 'type', 'enum', 'enumDescriptions'])
  expect(Object.keys(field!.enumDescriptions!)).toEqual(['__proto__', 'constructor'])
  expect(
    createRegistry([readDescriptorFile(text).descriptor!])
      .tagsNamed('VEHICLE')[0]!
      .fields.get('__proto__')!.type,
  ).toBe('string')
})
