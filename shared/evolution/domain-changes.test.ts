import { expect, test } from 'vitest'
import { builtinDescriptors } from '../domains/built-in.ts'
import type { Descriptor, FieldDescriptor, RecordDescriptor } from '../domains/descriptor.ts'
import { changeId } from './change.ts'
import { domainChanges } from './domain-changes.ts'
import { changeKinds } from './kinds.ts'
import { versionStep } from './version-step.ts'

const domain = (records: readonly RecordDescriptor[], more: Partial<Descriptor> = {}): Descriptor => ({
  domain: 'acme.fleet',
  version: '1.0',
  description: 'A fleet.',
  records,
  ...more,
})
const vehicle = (...fields: FieldDescriptor[]): Descriptor => domain([{ tag: 'VEHICLE', fields }])

/** The changes between two versions, each as `id (records, readers): message`. */
const told = (before: Descriptor | undefined, after: Descriptor | undefined): string[] =>
  domainChanges(before, after).map(
    change => `${changeId(change)} (${change.records}, ${change.readers}): ${change.message}`,
  )

const between = (before: Partial<FieldDescriptor>, after: Partial<FieldDescriptor>): string[] =>
  told(vehicle({ name: 'a', type: 'string', ...before }), vehicle({ name: 'a', type: 'string', ...after }))

test('a domain has no changes from itself', () => {
  for (const descriptor of builtinDescriptors) expect(told(descriptor, descriptor)).toEqual([])
})

test('domains', () => {
  const one = domain([])
  expect(told(one, undefined)).toEqual(['domain-removed (breaking, breaking): There is no domain acme.fleet any more.'])
  expect(told(undefined, one)).toEqual(['domain-added (compatible, compatible): The domain acme.fleet is new.'])
  expect(told(one, domain([], { extends: 'core.hr', state: 'deprecated', description: 'Cars.' }))).toEqual([
    'base-changed (possibly, possibly): acme.fleet extends core.hr; it extended no domain.',
    'domain-deprecated (compatible, compatible): acme.fleet is deprecated now.',
    'texts-changed (compatible, compatible): acme.fleet has another description.',
  ])
})

test('tags', () => {
  const rid: FieldDescriptor = { name: 'rid', type: 'string' }
  const id: FieldDescriptor = { name: 'id', type: 'string', required: true }
  expect(
    told(
      domain([
        { tag: 'A', fields: [] },
        { tag: 'B', fields: [] },
        { tag: 'C', fields: [rid] },
      ]),
      domain([
        { tag: 'BB', renamedFrom: 'B', fields: [] },
        { tag: 'C', fields: [id], deprecated: {}, aliases: ['c'] },
        { tag: 'D', fields: [] },
      ]),
    ),
  ).toEqual([
    'tag-renamed:BB (breaking, breaking): B is called BB now.',
    'tag-deprecated:C (compatible, compatible): C is deprecated now.',
    'texts-changed:C (compatible, compatible): C has another description or other words for it.',
    'id-field-changed:C.id (breaking, breaking): The id of C is in id now; it was in rid.',
    'required-added:C.id (breaking, compatible): C.id is new and required.',
    'field-removed:C.rid (compatible, compatible): There is no C.rid any more.',
    'tag-added:D (compatible, compatible): D is new.',
    'tag-removed:A (breaking, breaking): There is no A any more.',
  ])
})

test('fields that come, go and get another name', () =>
  expect(
    told(
      vehicle({ name: 'old', type: 'string' }, { name: 'gone', type: 'string' }),
      vehicle({ name: 'new', type: 'string', renamedFrom: 'old' }, { name: 'more', type: 'int' }),
    ),
  ).toEqual([
    'field-renamed:VEHICLE.new (breaking, breaking): VEHICLE.old is called new now.',
    'field-added:VEHICLE.more (compatible, compatible): VEHICLE.more is new.',
    'field-removed:VEHICLE.gone (breaking, breaking): There is no VEHICLE.gone any more.',
  ]))

