import { Ajv2020 } from 'ajv/dist/2020.js'
import { transformSync } from 'esbuild'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import * as zod from 'zod'
import { hostileValues } from '../../test/hostile-values.ts'
import { runs } from '../../test/property-values.ts'
import { builtinRegistry, check } from '../../test/records.ts'
import { convertedThing, thingRecords, things } from '../../test/schemas.ts'
import { exported } from '../convert/export-records.ts'
import { exampleRecord } from '../domains/example-record.ts'
import { createRegistry, type Domain } from '../domains/registry.ts'
import { jsonSchemaOf } from './json-schema.ts'
import { linkMlOf } from './linkml.ts'
import { zodOf } from './zod.ts'

/** Whether a form of a domain accepts what `recline convert --to json` writes. */
type Accepts = (json: unknown) => boolean

/** What the schemas of Zod accept: they are compiled and run as a program would. */
function acceptedByZod(domain: Domain): Accepts {
  const { code } = transformSync(zodOf(domain), { loader: 'ts', format: 'cjs' })
  const module = { exports: {} as { records: zod.ZodType } }
  new Function('require', 'module', code)(() => zod, module)
  return json => module.exports.records.safeParse(json).success
}

const forms: readonly [string, (domain: Domain) => Accepts][] = [
  ['JSON Schema', domain => new Ajv2020({ strict: false }).compile(JSON.parse(jsonSchemaOf(domain)))],
  ['Zod', acceptedByZod],
]

test.each(forms)('%s accepts what convert writes of a record exactly if its fields have no problem', (_, accepted) => {
  const registry = createRegistry([things])
  const accepts = accepted(registry.domainNamed('test.schemas')!)
  const seen = { accepted: 0, refused: 0 }
  fc.assert(
    fc.property(thingRecords, text => {
      const { json, isRight } = convertedThing(text)
      const isAccepted = accepts(JSON.parse(json))
      seen[isAccepted ? 'accepted' : 'refused']++
      expect({ text, isAccepted }).toEqual({ text, isAccepted: isRight })
    }),
    { numRuns: runs(20_000) },
  )
  expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(runs(1000))
})

test.each(forms)('%s of all built-in domains is valid, and accepts the examples of their tags', (_, accepted) => {
  for (const domain of builtinRegistry.domains.values()) {
    const accepts = accepted(domain)
    for (const tag of domain.tags.values()) {
      const text = `@DOC domain=${domain.path}\n# c\n${exampleRecord(tag)}\n`
      const [json] = exported(check(text), 'json')
      expect({ text, isAccepted: accepts(JSON.parse(json!.text)) }).toEqual({ text, isAccepted: true })
    }
  }
})

test('LinkML is YAML with the tags, fields and values of the domain, whatever they are called', () => {
  const odd = ['no', 'on', '1', 'a: b', '- x', '# c', '__proto__', ...Object.values(hostileValues)]
  const domain = createRegistry([
    {
      ...things,
      description: odd.join(' '),
      records: [
        {
          tag: 'THING',
          unique: [['rid'], ['on', 'x']],
          fields: [
            { name: 'rid', type: 'string', required: true },
            { name: 'x', type: 'int', range: [1, 2], unit: 'kg' },
            { name: 'on', type: 'string', enum: odd, description: odd.join(' ') },
            { name: 'other_ref', type: 'string', ref: 'THING' },
          ],
        },
      ],
    },
  ]).domainNamed('test.schemas')!
  const schema = parse(linkMlOf(domain), { version: '1.1' })
  expect(schema).toMatchObject({ id: 'urn:recline:test.schemas', description: odd.join(' ') })
  expect(schema.classes.Thing.attributes).toMatchObject({
    rid: { identifier: true, required: true, range: 'string' },
    x: { range: 'integer', minimum_value: 1, maximum_value: 2, unit: { descriptive_name: 'kg' } },
    on: { range: 'Thing_on', description: odd.join(' ') },
    other_ref: { range: 'Thing', inlined: false },
  })
  expect(Object.keys(schema.enums.Thing_on.permissible_values)).toEqual(
    Object.keys(Object.fromEntries(odd.map(value => [value, 0]))),
  )
  for (const builtin of builtinRegistry.domains.values())
    expect(Object.keys(parse(linkMlOf(builtin), { version: '1.1' }).classes)).toHaveLength(builtin.tags.size)
})
