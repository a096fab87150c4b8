import { expect, test } from 'vitest'
import { createRegistry } from '../../../shared/domains/registry.ts'
import type { PlannedFile } from '../../plan/plan.ts'
import { PartReader } from '../parts/part-reader.ts'
import type { Fact } from './facts.ts'
import { fileMapper } from './map-file.ts'

const text = (name: string) => ({ name, type: 'string' }) as const
const number = (name: string) => ({ name, type: 'int', range: [0, 99] }) as const
const registry = createRegistry([
  {
    domain: 'acme.fleet',
    version: '1.0',
    description: 'Cars.',
    records: [
      {
        tag: 'CAR',
        fields: [text('rid'), number('seats'), { ...text('owner'), ref: 'OWNER' }, text('model')],
        rules: [{ id: 'few-seats', expression: 'seats <= owner.most', message: 'Too many.' }],
      },
      { tag: 'OWNER', fields: [text('rid'), number('most')] },
      { tag: 'TRIP', fields: [text('rid'), { ...text('cars'), ref: 'CAR', list: true }] },
    ],
  },
  {
    domain: 'acme.harbour',
    version: '1.0',
    description: 'Boats.',
    records: [{ tag: 'TRIP', fields: [text('rid'), text('cars')] }],
  },
])

const mapFile = fileMapper(registry, new PartReader())
const now = Date.parse('2026-06-30')

/** The facts of a file that are of some kinds, as they are read again, without the file and the part. */
function facts(records: string, kinds: RegExp, start = 0, partSize?: number): object[] {
  const bytes = Buffer.from(records)
  const planned: PlannedFile = {
    source: { file: 'a.rec', path: undefined },
    settings: {
      severity: { notation: 'off', 'out-of-range': 'information' },
      settingDomains: ['acme.fleet', 'acme.harbour'],
      format: {},
      ruleSettings: { rules: [], severity: {}, now },
    },
  }
  const found: Fact[] = []
  for (const some of mapFile(planned, { bytes, size: bytes.length }, { start, end: Infinity }, partSize))
    found.push(...('failure' in some ? expect.unreachable(some.failure) : some))
  const read = JSON.parse(JSON.stringify(found)) as Fact[]
  for (const { file } of read) expect(file).toBe('a.rec')
  return read.filter(({ kind }) => kinds.test(kind)).map(({ file, ...fact }) => fact)
}

const car = { part: 0, domain: 'acme.fleet', tag: 'CAR' }
const owner = { part: 0, domain: 'acme.fleet', tag: 'OWNER' }

test('the ids of many records and of their references are in one fact each', () => {
  expect(facts('\n@CAR rid=C-1 | owner="O-1"\n@CAR rid=C-22 | owner="O-2"\n', /^(definitions|references)$/)).toEqual([
    { kind: 'definitions', ...car, entry: 1, start: 9, id: 'C-1 C-22', data: { entries: '0 1' } },
    {
      kind: 'references',
      ...owner,
      entry: 1,
      id: 'O-1 O-2',
      field: 'owner',
      record: 'C-1 C-22',
      ownDomain: 'acme.fleet',
      ownTag: 'CAR',
      data: { entries: '0 1', starts: '22 23' },
    },
  ])
})

test('ids of a tag above and below a header are all there', () => {
  expect(facts('@CAR rid=C-1\n@DOC domain=acme.fleet\n@CAR rid=C-2\n', /^definitions$/)).toEqual([
    { kind: 'definitions', ...car, entry: 0, start: 9, id: 'C-1', data: { entries: '0' } },
    { kind: 'definitions', ...car, entry: 2, start: 9, id: 'C-2', data: { entries: '0' } },
  ])
})

test('places of ids that do not follow from their start are told', () => {
  const found = facts('@CAR rid=C-1 | owner="O-1"\n@CAR rid=C-2\n  | owner="O-2"\n', /^references$/)
  expect(found).toMatchObject([{ data: { entries: '0 1', starts: '22 24', lines: '0 1', columns: '23 12' } }])
  const wide = facts('@CAR model="é🙂" | rid=C-1\n@CAR model="ab" | rid=C-2\n', /^definitions$/)
  expect(wide).toMatchObject([{ data: { entries: '0 1', starts: '23 22', columns: '23 23' } }])
})

