import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-values.ts'
import { checkFile } from '../check/check.ts'
import type { Descriptor, FieldDescriptor, RecordDescriptor } from '../domains/descriptor.ts'
import { createRegistry } from '../domains/registry.ts'
import { applyChanges } from '../syntax/text-change.ts'
import { parse } from '../syntax/tree.ts'
import { migrationOf } from './migrate.ts'

const domain = (version: string, records: readonly RecordDescriptor[], path = 'acme.fleet'): Descriptor => ({
  domain: path,
  version,
  description: '',
  records,
})

/** A text after the migration, and what is left. */
function migrate(text: string, old: Descriptor, now: Descriptor): { text: string; left: readonly object[] } {
  const [before, after] = [createRegistry([old]), createRegistry([now])]
  const file = checkFile(parse(text), { registry: before, fileName: 'a.rec', settingDomains: [old.domain] })
  const { changes, left } = migrationOf(file, [
    { before: before.domains.get(old.domain)!, after: after.domains.get(now.domain)! },
  ])
  return { text: applyChanges(file.tree, changes), left }
}

const old = domain('1.0', [
  {
    tag: 'CAR',
    fields: [
      { name: 'rid', type: 'string' },
      { name: 'plate_no', type: 'string' },
      { name: 'number', type: 'string' },
      { name: 'seats', type: 'int' },
      { name: 'status', type: 'string', enum: ['active', 'sold', 'lost'] },
      { name: 'uses', type: 'string', list: true, enum: ['goods', 'cargo'] },
    ],
  },
  { tag: 'TRIP', fields: [{ name: 'km', type: 'int' }] },
])
const now = domain('2.0', [
  {
    tag: 'VEHICLE',
    renamedFrom: 'CAR',
    fields: [
      { name: 'rid', type: 'string' },
      { name: 'plate', type: 'string', renamedFrom: 'plate_no' },
      { name: 'number', type: 'string', deprecated: { use: 'plate' } },
      { name: 'seats', type: 'int', deprecated: { use: 'plate' } },
      {
        name: 'state',
        type: 'string',
        enum: ['active', 'retired', 'lost'],
        renamedFrom: 'status',
        renamedValues: { sold: 'retired' },
        deprecatedValues: { lost: { use: 'retired' } },
      },
      { name: 'uses', type: 'string', list: true, enum: ['goods'], renamedValues: { cargo: 'goods' } },
    ],
  },
  { tag: 'TRIP', fields: [{ name: 'km', type: 'int' }] },
])

test.each([
  [
    'tags, fields and values',
    '@CAR rid=C-1 | plate_no="A" | status="sold"',
    '@VEHICLE rid=C-1 | plate="A" | state="retired"',
  ],
  ['a deprecated field and value', '@CAR number=A | status=lost', '@VEHICLE plate=A | state="retired"'],
  ['items of lists', '@CAR uses="cargo, goods"', '@VEHICLE uses="goods, goods"'],
  ['what else a record has', '@car  rid = "C-1"|status="active" # sold', '@VEHICLE  rid = "C-1"|state="active" # sold'],
  ['a field of another type', '@CAR seats:int=4', '@VEHICLE seats:int=4'],
  ['other tags and values', '@TRIP km:int=3\n@CAR status="sol"', '@TRIP km:int=3\n@VEHICLE state="sol"'],
  ['a header with the old version', '@DOC domain=acme.fleet@1.0', '@DOC domain=acme.fleet@2.0'],
  ['a header with another version', '@DOC domain=[acme.fleet@1.5, fleet]', '@DOC domain=[acme.fleet@1.5, fleet]'],
])('%s', (_, before, after) => expect(migrate(`${before}\n`, old, now)).toEqual({ text: `${after}\n`, left: [] }))

test('replacements in a row lead to the last one, and a circle replaces nothing', () => {
  const fields: FieldDescriptor[] = ['a', 'b', 'c', 'x', 'y'].map(name => ({
    name,
    type: 'string',
    enum: ['1', '2', '3'],
  }))
  const uses: Readonly<Record<string, string>> = { a: 'b', b: 'c', x: 'y', y: 'x' }
  const later = fields.map(field => ({
    ...field,
    ...(uses[field.name] && { deprecated: { use: uses[field.name]! } }),
    deprecatedValues: { 1: { use: '2' }, 2: { use: '3' } },
  }))
  const [before, after] = [domain('1.0', [{ tag: 'A', fields }]), domain('2.0', [{ tag: 'A', fields: later }])]
  const once = migrate('@A a="1"\n@A b="2" | x="3"\n', before, after).text
  expect(once).toBe('@A c="3"\n@A c="3" | x="3"\n')
  expect(migrate(once, before, after).text).toBe(once)
})

test('a domain that has another name now', () =>
  expect(migrate('@DOC domain=acme.fleet@1.0\n@TRIP km:int=3\n', old, { ...now, domain: 'acme.transport' }).text).toBe(
    '@DOC domain=acme.transport@2.0\n@TRIP km:int=3\n',
  ))

test('a record that has both fields keeps both, and is told', () =>
  expect(migrate('@CAR plate_no="A" | number="B"\n@CAR number="C"\n', old, now)).toEqual({
    text: '@VEHICLE plate="A" | number="B"\n@VEHICLE plate="C"\n',
    left: [{ entry: 0, reason: 'The record has both a field and the one that replaces it; remove one of them.' }],
  }))

const value = fc.constantFrom('"sold"', 'sold', '"active"', '"lost"', '"a, cargo"', '""', '4', '"x | y"')
const field = fc.tuple(fc.constantFrom('rid', 'plate_no', 'plate', 'number', 'status', 'state', 'uses', 'seats'), value)
const record = fc
  .tuple(fc.constantFrom('CAR', 'VEHICLE', 'TRIP', 'car'), fc.array(field, { maxLength: 5 }))
  .map(([tag, fields]) => `@${tag} ${fields.map(([name, said]) => `${name}=${said}`).join(' | ')}\n`)
