import { type Schema, Validator } from '@cfworker/json-schema'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import descriptorSchema from '../descriptors/schema.json'
import configSchema from '../schemas/recline.schema.json'
import { suggestingSchema } from '../scripts/suggesting-schema.mjs'
import { descriptorJson, withSlips } from './descriptor-json.ts'

test.each([
  ['descriptors', descriptorSchema],
  ['configurations', configSchema],
])('the schema of %s that VS Code gets finds nothing wrong', (_, schema) => {
  const validator = new Validator(suggestingSchema(schema) as Schema, '7')
  const configs = fc.record(
    { severity: fc.jsonValue(), domains: fc.jsonValue(), files: fc.jsonValue(), format: fc.jsonValue() },
    { requiredKeys: [] },
  )
  const values = fc
    .oneof(fc.jsonValue(), withSlips(descriptorJson()), withSlips(configs))
    .filter(value => !/\\ud[89a-f]/.test(JSON.stringify(value)))
  fc.assert(
    fc.property(values, value => {
      expect(validator.validate(value).errors).toEqual([])
    }),
  )
})

test('it suggests the same values', () => {
  expect(suggestingSchema(configSchema)).toMatchObject({
    definitions: { severity: { examples: ['error', 'warning', 'information', 'off'] } },
  })
  expect(suggestingSchema({ type: 'string', enum: ['a', 'b'], enumDescriptions: ['One', 'Two'] })).toEqual({
    defaultSnippets: [
      { label: '"a"', description: 'One', body: 'a' },
      { label: '"b"', description: 'Two', body: 'b' },
    ],
  })
  expect(suggestingSchema({ type: ['boolean', 'null'], default: true })).toEqual({
    default: true,
    examples: [true, false],
  })
  expect(suggestingSchema({ type: 'string', description: 'x' })).toEqual({ description: 'x', default: '' })
})
