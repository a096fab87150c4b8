import { expect, test } from 'vitest'
import { definingPart } from '../../domains/defining-part.ts'
import type { DomainPart } from '../../domains/descriptor.ts'
import { createRegistry } from '../../domains/registry.ts'
import { arrayItems, parseJson } from '../json.ts'
import { addToDescriptor, appendItem, renameInJson } from './descriptor-edits.ts'
import { readDescriptorFile } from './descriptor-file.ts'

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

test('in an extension, what it changes of a domain changes with it', () => {
  const own = `{ "domain": "acme.vans", "extends": "acme.fleet", "records": [
    { "tag": "VEHICLE", "fields": [{ "name": "status", "enum": ["sold"] }, { "name": "driver", "type": "string" }] },
    { "tag": "TOUR", "fields": [{ "name": "van", "type": "string", "ref": "VEHICLE" }] }
  ] }`
  const all = createRegistry([text, own].flatMap(one => readDescriptorFile(one).descriptor ?? []))
  const texts = (part: DomainPart, to: string): string[] =>
    renameInJson(own, part, to, all)!.map(change => `${own.slice(change.start, change.end)} ${change.text}`)
  expect(texts(vehicle, 'CAR')).toEqual(['"VEHICLE" "CAR"', '"VEHICLE" "CAR"'])
  expect(texts({ ...vehicle, field: 'status' }, 'state')).toEqual(['"status" "state"'])
  expect(texts({ ...vehicle, field: 'status', value: 'sold' }, 'gone')).toEqual(['"sold" "gone"'])
  const driver = { domain: 'acme.vans', tag: 'VEHICLE', field: 'driver' }
  expect(definingPart(driver, all)).toEqual(driver)
  expect(definingPart({ ...driver, field: 'status' }, all)).toEqual({ ...vehicle, field: 'status' })
  expect(definingPart({ domain: 'acme.vans', tag: 'VEHICLE' }, all)).toEqual(vehicle)
  expect(renameInJson(text, driver, 'pilot', all)).toEqual([])
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

test('a value goes into an extension together with those that it inherits', () => {
  const place = { domain: 'acme.fleet', tag: 'VEHICLE', field: 'status', value: 'late' }
  const after = (records: string): unknown => {
    const before = `{ "domain": "acme.fleet", "extends": "core.fleet", "records": ${records}, "totalFieldCount": 1 }`
    return JSON.parse(applied(before, addToDescriptor(before, place, [{ name: 'status', allowed: ['on', 'off'] }])))
  }
  const values = ['on', 'off', 'late']
  expect(after('[]')).toMatchObject({
    records: [{ tag: 'VEHICLE', fields: [{ name: 'status', enum: values }] }],
    totalFieldCount: 2,
  })
  expect(after('[{ "tag": "VEHICLE", "fields": [{ "name": "x", "type": "int" }] }]')).toMatchObject({
    records: [{ tag: 'VEHICLE', fields: [{ name: 'x' }, { name: 'status', enum: values }] }],
    totalFieldCount: 2,
  })
  expect(after('[{ "tag": "VEHICLE", "fields": [{ "name": "status", "required": true }] }]')).toMatchObject({
    records: [{ tag: 'VEHICLE', fields: [{ name: 'status', required: true, enum: values }] }],
    totalFieldCount: 1,
  })
  expect(after('[{ "tag": "VEHICLE", "fields": [{ "name": "status", "enum": ["own"] }] }]')).toMatchObject({
    records: [{ tag: 'VEHICLE', fields: [{ name: 'status', enum: ['own', 'late'] }] }],
    totalFieldCount: 1,
  })
})

test('an addition stands on lines of its own, and the lines of others stay', () =>
  expect(changed(addToDescriptor(text, { ...vehicle, field: 'seats' }, [{ name: 'seats', type: 'int' }]))).toEqual([
    '{ "name": "status", "type": "string", "enum": ["active", "sold"], "enumDescriptions": { "sold": "Gone." } },',
    '{ "name": "seats", "type": "int", "description": "" }',
    '"totalFieldCount": 3,',
  ]))

test('a tag that is not in capitals is the one that is meant', () => {
  const wrong =
    '{ "domain": "acme.fleet", "records": [{ "tag": "Vehicle", "fields": [{ "name": "state", "enum": ["on"] }] }] }'
  const tag = { domain: 'acme.fleet', tag: 'VEHICLE' }
  expect(addToDescriptor(wrong, tag, [])).toBeUndefined()
  expect(applied(wrong, addToDescriptor(wrong, { ...tag, field: 'state', value: 'off' }, []))).toContain(
    '["on", "off"]',
  )
  expect(applied(wrong, renameInJson(wrong, tag, 'CAR', createRegistry([])))).toBe(wrong.replace('Vehicle', 'CAR'))
})

test('what is there already is not added again, whatever problems it has', () => {
  const broken = text
    .replace('"type": "string", "enum"', '"type": "date", "enum"')
    .replace('"fields": [{', '"field": [{')
  expect(broken).not.toBe(text)
  const status = { ...vehicle, field: 'status' }
  expect(addToDescriptor(broken, status, [{ name: 'status', type: 'string' }])).toBeUndefined()
  expect(addToDescriptor(broken, { ...status, value: 'sold' }, [])).toBeUndefined()
  expect(addToDescriptor(broken, { ...vehicle, tag: 'TRIP' }, [])).toBeUndefined()
})

test('a value is added to a descriptor in one long line as it is written there', () => {
  const values = Array.from({ length: 100_000 }, (_, number) => `v${number}`)
  const fields = [{ name: 'status', type: 'string', enum: values }]
  const text = JSON.stringify({ domain: 'acme.fleet', version: '1.0', records: [{ tag: 'VEHICLE', fields }] })
  const [change, ...rest] = addToDescriptor(text, { ...vehicle, field: 'status', value: 'new' }, []) ?? []
  expect([change?.text, rest]).toEqual([',"new"', []])
})

/** The text after changes, which are sorted. */
function applied(before: string, changes: ReturnType<typeof renameInJson>): string {
  let result = ''
  let end = 0
  for (const change of changes!) {
    expect(change.start).toBeGreaterThanOrEqual(end)
    result += before.slice(end, change.start) + change.text
    end = change.end
  }
  return result + before.slice(end)
}

const names = `{
  "meta": {
    "use_cases": [{ "tags": ["CAR", "CARS"] }, { "tags_used": ["CAR"], "title": "CAR" }, "CAR", {}],
    "tag_context": { "CAR": { "CAR": 1 }, "TRIP": {} }
  },
  "domain": "acme.fleet",
  "records": [
    { "description": "CAR" },
    { "tag": "TRIP", "fields": [
      { "name": "car", "type": "string", "ref": "CAR" },
      { "name": "other", "type": "string", "ref": "acme.other.CAR" },
      { "name": "state", "type": "string", "enum": ["CAR", "on"] },
      7
    ] },
    { "tag": "CAR", "description": "CAR", "fields": [
      { "type": "string" },
      { "name": "state", "type": "string", "enum": ["on", "off", "CAR"], "example": "on",
        "enumDescriptions": { "on": "on", "off": "on" },
        "transitions": { "on": ["off"], "off": ["on", "CAR"] } },
      { "name": "on", "enum": ["on"], "example": "on", "ref": "acme.fleet.CAR" },
      { "name": "twin", "ref": "CAR" }
    ] }
  ]
}
`
const car: DomainPart = { domain: 'acme.fleet', tag: 'CAR' }
const tagged = names.slice(names.indexOf('    { "tag": "CAR"'))

test('all names of a tag, and no other texts', () =>
  expect(applied(names, renameInJson(names, car, 'VAN', registry))).toBe(
    names
      .replace('"tags": ["CAR", ', '"tags": ["VAN", ')
      .replace('"tags_used": ["CAR"]', '"tags_used": ["VAN"]')
      .replace('"tag_context": { "CAR"', '"tag_context": { "VAN"')
      .replace('"tag": "CAR"', '"tag": "VAN"')
      .replaceAll('"ref": "CAR"', '"ref": "VAN"')
      .replace('"ref": "acme.fleet.CAR"', '"ref": "acme.fleet.VAN"'),
  ))

test('all names of a field, and no other texts', () =>
  expect(applied(names, renameInJson(names, { ...car, field: 'state' }, 'status', registry))).toBe(
    names.replace(tagged, tagged.replace('"name": "state"', '"name": "status"')),
  ))

test('all places of an allowed value, and no other texts', () =>
  expect(applied(names, renameInJson(names, { ...car, field: 'state', value: 'on' }, 'up', registry))).toBe(
    names
      .replace('"enum": ["on", "off", "CAR"], "example": "on"', '"enum": ["up", "off", "CAR"], "example": "up"')
      .replace('"enumDescriptions": { "on": "on", "off": "on" }', '"enumDescriptions": { "up": "on", "off": "on" }')
      .replace('{ "on": ["off"], "off": ["on", "CAR"] }', '{ "up": ["off"], "off": ["up", "CAR"] }'),
  ))

test('a value without descriptions, examples and steps', () => {
  const before =
    '{ "domain": "acme.fleet", "records": [{ "tag": "CAR", "fields": [{ "name": "state", "enum": ["on"] }] }] }'
  expect(applied(before, renameInJson(before, { ...car, field: 'state', value: 'on' }, 'up', registry))).toBe(
    before.replace('"on"', '"up"'),
  )
  const described = before.replace('["on"]', '["on"], "enumDescriptions": { "off": "" }')
  expect(applied(described, renameInJson(described, { ...car, field: 'state', value: 'on' }, 'up', registry))).toBe(
    described.replace('["on"]', '["up"]'),
  )
  expect(applied(before, renameInJson(before, car, 'VAN', registry))).toBe(before.replace('"CAR"', '"VAN"'))
})

test('names of another domain stay, and so does what is no descriptor', () => {
  const other = names.replace('"domain": "acme.fleet"', '"domain": "acme.depot"')
  expect(renameInJson(other, { ...car, field: 'state' }, 'status', registry)).toEqual([])
  expect(renameInJson(other, { ...car, field: 'state', value: 'on' }, 'up', registry)).toEqual([])
  expect(applied(other, renameInJson(other, car, 'VAN', registry))).toBe(
    other.replace('"ref": "acme.fleet.CAR"', '"ref": "acme.fleet.VAN"'),
  )
  expect(renameInJson('{ "domain"', car, 'VAN', registry)).toBeUndefined()
  expect(renameInJson('[7]', car, 'VAN', registry)).toEqual([])
  expect(renameInJson('{ "domain": "acme.fleet", "meta": { "use_cases": {} } }', car, 'VAN', registry)).toEqual([])
})

const small = `{
\t"totalFieldCount": 1,
\t"recordCount": 1,
\t"records": [
\t\t{
\t\t\t"tag": "CAR",
\t\t\t"fields": [
\t\t\t\t{
\t\t\t\t\t"name": "state",
\t\t\t\t\t"type": "string",
\t\t\t\t\t"enum": [
\t\t\t\t\t\t"on"
\t\t\t\t\t]
\t\t\t\t}
\t\t\t]
\t\t}
\t]
}
`
const inSpaces = small.replaceAll('\t', '   ')
const inWindows = small.replaceAll('\n', '\r\n')

test.each([
  ['tabs', small],
  ['spaces', inSpaces],
  ['line ends of Windows', inWindows],
])('additions are written as the rest of the descriptor, with %s', (_, before) => {
  const like = (text: string): string => {
    if (before === inSpaces) return text.replaceAll('\t', '   ')
    return before === inWindows ? text.replaceAll('\n', '\r\n') : text
  }
  const tag = addToDescriptor(before, { ...car, tag: 'TRIP' }, [
    { name: 'rid', type: 'string', isRequired: true },
    { name: 'length', type: 'int' },
  ])
  const description = (tabs: string): string => `${tabs}"description": ""`
  expect(applied(before, tag)).toBe(
    like(
      small
        .replace('"totalFieldCount": 1', '"totalFieldCount": 3')
        .replace('"recordCount": 1', '"recordCount": 2')
        .replace(
          '\n\t\t}\n\t]',
          `\n\t\t},\n\t\t{\n\t\t\t"tag": "TRIP",\n${description('\t\t\t')},\n\t\t\t"fields": [\n\t\t\t\t{\n\t\t\t\t\t"name": "rid",\n\t\t\t\t\t"type": "string",\n\t\t\t\t\t"required": true,\n${description('\t\t\t\t\t')}\n\t\t\t\t},\n\t\t\t\t{\n\t\t\t\t\t"name": "length",\n\t\t\t\t\t"type": "int",\n${description('\t\t\t\t\t')}\n\t\t\t\t}\n\t\t\t]\n\t\t}\n\t]`,
        ),
    ),
  )
  const field = addToDescriptor(before, { ...car, field: 'seats' }, [{ name: 'seats', type: 'int' }])
  expect(applied(before, field)).toBe(
    like(
      small
        .replace('"totalFieldCount": 1', '"totalFieldCount": 2')
        .replace(
          '\n\t\t\t\t}\n\t\t\t]',
          `\n\t\t\t\t},\n\t\t\t\t{\n\t\t\t\t\t"name": "seats",\n\t\t\t\t\t"type": "int",\n${description('\t\t\t\t\t')}\n\t\t\t\t}\n\t\t\t]`,
        ),
    ),
  )
  const value = addToDescriptor(before, { ...car, field: 'state', value: 'off' }, [])
  expect(applied(before, value)).toBe(like(small.replace('"on"', '"on",\n\t\t\t\t\t\t"off"')))
})

test('a descriptor without counts gets none, and one without the place for an addition has no changes', () => {
  const before = '{ "records": [{}, { "tag": "CAR", "fields": [{}, { "name": "a" }] }], "totalFieldCount": "x" }'
  const added = applied(before, addToDescriptor(before, { ...car, field: 'b' }, [{ name: 'b', type: 'bool' }]))
  expect(JSON.parse(added)).toEqual({
    records: [{}, { tag: 'CAR', fields: [{}, { name: 'a' }, { name: 'b', type: 'bool', description: '' }] }],
    totalFieldCount: 'x',
  })
  expect(addToDescriptor(before, { ...car, tag: 'VAN', field: 'b' }, [{ name: 'b', type: 'bool' }])).toBeUndefined()
  expect(addToDescriptor(before, { ...car, field: 'b', value: 'x' }, [])).toBeUndefined()
  expect(JSON.parse(applied('{}', addToDescriptor('{}', car, [])))).toEqual({
    records: [{ tag: 'CAR', description: '', fields: [] }],
  })
})

test('only lines of over 10000 characters stay as they are', () => {
  const line = (length: number): string => `{ "records": [] }${' '.repeat(length - 17)}\n`
  const addedLines = (text: string): number => applied(text, addToDescriptor(text, car, [])).split('\n').length
  expect([addedLines(line(10_000)) > 2, addedLines(line(10_001)) > 2]).toEqual([true, false])
})

const ruled = `{
  "domain": "acme.fleet",
  "records": [
    { "tag": "CAR", "fields": [{ "name": "state" }], "rules": [
      { "id": "a", "expression": "state == \\"on\\" && twin.state == \\"on\\"", "message": "{state} {twin}", "field": "state", "fix": { "state": "\\"on\\"" } }
    ] },
    { "tag": "TRIP", "fields": [{ "name": "state" }], "rules": [
      { "id": "b", "expression": "state == \\"on\\" && car.state == \\"on\\" && referrers(\\"CAR\\", \\"twin\\").size() > 0", "message": "CAR", "field": "state" }
    ] }
  ],
  "rules": [
    { "id": "c", "tag": "CAR", "expression": "has(state)", "message": "state" },
    { "id": "d", "tag": "acme.fleet.CAR", "expression": "has(state)", "message": "state" },
    { "id": "e", "tag": "acme.fleet.TRIP", "expression": "has(state)", "message": "state", "field": "car" }
  ]
}
`
const withRules = createRegistry([
  {
    domain: 'acme.fleet',
    version: '1.0',
    description: '',
    records: [
      {
        tag: 'CAR',
        fields: [
          { name: 'state', type: 'string', enum: ['on', 'off'] },
          { name: 'twin', type: 'string', ref: 'CAR' },
        ],
      },
      {
        tag: 'TRIP',
        fields: [
          { name: 'state', type: 'string', enum: ['on', 'off'] },
          { name: 'car', type: 'string', ref: 'CAR' },
        ],
      },
    ],
  },
])

test('in rules, the names of a tag change with the domain before them, and no others', () =>
  expect(applied(ruled, renameInJson(ruled, car, 'VAN', withRules))).toBe(
    ruled
      .replace('"tag": "CAR", "fields"', '"tag": "VAN", "fields"')
      .replace('referrers(\\"CAR\\"', 'referrers(\\"VAN\\"')
      .replace('"id": "c", "tag": "CAR"', '"id": "c", "tag": "VAN"')
      .replace('"tag": "acme.fleet.CAR"', '"tag": "acme.fleet.VAN"'),
  ))

test('in rules, the names of a field of one tag change', () =>
  expect(applied(ruled, renameInJson(ruled, { ...car, field: 'state' }, 'status', withRules))).toBe(
    ruled
      .replace(
        '"name": "state" }], "rules": [\n      { "id": "a"',
        '"name": "status" }], "rules": [\n      { "id": "a"',
      )
      .replace('"expression": "state == \\"on\\" && twin.state', '"expression": "status == \\"on\\" && twin.status')
      .replace(
        '"message": "{state} {twin}", "field": "state", "fix": { "state"',
        '"message": "{status} {twin}", "field": "status", "fix": { "status"',
      )
      .replace('car.state', 'car.status')
      .replace('"tag": "CAR", "expression": "has(state)"', '"tag": "CAR", "expression": "has(status)"')
      .replace('"acme.fleet.CAR", "expression": "has(state)"', '"acme.fleet.CAR", "expression": "has(status)"'),
  ))

test('in rules, a value of a field of one tag changes', () =>
  expect(applied(ruled, renameInJson(ruled, { ...car, field: 'state', value: 'on' }, 'up', withRules))).toBe(
    ruled
      .replace('"state == \\"on\\" && twin.state == \\"on\\""', '"state == \\"up\\" && twin.state == \\"up\\""')
      .replace('"fix": { "state": "\\"on\\"" }', '"fix": { "state": "\\"up\\"" }')
      .replace('car.state == \\"on\\"', 'car.state == \\"up\\"'),
  ))

/** A JSON list with an item more. */
function appended(text: string, item: unknown): string {
  const list = parseJson(text)
  if ('reason' in list) throw new Error(list.reason)
  const { start, end, text: added } = appendItem(text, arrayItems(list), item, '  ')
  const after = text.slice(0, start) + added + text.slice(end)
  expect(JSON.parse(after)).toEqual([...JSON.parse(text), item])
  return after
}

const field = { name: 'x', tags: ['a', 'b'] }

test('an item has the form of the items before it', () => {
  expect(appended('["a"]', 'x')).toBe('["a", "x"]')
  expect(appended('["a","b"]', 'x')).toBe('["a","b","x"]')
  expect(appended('[\n  "a",\n  "b"\n]', 'x')).toBe('[\n  "a",\n  "b",\n  "x"\n]')
  expect(appended('[ { "name": "a" } ]', field)).toBe('[ { "name": "a" }, { "name": "x", "tags": [ "a", "b" ] } ]')
  expect(appended('[{"name": "a"}]', field)).toBe('[{"name": "a"}, {"name": "x", "tags": ["a", "b"]}]')
  expect(appended('[{"name":"a"},{"name":"b"}]', field)).toBe(
    '[{"name":"a"},{"name":"b"},{"name":"x","tags":["a","b"]}]',
  )
  expect(appended('[\r\n\t{ "name": "a" }\r\n]', field)).toBe(
    '[\r\n\t{ "name": "a" },\r\n\t{ "name": "x", "tags": [ "a", "b" ] }\r\n]',
  )
})

test('an item behind one in several lines is in several lines, below it', () => {
  expect(appended('[\n  {\n    "name": "a"\n  }\n]', { name: 'x' })).toBe(
    '[\n  {\n    "name": "a"\n  },\n  {\n    "name": "x"\n  }\n]',
  )
  expect(appended('[\r\n  {\r\n    "name": "a"\r\n  }\r\n]', { name: 'x' })).toBe(
    '[\r\n  {\r\n    "name": "a"\r\n  },\r\n  {\r\n    "name": "x"\r\n  }\r\n]',
  )
  expect(appended('[{\n  "name": "a"\n}]', { name: 'x' })).toBe('[{\n  "name": "a"\n}, {\n  "name": "x"\n}]')
})

test('texts with brackets and line breaks stay what they are', () => {
  expect(appended('[{ "name": "a" }]', { name: '[\n ] {\n }' })).toBe('[{ "name": "a" }, { "name": "[\\n ] {\\n }" }]')
})