const text = fc.array(fc.oneof(record, fc.constantFrom('# note\n', '\n', '  | more="x"\n')), { maxLength: 6 })

test('a second migration changes nothing', () =>
  fc.assert(
    fc.property(text, lines => {
      const once = migrate(lines.join(''), old, now)
      expect(migrate(once.text, old, now).text).toBe(once.text)
    }),
    { numRuns: runs(1000) },
  ))

test('there and back is the text before, where only names change', () => {
  const back = domain('1.0', [
    {
      ...old.records[0]!,
      renamedFrom: 'VEHICLE',
      fields: [{ name: 'plate_no', type: 'string', renamedFrom: 'plate' }],
    },
  ])
  const there = domain('2.0', [
    { tag: 'VEHICLE', renamedFrom: 'CAR', fields: [{ name: 'plate', type: 'string', renamedFrom: 'plate_no' }] },
  ])
  const onlyOld = fc
    .array(fc.tuple(fc.constantFrom('rid', 'plate_no', 'color'), value), { maxLength: 4 })
    .map(fields => `@CAR ${fields.map(([name, said]) => `${name}=${said}`).join('|')}\n`)
  fc.assert(
    fc.property(fc.array(onlyOld), lines => {
      const before = lines.join('')
      expect(migrate(migrate(before, back, there).text, there, back).text).toBe(before)
    }),
    { numRuns: runs(1000) },
  )
})

const trips = (version: string, ...fields: FieldDescriptor[]): Descriptor =>
  domain(version, [{ tag: 'TRIP', fields: [{ name: 'rid', type: 'string' }, ...fields] }])
const hours = trips('1.0', { name: 'time', type: 'float', unit: 'h' }, { name: 'cost', type: 'int', unit: 'EUR' })
const minutes = trips('2.0', { name: 'time', type: 'float', unit: 'min' }, { name: 'cost', type: 'int', unit: 'USD' })

test('a number gets its new unit below a header with the old version, once', () => {
  const { text, left } = migrate('@DOC domain=acme.fleet@1.0\n@TRIP time:float=1.5\n@TRIP rid=T-2\n', hours, minutes)
  expect(text).toBe('@DOC domain=acme.fleet@2.0\n@TRIP time:float=90\n@TRIP rid=T-2\n')
  expect(left).toEqual([])
  expect(migrate(text, hours, minutes)).toEqual({ text, left: [] })
})

test('a header with another version says which one is meant, where only one does for it', () => {
  const [before, after] = [
    { ...hours, version: '1.2' },
    { ...minutes, version: '2.1' },
  ]
  const record = (version: string, time: string): string =>
    `@DOC domain=acme.fleet@${version}\n@TRIP time:float=${time}\n`
  expect(migrate(record('1.1', '1.5'), before, after)).toEqual({ text: record('2.1', '90'), left: [] })
  expect(migrate(record('2.0', '90'), before, after)).toEqual({ text: record('2.0', '90'), left: [] })
  expect(migrate(record('3.0', '90'), before, after).left).toHaveLength(1)
})

test('a number without a version stays, and a message says what to write', () =>
  expect(migrate('@TRIP time:float=1.5\n', hours, minutes)).toEqual({
    text: '@TRIP time:float=1.5\n',
    left: [
      {
        entry: 0,
        reason:
          'TRIP.time was in h and is in min now, and no header says which of them this record has; write the old version above it, @DOC domain=acme.fleet@1.0, or the new one.',
      },
    ],
  }))

test('a name says which unit a number has, too', () => {
  const later = trips('2.0', { name: 'minutes', type: 'int', unit: 'min', renamedFrom: 'time' })
  expect(migrate('@TRIP time:float=1.5\n', hours, later)).toEqual({ text: '@TRIP minutes:int=90\n', left: [] })
})

test.each([
  ['a result without an end', '@TRIP time:float=10', minutes, hours],
  ['a unit of no known size', '@TRIP cost:int=4', hours, minutes],
  ['what is no number', '@TRIP time:float=long', hours, minutes],
  [
    'a whole number that gets decimals',
    '@TRIP n:int=90',
    trips('1.0', { name: 'n', type: 'int', unit: 'min' }),
    trips('2.0', { name: 'n', type: 'int', unit: 'h' }),
  ],
])('%s keeps the file as it is', (_, record, before, after) => {
  const text = `@DOC domain=acme.fleet@${before.version}\n@TRIP rid=T-1\n${record}\n`
  const result = migrate(text, before, after)
  expect(result).toMatchObject({
    text,
    left: [{ entry: 2, reason: expect.stringContaining('cannot be converted exactly') }],
  })
})

test('there and back is the text before, where units change', () => {
  const [there, back] = [
    trips('2.0', { name: 'time', type: 'float', unit: 'min' }),
    trips('1.0', { name: 'time', type: 'float', unit: 'h' }),
  ]
  const number = fc
    .tuple(fc.integer({ min: -1e6, max: 1e6 }), fc.constantFrom('', '.5', '.25', '.125'))
    .map(parts => parts.join(''))
  fc.assert(
    fc.property(fc.array(number), numbers => {
      const text = `@DOC domain=acme.fleet@1.0\n${numbers.map(one => `@TRIP time:float=${one}\n`).join('')}`
      const moved = migrate(text, back, there)
      expect(moved.left).toEqual([])
      expect(migrate(moved.text, there, back).text).toBe(text)
    }),
    { numRuns: runs(1000) },
  )
})
