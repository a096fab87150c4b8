import { type Schema, Validator } from '@cfworker/json-schema'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import descriptorSchema from '../../descriptors/schema.json'
import configSchema from '../../schemas/recline.schema.json'
import { expectDescriptorProblems, fieldsRead, fixDescriptor, vehicleWith } from '../../test/descriptor-files.ts'
import { descriptorJson, withSlips } from '../../test/descriptor-json.ts'
import { runs } from '../../test/property-values.ts'
import { typeNames } from '../domains/value-types/index.ts'
import { readDescriptorFile } from './descriptors/descriptor-file.ts'
import { parseJson } from './json.ts'
import { type JsonSchema, readBySchema, type SchemaProblem } from './json-schema.ts'

const types = `${typeNames.slice(0, -1).join(', ')} or ${typeNames.at(-1)}`

const domains = fc.dictionary(
  fc.constantFrom('*', 'a/**', '__proto__'),
  fc.oneof(fc.constant('legal'), fc.array(fc.constant('hr'), { maxLength: 2 })),
  { maxKeys: 2 },
)
const globs = fc.array(fc.constantFrom('**/*.rec', '', 'a'), { maxLength: 2 })
const configs = withSlips(
  fc.record(
    {
      severity: fc.dictionary(
        fc.constantFrom('syntax', 'notation', 'toString'),
        fc.constantFrom('error', 'off', 'of'),
        { maxKeys: 2 },
      ),
      domains,
      descriptors: globs,
      files: fc.record({ include: globs, exclude: globs, ignore: globs }, { requiredKeys: [] }),
      format: fc.record(
        { wrapColumn: fc.constantFrom(0, 100, -1, 0.5), alignColumns: fc.boolean() },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  ),
)

describe.each([
  { name: 'descriptors', schema: descriptorSchema as unknown as JsonSchema, values: descriptorJson() },
  { name: 'configurations', schema: configSchema as unknown as JsonSchema, values: configs },
])('of $name', ({ schema, values }) => {
  const validator = new Validator(structuredClone(schema) as Schema, '7')
  // The validator cannot take half characters.
  const wellFormed = values.filter(value => !/\\ud[89a-f]/.test(JSON.stringify(value)))
  const read = (value: unknown): { value: unknown; problems: SchemaProblem[] } => {
    const problems: SchemaProblem[] = []
    const root = parseJson(JSON.stringify(value))
    if ('reason' in root) throw new Error(root.reason)
    return { ...readBySchema(root, schema, problem => problems.push(problem)), problems }
  }

  test('finds problems in exactly the values in which a complete validator does', () =>
    fc.assert(
      fc.property(wellFormed, value => {
        // A validator allows keys that do nothing.
        const problems = read(value).problems.filter(({ unknownKey }) => unknownKey !== 'ignored')
        expect(problems.length === 0).toBe(validator.validate(value).valid)
      }),
      { numRuns: runs(200) },
    ))

  test('what it reads matches the schema, according to a complete validator', () =>
    fc.assert(
      fc.property(wellFormed, value => {
        const { value: result } = read(value)
        // Whether the parts must be complete follows from a wrong name of a base too, which is not read.
        fc.pre(!isObject(value) || !isObject(result) || 'extends' in value === 'extends' in result)
        expect(result === undefined || validator.validate(result).valid).toBe(true)
      }),
      { numRuns: runs(200) },
    ))

  test('knows every keyword of the schema that validates', () => {
    const known = [
      '$ref',
      'type',
      'required',
      'properties',
      'patternProperties',
      'additionalProperties',
      'items',
      'minItems',
      'maxItems',
      'uniqueItems',
      'enum',
      'pattern',
      'minimum',
      'if',
      'else',
    ]
    const others = [
      'description',
      'title',
      'default',
      'examples',
      'defaultSnippets',
      'errorMessage',
      'patternErrorMessage',
      'enumDescriptions',
      '$schema',
      'definitions',
    ]
    const keywords = (part: JsonSchema): string[] => [
      ...Object.keys(part),
      ...[
        ...Object.values(part.properties ?? {}),
        ...Object.values(part.patternProperties ?? {}),
        ...Object.values(part.definitions ?? {}),
        part.items,
        part.additionalProperties,
      ].flatMap(part => (part ? keywords(part) : [])),
    ]
    expect(
      [...new Set(keywords(schema))].filter(keyword => !known.includes(keyword) && !others.includes(keyword)),
    ).toEqual([])
  })
})

test('the problem of a wrong type names the right type', () =>
  expectDescriptorProblems(
    '{ "domain": "acme.fleet", "version": 1.0, "description": null, "recordCount": 1.5, "records": [5, { "tag": "A", "fields": {} }] }',
    'descriptor-schema «1.0» The version is 1; write the version in double quotes, such as "1.0".',
    'descriptor-schema «null» The description is null; it must be text in double quotes.',
    'descriptor-schema «1.5» The recordCount is 1.5; it must be a whole number without quotes.',
    'descriptor-count «1.5» recordCount is 1.5, and the number of records is 2; change it to 2 or leave it out.',
    'descriptor-schema «5» Record 1 is 5; it must be an object in { }.',
    'descriptor-schema «{}» The fields of A is an object; it must be a list in [ ].',
  ))

test('a list in the place of a record has no tag, whatever it holds', () => {
  const text = '{ "domain": "acme.fleet", "version": "1.0", "description": "", "records": [[["tag", "X"]]] }'
  expectDescriptorProblems(text, 'descriptor-schema «[["tag", "X"]]» Record 1 is a list; it must be an object in { }.')
})

test('the problem of a malformed field names it as exactly as possible', () =>
  expectDescriptorProblems(
    vehicleWith(
      '{ "name": "Number plate", "type": "text" }',
      '{ "type": "string" }',
      '{ "name": "fuel", "type": "float", "range": [0], "enum": ["a", 5, "a"], "required": "yes" }',
      'null',
    ),
    'descriptor-schema «"Number plate"» The name of field 1 of VEHICLE is "Number plate"; write the field name in lower case with underscores, such as "license_plate".',
    `descriptor-schema «"text"» The type of VEHICLE.Number plate is "text"; it must be ${types}.`,
    'descriptor-schema «{» Field 2 of VEHICLE has no name; add "name": "rid".',
    'descriptor-schema «[0]» The range of VEHICLE.fuel has 1 item; write the range as two numbers, the lowest first, such as [0, 100].',
    'descriptor-schema «5» Item 2 of the enum of VEHICLE.fuel is 5; write each allowed value in double quotes.',
    'descriptor-schema «"a"» The enum of VEHICLE.fuel has "a" twice; remove one of them.',
    'descriptor-schema «"yes"» The required of VEHICLE.fuel is "yes"; it must be true or false without quotes.',
    'descriptor-schema «null» Field 4 of VEHICLE is null; it must be an object in { }.',
  ))

test.each(['DOC', 'BEGIN', 'END', 'doc'])('%s has a meaning in the notation, and is no tag', tag => {
  const text = vehicleWith('{ "name": "a", "type": "int" }').replace('VEHICLE', tag)
  expectDescriptorProblems(
    text,
    `descriptor-schema «"${tag}"» The tag of record 1 is "${tag}"; write the tag in upper case, with digits and underscores after the first letter, such as "VEHICLE", and not DOC, BEGIN or END.`,
  )
  expect(readDescriptorFile(text)).toMatchObject({
    descriptor: { records: [] },
    problems: [{ code: 'descriptor-schema' }],
  })
  expect(readDescriptorFile(text).problems[0]!.fixes).toBeUndefined()
})

test('a part with a problem is left out, and the rest of the field counts', () => {
  expect(
    fieldsRead(
      vehicleWith(
        '{ "name": "fuel", "type": "float", "range": [0, "x"], "enum": ["a", 5, "a"], "unit": null, "example": 5 }',
      ),
    ),
  ).toEqual([{ name: 'fuel', type: 'float', enum: ['a'] }])
  expect(
    fieldsRead(
      vehicleWith('{ "type": "int" }', '{ "name": 5, "type": "int" }', '{ "name": "plate", "type": "string" }'),
    ),
  ).toEqual([{ name: 'plate', type: 'string' }])
})

test('a key with two letters in the wrong order; other keys do nothing', () => {
  const rule = '{ "id": "r", "message": "m", "expression": "true", "feild": "a", "xyz": 1 }'
  expectDescriptorProblems(
    vehicleWith('{ "name": "a", "type": "int", "note": "n" }').replace(/]\s*}]/, `], "rules": [${rule}] }]`),
    'descriptor-unknown «"note"» VEHICLE.a has "note", which does nothing here; remove it, or let it start with "x-" if it is your own.',
    'descriptor-schema «"feild"» Item 1 of the rules of VEHICLE has "feild", which is not known; "field" may be meant.',
    'descriptor-unknown «"xyz"» Item 1 of the rules of VEHICLE has "xyz", which does nothing here; remove it, or let it start with "x-" if it is your own.',
  )
})