test.each<[Partial<FieldDescriptor>, Partial<FieldDescriptor>, string, ...string[]]>([
  [{}, { type: 'int' }, 'type-changed:VEHICLE.a (breaking, breaking): VEHICLE.a is int; it was string.'],
  [{}, { required: true }, 'required-added:VEHICLE.a (breaking, compatible): VEHICLE.a is required now.'],
  [{ required: true }, {}, 'required-removed:VEHICLE.a (compatible, possibly): VEHICLE.a is not required any more.'],
  [{}, { list: true }, 'list-added:VEHICLE.a (possibly, breaking): A value of VEHICLE.a is a list now.'],
  [{ list: true }, {}, 'list-removed:VEHICLE.a (possibly, breaking): A value of VEHICLE.a is no list any more.'],
  [
    {},
    { enum: ['x', 'y'] },
    'enum-added:VEHICLE.a (breaking, compatible): VEHICLE.a allows only the values "x", "y" now.',
  ],
  [{ enum: ['x'] }, {}, 'enum-removed:VEHICLE.a (compatible, possibly): VEHICLE.a allows all values now.'],
  [
    { enum: ['x', 'y', 'z'] },
    { enum: ['z', 'y', 'v'] },
    'enum-narrowed:VEHICLE.a (breaking, compatible): VEHICLE.a does not allow "x" any more.',
    'enum-widened:VEHICLE.a (compatible, possibly): VEHICLE.a allows "v" now.',
    'enum-reordered:VEHICLE.a (possibly, possibly): The values of VEHICLE.a are in another order.',
  ],
  [
    { enum: ['sold', 'x'] },
    { enum: ['retired', 'x'], renamedValues: { sold: 'retired' }, deprecatedValues: { x: {} } },
    'value-renamed:VEHICLE.a (breaking, breaking): "sold" of VEHICLE.a is called "retired" now.',
    'value-deprecated:VEHICLE.a (compatible, compatible): "x" of VEHICLE.a is deprecated now.',
  ],
  [
    { type: 'int', range: [1, 10] },
    { type: 'int', range: [0, 9] },
    'range-narrowed:VEHICLE.a (breaking, compatible): VEHICLE.a allows numbers from 0 to 9; it allowed numbers from 1 to 10.',
    'range-widened:VEHICLE.a (compatible, possibly): VEHICLE.a allows numbers from 0 to 9; it allowed numbers from 1 to 10.',
  ],
  [
    { type: 'int', range: [1, 10] },
    { type: 'int' },
    'range-widened:VEHICLE.a (compatible, possibly): VEHICLE.a allows any number; it allowed numbers from 1 to 10.',
  ],
  [{}, { pattern: 'x' }, 'pattern-changed:VEHICLE.a (possibly, possibly): VEHICLE.a has the pattern x now.'],
  [
    { pattern: 'y' },
    { pattern: 'x' },
    'pattern-changed:VEHICLE.a (possibly, possibly): VEHICLE.a has the pattern x; it had y.',
  ],
  [{ pattern: 'y' }, {}, 'pattern-removed:VEHICLE.a (compatible, possibly): VEHICLE.a has no pattern any more.'],
  [{}, { format: 'vin' }, 'format-changed:VEHICLE.a (possibly, possibly): VEHICLE.a has the format vin now.'],
  [
    { format: 'luhn' },
    { format: 'vin' },
    'format-changed:VEHICLE.a (possibly, possibly): VEHICLE.a has the format vin now; it had luhn.',
  ],
  [{ format: 'vin' }, {}, 'format-removed:VEHICLE.a (compatible, possibly): VEHICLE.a has no format any more.'],
  [
    { unit: 'km' },
    { unit: 'mi' },
    'unit-changed:VEHICLE.a (possibly, breaking): The unit of VEHICLE.a is mi; it was km.',
  ],
  [{}, { unit: 'km' }, 'unit-changed:VEHICLE.a (compatible, possibly): The unit of VEHICLE.a is km; it was not given.'],
  [{}, { ref: 'TRIP' }, 'ref-added:VEHICLE.a (possibly, compatible): VEHICLE.a refers to TRIP now.'],
  [
    { ref: 'TRIP' },
    { ref: 'CAR' },
    'ref-changed:VEHICLE.a (breaking, breaking): VEHICLE.a refers to CAR; it referred to TRIP.',
  ],
  [{ ref: 'TRIP' }, {}, 'ref-removed:VEHICLE.a (compatible, possibly): VEHICLE.a refers to no records any more.'],
  [
    { enum: ['x', 'y', 'z'], transitions: { x: ['y'] } },
    { enum: ['x', 'y', 'z'], transitions: { x: ['z'], y: ['x'] } },
    'transition-removed:VEHICLE.a (possibly, compatible): "y" cannot follow "x" in VEHICLE.a any more.',
    'transition-added:VEHICLE.a (compatible, possibly): "z" can follow "x" in VEHICLE.a now.',
    'transition-removed:VEHICLE.a (possibly, compatible): "z" cannot follow "y" in VEHICLE.a any more.',
  ],
  [{}, { deprecated: {} }, 'field-deprecated:VEHICLE.a (compatible, compatible): VEHICLE.a is deprecated now.'],
  [{}, { description: 'A.' }, 'texts-changed:VEHICLE.a (compatible, compatible): VEHICLE.a has other texts.'],
])('a field: %j -> %j', (before, after, ...changes) => expect(between(before, after)).toEqual(changes))

