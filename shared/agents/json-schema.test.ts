import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { agentSchema } from './json-schema.ts'
import { agentTools } from './tools.ts'

const schemas = Object.entries(agentTools).flatMap(([name, { input, output }]) => [
  [`the arguments of ${name}`, agentSchema(input)] as const,
  [`the answer of ${name}`, agentSchema(output)] as const,
])

/** What the strictest clients read of a schema. Returns the paths of all else. */
function beyondStrictest(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return [path]
  return Object.entries(schema as Readonly<Record<string, unknown>>).flatMap(([key, value]) => {
    const at = `${path}/${key}`
    switch (key) {
      case 'type':
        return ['object', 'array', 'string', 'number', 'integer', 'boolean'].includes(String(value)) ? [] : [at]
      case 'description':
        return typeof value === 'string' ? [] : [at]
      case 'enum':
      case 'required':
        return Array.isArray(value) && value.every(one => typeof one === 'string') ? [] : [at]
      case 'items':
      case 'additionalProperties':
        return beyondStrictest(value, at)
      case 'properties':
        return Object.entries(value as object).flatMap(([name, one]) => beyondStrictest(one, `${at}/${name}`))
      default:
        return [at]
    }
  })
}

test.each(schemas)('%s: a schema of draft 2020-12 that the strictest clients read', (name, schema) => {
  expect(new Ajv2020({ strict: true }).validateSchema(schema)).toBe(true)
  // What a tag or a domain holds is different for each.
  const open = name === 'the answer of describe' ? ['/properties/content/additionalProperties'] : []
  expect(beyondStrictest(schema).filter(path => !open.includes(path))).toEqual([])
  const untyped = JSON.stringify(schema).match(/\{"description":"[^"]*"\}|\{\}/g) ?? []
  expect(untyped).toHaveLength(open.length)
})

test('what clients refuse is found', () => {
  const schema = { anyOf: [], items: [{}], properties: { a: { type: ['string', 'null'] }, b: { $ref: '#' } } }
  expect(beyondStrictest(schema)).toEqual(['/anyOf', '/items', '/properties/a/type', '/properties/b/$ref'])
})

test('a change is one object with names for all actions', () => {
  const { properties } = agentSchema(agentTools.write.input) as unknown as {
    properties: { changes: { items: { properties: Record<string, object>; required: string[] } } }
  }
  const { properties: names, required } = properties.changes.items
  expect(required).toEqual(['action'])
  expect(names.values).toEqual({
    type: 'object',
    description: expect.any(String),
    additionalProperties: { type: 'string' },
  })
})
