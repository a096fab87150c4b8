import { describe, expect, test } from 'vitest'
import { factOf, factsVersion } from './facts.ts'

const definition = {
  kind: 'definition',
  file: 'a.rec',
  part: 0,
  entry: 3,
  start: 9,
  domain: 'core.compliance',
  tag: 'CONTROL',
  id: 'C-1',
}

const reference = {
  ...definition,
  kind: 'reference',
  field: 'control_ref',
  record: 'core.compliance.FINDING F-1',
}

const values = {
  kind: 'values',
  file: 'a.rec',
  part: 0,
  entry: 3,
  domain: 'core.hr',
  tag: 'EMPLOYEE',
  data: {
    values: { rid: 'E-1', manager_ref: null, level: 5, since: { time: 0, isDate: true }, urgent: true, tags: ['a'] },
    text: '@EMPLOYEE rid=E-1\n',
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

test.each([definition, reference, values, end])('a row with all that its $kind needs is a fact', row => {
  expect(written(row)).toEqual(JSON.parse(JSON.stringify(row)))
})

describe.each([definition, reference, values])('$kind', row => {
  test.each(Object.entries(row).filter(([name]) => name !== 'data'))('is refused with another %s', (name, right) => {
    for (const wrong of wrongValues[typeof right as 'number' | 'string'])
      expect(factOf({ ...row, [name]: wrong }), String(wrong)).toBeUndefined()
  })
})

test.each(['line', 'column', 'end', 'endLine', 'endColumn'])('a name may have a %s', name => {
  for (const right of [7, null, undefined]) expect(factOf({ ...reference, [name]: right })).toBeDefined()
  for (const wrong of [-1, 0.5, '1', []]) expect(factOf({ ...reference, [name]: wrong })).toBeUndefined()
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

describe('values', () => {
  test('need no text', () => {
    const row = { ...values, data: { values: {} } }
    expect(written(row)).toEqual(row)
  })

  test.each([
    null,
    'x',
    undefined,
    {},
    { values: null },
    { values: { a: { time: 0 } } },
    { values: { a: [1] } },
    { values: {}, text: '' },
    { values: {}, text: 7 },
  ])('are refused with the data %j', data => {
    expect(factOf({ ...values, data })).toBeUndefined()
  })
})

test('the facts of another version are refused', () => {
  const data = {
    version: factsVersion,
    end: 1,
    isLast: true,
    records: 0,
    before: { isInBlock: false, line: 0 },
    after: { isInBlock: false, line: 1 },
    counts: {},
    now: 0,
    followed: {},
  }
  const part = { kind: 'part', file: 'a.rec', part: 0 }
  expect(factOf({ ...part, data })).toBeDefined()
  for (const version of [undefined, 1, 2]) expect(factOf({ ...part, data: { ...data, version } })).toBeUndefined()
})
