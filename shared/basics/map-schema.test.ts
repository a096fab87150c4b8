import * as v from 'valibot'
import { expect, test } from 'vitest'
import { mapSchema } from './map-schema.ts'

const read = (schema: v.GenericSchema, json: string): unknown => {
  const { success, output, issues } = v.safeParse(schema, JSON.parse(json))
  return success ? JSON.stringify(output) : issues.map(issue => v.getDotPath(issue))
}

test('names that all objects have are names like others', () => {
  const json = '{"a":"1","constructor":"2","__proto__":"3","prototype":"4"}'
  expect(JSON.parse(String(read(mapSchema(v.string()), json)))).toEqual(JSON.parse(json))
  expect(read(mapSchema(mapSchema(v.string())), '{"constructor":{"constructor":"x"}}')).toBe(
    '{"constructor":{"constructor":"x"}}',
  )
})

test('their values are checked', () => {
  expect(read(mapSchema(v.string()), '{"constructor":1,"b":2}')).toEqual(['b', 'constructor'])
  expect(read(v.object({ a: mapSchema(v.string()) }), '{"a":{"__proto__":1}}')).toEqual(['a.__proto__'])
  expect(read(mapSchema(v.string()), '[]')).toBe('{}')
  expect(read(mapSchema(v.string()), 'null')).toEqual([null])
})
