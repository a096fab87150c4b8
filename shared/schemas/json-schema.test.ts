import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allValues } from '../../test/odd-records.ts'
import { runs } from '../../test/property-values.ts'
import { builtinRegistry, check } from '../../test/records.ts'
import { problemsOf } from '../check/check.ts'
import { exported } from '../convert/export-records.ts'
import type { Descriptor } from '../domains/descriptor.ts'
import { exampleRecord } from '../domains/example-record.ts'
import { createRegistry } from '../domains/registry.ts'
import { jsonSchemaOf } from './json-schema.ts'

const things: Descriptor = {
  domain: 'test.schemas',
  version: '1.0',
  description: 'Things.',
  records: [
    {
      tag: 'THING',
      fields: [
        { name: 'rid', type: 'string', required: true },
        { name: 'text', type: 'string', required: true },
        { name: 'level', type: 'string', enum: ['low', 'high', 'a\\b', 'é', ''] },
        { name: 'count', type: 'int', required: true, range: [-5, 20] },
        { name: 'share', type: 'float', range: [0.1, 0.3] },
        { name: 'any', type: 'float' },
        { name: 'when', type: 'ts' },
        { name: 'is_on', type: 'bool' },
        { name: 'code', type: 'string', pattern: '^[A-Z]{2}-[\\d.]+$' },
        { name: 'path', type: 'string', pattern: '(a\\/|x\\-)\\w+' },
        { name: 'year', type: 'int', enum: ['2026', '2027'] },
        { name: 'things', type: 'string', list: true },
      ],
    },
  ],
}

const names = things.records[0]!.fields.map(({ name }) => name)
const values = fc.constantFrom(
  ...allValues,
  '"AB-7"',
  '"AB-1.2"',
  '"AB-"',
  '"x-y"',
  '"a/b"',
  '"ab//"',
  '1900-02-29',
  '2000-02-29',
)
const records = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...names), values), { selector: ([name]) => name, maxLength: 5 })
  .map(fields => {
    const all = new Map([['rid', '"T-1"'], ['text', '"x"'], ['count', '3'], ...fields])
    return `@THING ${[...all].map(([name, value]) => `${name}=${value}`).join(' | ')}\n`
  })

/** What the schema knows of: the problems of single fields. */
const codesOfFields =
  /^(?:invalid-value|not-in-enum|out-of-range|pattern-mismatch|missing-field|type-mismatch|unknown-field)$/

/** What the top of the schema says that it refuses, or what is no value at all. */
const isToldOtherwise = /=(?:\+\d|-?0\d)|(?<!things)=\[|[=:]"?\s*(?:\||$)|=\[a(?: \||$)/m

test('the schema accepts what convert writes of a record exactly if its fields have no problem', () => {
  const registry = createRegistry([things])
  const accepts = new Ajv2020({ strict: false }).compile(
    JSON.parse(jsonSchemaOf(registry.domainNamed('test.schemas')!)),
  )
  const seen = { accepted: 0, refused: 0 }
  fc.assert(
    fc.property(records, text => {
      fc.pre(!isToldOtherwise.test(text))
      const file = check(text, { descriptors: [things] })
      const problems = problemsOf(file).filter(({ code }) => codesOfFields.test(code))
      const [json] = exported(file, 'json')
      const isAccepted = accepts(JSON.parse(json!.text))
      seen[isAccepted ? 'accepted' : 'refused']++
      expect({ text, isAccepted }).toEqual({ text, isAccepted: problems.length === 0 })
    }),
    { numRuns: runs(20_000) },
  )
  expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(runs(1000))
})

test('the schemas of all built-in domains are valid, and accept the examples of their tags', () => {
  for (const domain of builtinRegistry.domains.values()) {
    const accepts = new Ajv2020({ strict: false, allErrors: true }).compile(JSON.parse(jsonSchemaOf(domain)))
    for (const tag of domain.tags.values()) {
      const text = `@DOC domain=${domain.path}\n# c\n${exampleRecord(tag)}\n`
      const [json] = exported(check(text), 'json')
      accepts(JSON.parse(json!.text))
      expect({ text, errors: accepts.errors }).toEqual({ text, errors: null })
    }
  }
})
