import { expect, test } from 'vitest'
import { createRegistry } from '../../../shared/domains/registry.ts'
import { factsIn } from '../../../test/mapped-files.ts'
import type { PlannedFile } from '../../plan/plan.ts'
import { PartReader } from '../parts/part-reader.ts'
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
  const read = factsIn(mapFile(planned, { bytes, size: bytes.length }, { start, end: Infinity }, partSize))
  for (const { file } of read) expect(file).toBe('a.rec')
  return read.filter(({ kind }) => kinds.test(kind)).map(({ file, ...fact }) => fact)
}

const car = { part: 0, domain: 'acme.fleet', tag: 'CAR' }
const owner = { part: 0, domain: 'acme.fleet', tag: 'OWNER' }

const name = (kind: string, of: object, entry: number, start: number, id: string) => ({
  kind,
  ...of,
  entry,
  start,
  id,
})

test('each id and each reference is a fact', () => {
  expect(facts('\n@CAR rid=C-1 | owner="O-1"\n@CAR rid=C-22 | owner="O-2"\n', /^(definition|reference)$/)).toEqual([
    name('definition', car, 1, 9, 'C-1'),
    name('definition', car, 2, 9, 'C-22'),
    { ...name('reference', owner, 1, 22, 'O-1'), field: 'owner', record: 'acme.fleet.CAR C-1' },
    { ...name('reference', owner, 2, 23, 'O-2'), field: 'owner', record: 'acme.fleet.CAR C-22' },
  ])
})

test('ids of a tag above and below a header are all there', () => {
  expect(facts('@CAR rid=C-1\n@DOC domain=acme.fleet\n@CAR rid=C-2\n', /^definition$/)).toEqual([
    name('definition', car, 0, 9, 'C-1'),
    name('definition', car, 2, 9, 'C-2'),
  ])
})

test('places of ids that do not follow from their start are told', () => {
  const found = facts('@CAR rid=C-1 | owner="O-1"\n@CAR rid=C-2\n  | owner="O-2"\n', /^reference$/)
  expect(found).toMatchObject([{ start: 22 }, { start: 24, line: 3, column: 12 }])
  expect(found[0]).not.toHaveProperty('line')
  const wide = facts('@CAR model="é🙂" | rid=C-1\n@CAR model="ab" | rid=C-2\n', /^definition$/)
  expect(wide).toMatchObject([{ start: 23, line: 1, column: 23 }, { start: 22 }])
})

test('ids that are not of ASCII or are in quotes have the same columns', () => {
  const found = facts('@CAR rid="é 🙂" | owner="O-1"\n@CAR rid="a\\"b"\n', /^(definition|reference)$/)
  expect(found).toEqual([
    name('definition', car, 0, 10, 'é 🙂'),
    {
      ...name('reference', owner, 0, 25, 'O-1'),
      line: 1,
      column: 25,
      field: 'owner',
      record: 'acme.fleet.CAR é 🙂',
    },
    { ...name('definition', car, 1, 10, 'a"b'), end: 14, endLine: 2, endColumn: 15 },
  ])
})

test('the values that rules read are a fact for each record, with the text of those that rules are about', () => {
  const records =
    '@CAR rid=C-1 | seats:int=5 | owner="O-1"\n@CAR rid=C-22 | seats:int=700\n  | model="x"\n@OWNER rid=O-1 | most:int=4\n@OWNER rid=O-2 | most:int=x\n'
  const found = facts(records, /^values$/) as { readonly entry: number }[]
  expect(found.sort((one, other) => one.entry - other.entry)).toEqual([
    {
      kind: 'values',
      ...car,
      entry: 0,
      data: { values: { rid: 'C-1', seats: 5, owner: 'O-1' }, text: '@CAR rid=C-1 | seats:int=5 | owner="O-1"\n' },
    },
    {
      kind: 'values',
      ...car,
      entry: 1,
      data: { values: { rid: 'C-22', seats: null }, text: '@CAR rid=C-22 | seats:int=700\n  | model="x"\n' },
    },
    { kind: 'values', ...owner, entry: 3, data: { values: { rid: 'O-1', most: 4 } } },
    { kind: 'values', ...owner, entry: 4, data: { values: { rid: 'O-2', most: null } } },
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
  expect(facts(records, /^(undecided|possible|definition|reference)$/)).toEqual([
    name('definition', car, 0, 9, 'C-1'),
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
  const whole = { version: 3, records: 1, counts: { 'acme.fleet': 1 }, markers, openBlock, ...rules }
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
  expect(facts('@CAR owner="é"\n', /^(definition|reference)$/)).toMatchObject([{ kind: 'reference', id: 'é' }])
  expect(facts('@BUS rid="é"\n', /^(definition|reference)$/)).toEqual([])
})