test('ids that are not of ASCII or are in quotes have a fact each', () => {
  const found = facts('@CAR rid="é 🙂" | owner="O-1"\n', /^(definition|reference)s?$/)
  expect(found).toEqual([
    {
      kind: 'definition',
      ...car,
      entry: 0,
      start: 10,
      end: 14,
      line: 1,
      column: 11,
      endLine: 1,
      endColumn: 14,
      id: 'é 🙂',
    },
    {
      kind: 'reference',
      ...owner,
      entry: 0,
      start: 25,
      end: 28,
      line: 1,
      column: 25,
      endLine: 1,
      endColumn: 28,
      id: 'O-1',
      field: 'owner',
      record: 'acme.fleet.CAR é 🙂',
      ownDomain: 'acme.fleet',
      ownTag: 'CAR',
    },
  ])
})

test('the values that rules read are in columns, with the places of those that rules are about', () => {
  const records = '@CAR rid=C-1 | seats:int=5 | owner="O-1"\n@CAR rid=C-22 | seats:int=7\n@OWNER rid=O-1 | most:int=4\n'
  expect(facts(records, /^(records|values)$/)).toEqual([
    {
      kind: 'records',
      ...car,
      entry: 0,
      data: {
        entries: '0 1',
        values: { rid: 'C-1 C-22', seats: '5 7', owner: 'O-1 ' },
        places: { seats: { starts: '25 26', quotes: 0 }, owner: { starts: 35, quotes: 2 } },
      },
    },
    { kind: 'records', ...owner, entry: 2, data: { entries: '0', values: { rid: 'O-1', most: '4' } } },
  ])
})

test('the values of a record are in a fact of its own if they, or their places, are unusual', () => {
  expect(
    facts('@CAR rid=C-1 | seats:int=500\n  | owner="O-1"\n@CAR rid=C-2 | model="x"\n', /^(records|values)$/),
  ).toEqual([
    {
      kind: 'values',
      ...car,
      entry: 0,
      data: {
        values: { rid: 'C-1', seats: null, owner: 'O-1' },
        places: {
          record: 'acme.fleet.CAR C-1',
          byField: {
            seats: { start: 25, line: 1, column: 26, endLine: 1, endColumn: 29, text: '500' },
            owner: { start: 39, line: 2, column: 11, endLine: 2, endColumn: 16, text: 'O-1' },
          },
        },
      },
    },
    {
      kind: 'values',
      ...car,
      entry: 2,
      data: {
        values: { rid: 'C-2' },
        places: {
          record: 'acme.fleet.CAR C-2',
          byField: { '': { start: 1, line: 3, column: 2, endLine: 3, endColumn: 5, text: 'CAR' } },
        },
      },
    },
  ])
  expect(facts('@OWNER rid=O-1 | most:int=x\n', /^(records|values)$/)).toEqual([
    { kind: 'values', ...owner, entry: 0, data: { values: { rid: 'O-1', most: null } } },
  ])
})

test('a record that the whole file decides is there as text, with its header and all that it may mean', () => {
  const header = '@DOC domain=[acme.fleet, acme.harbour]\n'
  const records = `@CAR rid=C-1\n${header}@TRIP rid=T-1 | cars="C-1, C-2"\n@TRIP\n`
  const possible = (domain: string, tag: string, id: string) => ({
    kind: 'possible',
    part: 0,
    entry: 2,
    domain,
    tag,
    id,
  })
  expect(facts(records, /^(undecided|possible|definitions|references?)$/)).toEqual([
    { kind: 'definitions', ...car, entry: 0, start: 9, id: 'C-1', data: { entries: '0' } },
    {
      kind: 'undecided',
      part: 0,
      entry: 2,
      data: { text: '@TRIP rid=T-1 | cars="C-1, C-2"\n', header: { text: header, line: 1 } },
    },
    possible('acme.fleet', 'TRIP', 'T-1'),
    possible('acme.fleet', 'CAR', 'C-1'),
    possible('acme.fleet', 'CAR', 'C-2'),
    possible('acme.harbour', 'TRIP', 'T-1'),
    { kind: 'undecided', part: 0, entry: 3, data: { text: '@TRIP\n', header: { text: header, line: 1 } } },
  ])
})