test('unique lists, whatever the order of their fields is; the new name of a field is the same field', () => {
  const listed = (name: string, ...unique: string[][]): Descriptor => ({
    domain: 'acme.fleet',
    version: '1.0',
    description: '',
    records: [
      {
        tag: 'VEHICLE',
        unique,
        fields: [
          { name: 'a', type: 'string' },
          { name, type: 'string', ...(name === 'c' && { renamedFrom: 'b' }) },
        ],
      },
    ],
  })
  const told = (before: Descriptor, after: Descriptor): string[] =>
    domainChanges(before, after).map(({ kind, message }) => `${kind}: ${message}`)
  expect(told(listed('b', ['a', 'b']), listed('b', ['b', 'a']))).toEqual([])
  expect(told(listed('b', ['a', 'b']), listed('b', ['a']))).toEqual([
    'unique-added: No two records of VEHICLE may have the same a now.',
    'unique-removed: Records of VEHICLE may have the same a and b now.',
  ])
  expect(told(listed('b', ['b']), listed('c', ['c']))).toEqual(['field-renamed: VEHICLE.b is called c now.'])
})

test('rules; one that is off counts as none, and information breaks no record', () => {
  const ruled = (...rules: NonNullable<RecordDescriptor['rules']>): Descriptor =>
    domain([{ tag: 'VEHICLE', fields: [], rules }])
  const rule = { id: 'r', message: 'Wrong.', expression: 'a' }
  expect(
    told(
      ruled(rule, { ...rule, id: 'gone' }, { ...rule, id: 'off', severity: 'off' }, { ...rule, id: 'mild' }),
      ruled(
        { ...rule, expression: 'b' },
        { ...rule, id: 'off', severity: 'information' },
        { ...rule, id: 'mild', severity: 'warning' },
      ),
    ),
  ).toEqual([
    'rule-changed:VEHICLE.r (possibly, compatible): The rule r of VEHICLE has another expression.',
    'rule-added:VEHICLE.off (compatible, compatible): The rule off of VEHICLE is new: Wrong.',
    'rule-milder:VEHICLE.mild (compatible, compatible): The rule mild of VEHICLE has the severity warning; it had error.',
    'rule-removed:VEHICLE.gone (compatible, possibly): There is no rule gone of VEHICLE any more.',
  ])
})

test('the number of the version that changes raise', () => {
  const stepOf = (before: Partial<FieldDescriptor>, after: Partial<FieldDescriptor>): string =>
    versionStep(
      domainChanges(
        vehicle({ name: 'a', type: 'string', ...before }),
        vehicle({ name: 'a', type: 'string', ...after }),
      ),
    )
  expect(stepOf({}, { required: true })).toBe('major')
  expect(stepOf({ required: true }, {})).toBe('minor')
  expect(stepOf({}, { description: 'A.' })).toBe('patch')
  expect(stepOf({}, {})).toBe('patch')
})

test('a change of each kind that breaks nothing says so in its kind, too', () => {
  for (const { records, readers, summary } of Object.values(changeKinds)) {
    expect(['breaking', 'possibly', 'compatible']).toEqual(expect.arrayContaining([records, readers]))
    expect(summary).toMatch(/^[A-Z].*\.$/)
  }
})
