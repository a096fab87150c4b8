import { describe, expect, test } from 'vitest'
import { factOf } from './facts.ts'

const definition = {
  kind: 'definition',
  file: 'a.rec',
  part: 0,
  entry: 3,
  start: 9,
  end: 12,
  line: 4,
  column: 10,
  endLine: 4,
  endColumn: 13,
  domain: 'core.compliance',
  tag: 'CONTROL',
  id: 'C-1',
}

const reference = {
  ...definition,
  kind: 'reference',
  field: 'control_ref',
  record: 'core.compliance.FINDING F-1',
  ownDomain: 'core.compliance',
  ownTag: 'FINDING',
}

const names = {
  kind: 'references',
  file: 'a.rec',
  part: 0,
  entry: 3,
  start: 9,
  domain: 'core.compliance',
  tag: 'CONTROL',
  id: 'C-1 C-2',
  field: 'control_ref',
  record: 'F-1 F-2',
  ownDomain: 'core.compliance',
  ownTag: 'FINDING',
  data: { entries: '0 4' },
}

const records = {
  kind: 'records',
  file: 'a.rec',
  part: 0,
  entry: 3,
  domain: 'core.hr',
  tag: 'EMPLOYEE',
  data: {
    entries: '0 4',
    values: { rid: 'E-1 E-2', manager_ref: ['é', null] },
    places: { rid: { starts: '14 15', quotes: 0 } },
  },
}

const end = { kind: 'end', file: 'a.rec', part: 0, data: { facts: 2 } }

/** The fact of a row, as it is written again. */
const written = (row: unknown): unknown => {
  const fact = factOf(row)
  return fact && JSON.parse(JSON.stringify(fact))
}

/** What no count may be, and what no text may be. */
const wrongValues = {
  number: [-1, 0.5, NaN, Infinity, 2 ** 53, '1', null, undefined],
  string: [1, null, undefined, ['a']],
}

test.each([definition, reference, names, records, end])('a row with all that its $kind needs is a fact', row => {
  expect(written(row)).toEqual(JSON.parse(JSON.stringify(row)))
})

describe.each([definition, reference, names, records])('$kind', row => {
  test.each(Object.entries(row).filter(([name]) => name !== 'data'))('is refused with another %s', (name, right) => {
    for (const wrong of wrongValues[typeof right as 'number' | 'string'])
      expect(factOf({ ...row, [name]: wrong }), String(wrong)).toBeUndefined()
  })
})

test('a definition may have what only references need, which is left out', () => {
  expect(written({ ...reference, kind: 'definition' })).toEqual(definition)
  expect(written({ ...names, kind: 'definitions' })).toEqual({
    kind: 'definitions',
    ...Object.fromEntries(
      Object.entries(names).filter(([name]) => /^(file|part|entry|start|domain|tag|id|data)$/.test(name)),
    ),
  })
})

test.each([
  null,
  undefined,
  7,
  'part',
  [],
  {},
  { kind: 'part' },
  { ...end, data: { facts: -1 } },
  { ...end, kind: 'ends' },
  { kind: 'undecided', file: 'a.rec', part: 0, entry: 0, data: { text: '' } },
  { kind: 'undecided', file: 'a.rec', part: 0, entry: 0, data: { text: '@A', header: { text: '', line: 0 } } },
])('%j is no fact', row => expect(factOf(row)).toBeUndefined())

describe('many names', () => {
  const withData = (data: object): object => ({ ...names, start: undefined, data: { ...names.data, ...data } })

  test.each(['starts', 'lines', 'columns'])('may have %s, as many as ids', property => {
    const row = { ...names, data: { ...names.data, [property]: '1 2' } }
    expect(written(row)).toEqual(JSON.parse(JSON.stringify(row)))
    for (const wrong of ['1', '1 2 3', '1 -2', '1  2', '1 x', '1 9007199254740993', '', [1, 2], null, 1])
      expect(factOf({ ...names, data: { ...names.data, [property]: wrong } }), String(wrong)).toBeUndefined()
  })

  test('need one start for all, or one for each', () => {
    expect(written(withData({ starts: '1 2' }))).toMatchObject({ data: { starts: '1 2' } })
    expect(factOf(withData({}))).toBeUndefined()
    expect(factOf({ ...names, data: null })).toBeUndefined()
    expect(factOf({ ...names, data: 'x' })).toBeUndefined()
  })

  test.each(['', ' ', 'C-1', 'C-1 ', ' C-1 C-2', 'C-1  C-2', 'C-1\tC-2 C-3', 'é C-2', 'C-1 é', 'C-1 C-2 C-3'])(
    'have ids of ASCII with a blank between two, as many as entries, and not %j',
    text => {
      expect(factOf({ ...names, id: text })).toBeUndefined()
      expect(factOf({ ...names, record: text })).toBeUndefined()
    },
  )
})

describe('the values of many records', () => {
  const withData = (data: object): object => ({ ...records, data: { ...records.data, ...data } })

  test('need no places', () => {
    const row = withData({ places: undefined })
    expect(written(row)).toEqual(JSON.parse(JSON.stringify(row)))
  })

  test('may be of one record, whose text can be empty', () => {
    const row = withData({ entries: '0', values: { rid: '', name: 'a' }, places: undefined })
    expect(written(row)).toEqual(JSON.parse(JSON.stringify(row)))
  })

  test.each([
    ['no entries', { entries: undefined }],
    ['entries that are no counts', { entries: '0 -1' }],
    ['entries that are a list', { entries: [0, 4] }],
    ['no values', { values: undefined }],
    ['values that are null', { values: null }],
    ['too few texts', { values: { rid: 'E-1' } }],
    ['too many texts', { values: { rid: 'E-1 E-2 E-3' } }],
    ['a text of other characters than ASCII', { values: { rid: 'E-1 é' } }],
    ['a text with a line end', { values: { rid: 'E-1 E\n2' } }],
    ['a short list', { values: { rid: ['E-1'] } }],
    ['a list of other values', { values: { rid: ['E-1', 2] } }],
    ['one wrong column among others', { values: { rid: 'E-1 E-2', name: 7 } }],
    ['places that are null', { places: null }],
    ['places that are no objects', { places: { rid: 7 } }],
    ['a place that is null', { places: { rid: null } }],
    ['places without quotes', { places: { rid: { starts: 1 } } }],
    ['places without starts', { places: { rid: { quotes: 1 } } }],
    ['too few places', { places: { rid: { starts: '1', quotes: 0 } } }],
    ['places that are no counts', { places: { rid: { starts: 1, quotes: '0 -1' } } }],
    ['one wrong place among others', { places: { rid: { starts: 1, quotes: 0 }, name: {} } }],
  ])('are refused with %s', (_, data) => {
    expect(factOf(withData(data))).toBeUndefined()
  })

  test.each([null, 'x', undefined])('are refused with the data %j', data => {
    expect(factOf({ ...records, data })).toBeUndefined()
  })
})