test('problems have all details and their own severities, whatever the run wants', () => {
  expect(facts('@CAR rid=C-1 | seats=500\n', /^finding$/)).toMatchObject([
    {
      part: 0,
      entry: 0,
      start: 15,
      data: {
        code: 'notation',
        severity: 'information',
        line: 1,
        column: 16,
        identity: { record: 'acme.fleet.CAR C-1' },
        isFixable: true,
        excerpt: { text: '@CAR rid=C-1 | seats=500', column: 1, isCut: false },
        fixes: [{ isSafe: true, changes: [{ line: 1, column: 16, endColumn: 25, text: 'seats:int=500' }] }],
      },
    },
    { start: 21, data: { code: 'out-of-range', severity: 'error', isFixable: false, fixes: [] } },
  ])
})

test('comments that suppress problems have the line of what they are about', () => {
  expect(facts('\n# recline-disable-next-line notation\n# x\n@CAR\n', /^directive$/)).toEqual([
    {
      kind: 'directive',
      part: 0,
      entry: 1,
      data: {
        directive: {
          kind: 'disable-next-line',
          codes: [{ name: 'notation', start: 28, end: 36 }],
          text: '# recline-disable-next-line notation\n',
          span: { start: 2, end: 36 },
        },
        next: 3,
        isBetween: false,
      },
    },
  ])
})

const rules = {
  now,
  followed: { 'acme.fleet.CAR': ['rid', 'seats', 'owner'], 'acme.fleet.OWNER': ['rid', 'most'] },
  rules: { 'acme.fleet.CAR': ['rule/few-seats'] },
}

test('a part tells where it ends, what is above it and below it, and which rules ran', () => {
  const header = { text: '@DOC domain=acme.fleet\n', line: 1 }
  const records = `# a\n${header.text}@CAR rid=C-1\n<<<<<<< x\n@BEGIN\n@CAR`
  const [size, middle] = [records.length, records.indexOf('@CAR')]
  const first = { start: { isInBlock: false, line: 0 }, below: { header, isInBlock: false, line: 2 } }
  const top = [
    { text: '# a\n', line: 0 },
    { text: header.text, line: 1 },
  ]
  const markers = [{ place: 3, line: 3, start: 0, text: '<<<<<<< x' }]
  const openBlock = { text: '@BEGIN\n', line: 4 }
  const end = { header, isInBlock: true, line: 5 }
  const whole = { records: 2, counts: { 'acme.fleet': 1 }, markers, openBlock, ...rules }
  expect(facts(records, /^part$/)).toEqual([
    { kind: 'part', part: 0, data: { end: size, isLast: true, before: first.start, after: end, top, ...whole } },
  ])
  expect(facts(records, /^part$/, 0, middle)).toMatchObject([
    { part: 0, data: { end: middle, isLast: false, before: first.start, after: first.below, top } },
    { part: middle, data: { isLast: false, before: first.below } },
    { part: records.indexOf('@CAR', middle + 1), data: { end: size, isLast: true, before: { isInBlock: true } } },
  ])
  const [part] = facts(records, /^part$/, 5)
  expect(part).toMatchObject({ part: middle, data: { end: size, isLast: true, before: first.below, records: 1 } })
  expect(part).not.toHaveProperty('data.top')
  expect(facts('@CAR rid=C-1\n', /^part$/)[0]).not.toHaveProperty('data.markers')
})

test('a record without an id has only its references', () => {
  expect(facts('@CAR owner="é"\n', /^(definition|reference)s?$/)).toMatchObject([{ kind: 'reference', id: 'é' }])
  expect(facts('@BUS rid="é"\n', /^(definition|reference)s?$/)).toEqual([])
})

test('names and values of the same field are told apart where they differ', () => {
  const records = '@CAR rid=C-1 | owner="O-1]"\n@CAR rid=C-2 | owner="O-2"\n'
  expect(facts(records, /^(references|records)$/)).toMatchObject([
    { kind: 'references', id: 'O-1 O-2', record: 'C-1 C-2' },
    { kind: 'records', data: { values: { rid: 'C-1 C-2', owner: 'O-1] O-2' } } },
  ])
})