test('a key that is nearly one that is there, a known key at the wrong place, and keys of the author', () => {
  const text = vehicleWith('{ "name": "a", "type": "int", "required": true, "requierd": true, "x-note": 1, "_n": 1 }')
  expectDescriptorProblems(
    text.replace('{', '{ "rules": [], "x-own": 1, "$comment": "c", "owner": { "name": "n", "mail": "m" }, '),
    'descriptor-unknown «"rules"» The descriptor has "rules", which does nothing here; remove it, or let it start with "x-" if it is your own.',
    'descriptor-unknown «"mail"» The owner has "mail", which does nothing here; remove it, or let it start with "x-" if it is your own.',
    'descriptor-schema «"requierd"» VEHICLE.a has "requierd", which is not known; "required" may be meant.',
  )
  expect(fixDescriptor(text.replace(/, "x-note".*1 }/, ' }'), 'Remove requierd')).not.toContain('requierd')
})

test('a duplicate key', () =>
  expectDescriptorProblems(
    vehicleWith('{ "name": "a", "type": "int", "type": "float" }'),
    'descriptor-schema «"type"» VEHICLE.a has "type" twice, and the last one counts; remove one of them.',
  ))

test('fixes for the common mistakes', () => {
  const typed = (type: string): string => vehicleWith(`{ "name": "a", "type": "${type}" }`)
  expect(fixDescriptor(typed('number'), 'Change to "float"')).toBe(typed('float'))
  expect(fixDescriptor(typed('date'), 'Change to "ts"')).toBe(typed('ts'))
  expect(fixDescriptor(typed('Integer'), 'Change to "int"')).toBe(typed('int'))
  expect(fixDescriptor(vehicleWith('{ "name": "Number plate", "type": "string" }'), 'Change to "number_plate"')).toBe(
    vehicleWith('{ "name": "number_plate", "type": "string" }'),
  )
  expect(fixDescriptor(typed('int').replace('VEHICLE', 'Service visit'), 'Change to "SERVICE_VISIT"')).toBe(
    typed('int').replace('VEHICLE', 'SERVICE_VISIT'),
  )
  expect(fixDescriptor(typed('int').replace('"1.0"', '2'), 'Change to "2.0"')).toBe(
    typed('int').replace('"1.0"', '"2.0"'),
  )
  expect(fixDescriptor(vehicleWith('{ "name": "a", "type": "int", "example": 5 }'), 'Put in double quotes')).toBe(
    vehicleWith('{ "name": "a", "type": "int", "example": "5" }'),
  )
  expect(fixDescriptor(vehicleWith('{ "name": "a", "type": "string", "enum": ["x", "x"] }'), 'Remove "x"')).toBe(
    vehicleWith('{ "name": "a", "type": "string", "enum": ["x"] }'),
  )
})

test('a long list of codes without problems, and one with many', () => {
  const codes = Array.from({ length: 100_000 }, (_, index) => `A${index}`)
  expect(
    readDescriptorFile(vehicleWith(JSON.stringify({ name: 'code', type: 'string', enum: codes }))).problems,
  ).toEqual([])
  expect(
    readDescriptorFile(vehicleWith(JSON.stringify({ name: 'code', type: 'string', enum: codes.map(Number) }))).problems,
  ).toHaveLength(100_000)
})

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
