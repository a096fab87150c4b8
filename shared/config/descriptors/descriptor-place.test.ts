import { expect, test } from 'vitest'
import { partDefinedAt, placeInDescriptor } from './descriptor-place.ts'

const text = `{
  "tag": "NONE",
  "domain": "acme.fleet",
  "records": [
    7,
    { "fields": [{ "name": "lost" }] },
    { "tag": "VEHICLE", "description": "Any.", "fields": [
      7,
      { "type": "string" },
      { "name": "status", "type": "string", "enum": ["active", "sold", 5], "enumDescriptions": { "active": "On." } },
      { "name": "name", "example": "x", "other": { "name": "inner" } }
    ], "rules": [{ "name": "no-field" }] },
    { "tag": "TRIP", "other": { "tag": "OTHER" } },
    { "tag": 7, "fields": [{ "name": "of-number" }] }
  ],
  "more": [{ "tag": "MORE" }, { "fields": [{ "name": "no-record" }] }]
}
`

/** The text at a place in the descriptor. */
const shown = (place: { start: number; end: number } | undefined): string | undefined =>
  place && text.slice(place.start, place.end)

test('the place of a domain, a tag or a field', () => {
  expect(shown(placeInDescriptor(text))).toBe('"acme.fleet"')
  expect(shown(placeInDescriptor(text, 'VEHICLE'))).toBe('"VEHICLE"')
  expect(shown(placeInDescriptor(text, 'VEHICLE', 'status'))).toBe('"status"')
  expect(placeInDescriptor(text, 'VEHICLE', 'status')!.start).toBe(text.indexOf('"status"'))
  expect([
    placeInDescriptor(text, 'MORE'),
    placeInDescriptor(text, 'MORE', 'status'),
    placeInDescriptor(text, 'VEHICLE', 'none'),
    placeInDescriptor(text, 'TRIP', 'status'),
    placeInDescriptor('{}', 'TRIP'),
    placeInDescriptor('{ "records": "x" }', 'TRIP'),
    placeInDescriptor('{ "domain": '),
  ]).toEqual(Array.from({ length: 7 }, () => undefined))
})

test('a tag that is not in capitals is the one that is meant', () => {
  const wrong = text.replace('"VEHICLE"', '"Vehicle"')
  expect(placeInDescriptor(wrong, 'VEHICLE', 'status')).toEqual(placeInDescriptor(text, 'VEHICLE', 'status'))
  const offset = text.indexOf('"VEHICLE"') + 1
  expect(partDefinedAt(wrong, offset)).toEqual(partDefinedAt(text, offset))
})

/** The part that is defined where a text stands first, behind a quote, and the name that is marked. */
function definedAt(find: string, shift = 1): unknown {
  const start = text.indexOf(find)
  expect(start, find).toBeGreaterThanOrEqual(0)
  const found = partDefinedAt(text, start + shift)
  return found && [found.part, shown(found)]
}

test('the part that is defined at an offset', () => {
  const [domain, tag] = ['acme.fleet', 'VEHICLE']
  for (const shift of [0, 1, '"VEHICLE'.length, '"VEHICLE"'.length])
    expect(definedAt('"VEHICLE"', shift)).toEqual([{ domain, tag }, 'VEHICLE'])
  expect(definedAt('"status"')).toEqual([{ domain, tag, field: 'status' }, 'status'])
  expect(definedAt('"name", "example"')).toEqual([{ domain, tag, field: 'name' }, 'name'])
  expect(definedAt('"sold"')).toEqual([{ domain, tag, field: 'status', value: 'sold' }, 'sold'])
  expect(definedAt('"TRIP"')).toEqual([{ domain, tag: 'TRIP' }, 'TRIP'])
})

test.each([
  '"acme.fleet"',
  '"NONE"',
  '"lost"',
  '"Any."',
  '"string"',
  '"On."',
  '"active": ',
  '"x"',
  '"inner"',
  '"no-field"',
  '"OTHER"',
  '"of-number"',
  '"MORE"',
  '"no-record"',
  '7,',
  '5]',
  '"records"',
  '{\n',
])('%s defines no part', find => expect(definedAt(find)).toBeUndefined())

test('a descriptor without a domain defines no parts, and one that is not finished does', () => {
  const broken = '{ "domain": "a", "records": [{ "tag": "B", "fields": [{ "name": "c"'
  expect(partDefinedAt(broken, broken.length - 2)?.part).toEqual({ domain: 'a', tag: 'B', field: 'c' })
  const without = broken.replace('"domain": "a", ', '')
  expect(partDefinedAt(without, without.length - 2)).toBeUndefined()
  expect(partDefinedAt('', 0)).toBeUndefined()
})
