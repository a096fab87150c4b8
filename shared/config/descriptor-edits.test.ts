import { expect, test } from 'vitest'
import type { DomainPart } from '../domains/descriptor.ts'
import { createRegistry } from '../domains/registry.ts'
import { addToDescriptor, renameInJson } from './descriptor-edits.ts'

const text = `{
  "domain": "acme.fleet",
  "records": [
    { "tag": "VEHICLE", "fields": [
      { "name": "status", "type": "string", "enum": ["active", "sold"], "enumDescriptions": { "sold": "Gone." } }
    ] },
    { "tag": "TRIP", "fields": [{ "name": "vehicle_ref", "type": "string", "ref": "acme.fleet.VEHICLE" }] }
  ],
  "totalFieldCount": 2,
  "meta": { "tag_context": { "VEHICLE": {} }, "use_cases": [{ "tags_used": ["VEHICLE", "TRIP"] }] }
}
`

const registry = createRegistry([])

/** The lines that changes add or remove. */
function changed(changes: ReturnType<typeof renameInJson>): string[] {
  let result = ''
  let end = 0
  for (const change of changes!) {
    result += text.slice(end, change.start) + change.text
    end = change.end
  }
  const after = (result + text.slice(end)).split('\n')
  expect(() => JSON.parse(after.join('\n'))).not.toThrow()
  return after.filter(line => !text.split('\n').includes(line)).map(line => line.trim())
}

const vehicle: DomainPart = { domain: 'acme.fleet', tag: 'VEHICLE' }

test('a tag has its new name where it is defined, referred to and described', () => {
  expect(changed(renameInJson(text, vehicle, 'CAR', registry))).toEqual([
    '{ "tag": "CAR", "fields": [',
    '{ "tag": "TRIP", "fields": [{ "name": "vehicle_ref", "type": "string", "ref": "acme.fleet.CAR" }] }',
    '"meta": { "tag_context": { "CAR": {} }, "use_cases": [{ "tags_used": ["CAR", "TRIP"] }] }',
  ])
})

test('in another domain only references with the domain change', () => {
  const other = text.replace('acme.fleet"', 'acme.other"')
  expect(renameInJson(other, vehicle, 'CAR', registry)?.map(change => change.text)).toEqual(['"acme.fleet.CAR"'])
})

test('a field and an allowed value', () => {
  const status = { ...vehicle, field: 'status' }
  expect(changed(renameInJson(text, status, 'state', registry))).toEqual([
    '{ "name": "state", "type": "string", "enum": ["active", "sold"], "enumDescriptions": { "sold": "Gone." } }',
  ])
  expect(changed(renameInJson(text, { ...status, value: 'sold' }, 'gone', registry))).toEqual([
    '{ "name": "status", "type": "string", "enum": ["active", "gone"], "enumDescriptions": { "gone": "Gone." } }',
  ])
})

test('additions keep the counts right', () => {
  expect(changed(addToDescriptor(text, { ...vehicle, field: 'seats' }, [{ name: 'seats', type: 'int' }]))).toContain(
    '"totalFieldCount": 3,',
  )
  expect(addToDescriptor(text, { ...vehicle, field: 'none', value: 'x' }, [])).toBeUndefined()
  expect(addToDescriptor('{', vehicle, [])).toBeUndefined()
})

test('a value is added to a descriptor in one long line as it is written there', () => {
  const values = Array.from({ length: 100_000 }, (_, number) => `v${number}`)
  const fields = [{ name: 'status', type: 'string', enum: values }]
  const text = JSON.stringify({ domain: 'acme.fleet', version: '1.0', records: [{ tag: 'VEHICLE', fields }] })
  const [change, ...rest] = addToDescriptor(text, { ...vehicle, field: 'status', value: 'new' }, []) ?? []
  expect([change?.text, rest]).toEqual([',"new"', []])
})
