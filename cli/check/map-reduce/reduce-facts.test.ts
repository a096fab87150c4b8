import { describe, expect, test } from 'vitest'
import type { Severities } from '../../../shared/check/problem.ts'
import { followed, heading, part, place, reduced, rules } from '../../../test/reduced-facts.ts'
import type { Details, PlacedProblem } from '../../output/file-result.ts'
import type { FoundProblem } from '../found-problem.ts'
import type { Fact, ValuesFact } from './facts.ts'
import { wantedProblem } from './reduce-facts.ts'

/** The values of the owner O-1, who may have four seats, and of O-2 of the same file. */
const owners: Fact[] = [4, 7].map((most, index) => ({
  kind: 'values',
  file: 'b.rec',
  ...place,
  entry: index,
  tag: 'OWNER',
  data: { values: { rid: `O-${index + 1}`, most } },
}))

/** The values of a car, and its text. */
const car = (entry: number, values: ValuesFact['data']['values'], text?: string): ValuesFact => ({
  kind: 'values',
  file: 'a.rec',
  ...place,
  entry,
  tag: 'CAR',
  data: text === undefined ? { values } : { values, text },
})

const fourCars = [
  car(2, { rid: 'C-1', seats: 5, owner: 'O-1', model: 'a' }, '@CAR rid=C-1 | seats:int=5 | owner="O-1" | model="a"\n'),
  car(3, { rid: 'C-22', seats: 6, owner: 'O-1' }, '@CAR rid=C-22 | seats:int=6 | owner=O-1\n'),
  car(5, { rid: 'C-3', seats: 4, owner: 'O-1', model: 'c' }, '@CAR rid=C-3 | seats:int=4 | owner="O-1" | model="c"\n'),
  car(6, { rid: 'C-4', seats: 9, owner: 'O-2', model: '' }, '@CAR rid=C-4 | seats:int=9 | owner="O-2" | model=""\n'),
]

describe('rules about several records', () => {
  test('find which records break them, and where', async () => {
    expect(await reduced([part('a.rec'), part('b.rec'), ...owners, ...fourCars])).toEqual([
      heading('a.rec'),
      '3:26-3:27 error seats 5 are more than 4.',
      '4:27-4:28 error seats 6 are more than 4.',
      '4:37-4:40 warning owner No model. Here owner is "O-1".',
      '7:26-7:27 error seats 9 are more than 7.',
      heading('b.rec'),
    ])
  })

  test('tell the other fields that they read, and which record it is', async () => {
    const found = await reduced([part('a.rec'), part('b.rec'), ...owners, ...fourCars], {
      related: true,
      identities: true,
      excerpts: true,
      fixability: true,
      fixes: true,
    })
    expect(found[1]).toBe(
      '3:26-3:27 error seats 5 are more than 4. ["a.rec:3 The rule reads owner too."] {"record":"acme.fleet.CAR C-1","value":"5"} "@CAR rid=C-1 | seats:int=5 | owner=\\"O-1\\" | model=\\"a\\""',
    )
    expect(found[3]).toBe(
      '4:37-4:40 warning owner No model. Here owner is "O-1". {"record":"acme.fleet.CAR C-22","value":"O-1"} "@CAR rid=C-22 | seats:int=6 | owner=O-1"',
    )
  })

  test('find records that all parts of a file decide, with their names', async () => {
    const undecided = (entry: number, text: string): Fact => ({
      kind: 'undecided',
      file: 'a.rec',
      part: 0,
      entry,
      data: { text },
    })
    const facts = [
      undecided(4, '@CAR rid=C-1 | seats:int=9 | owner="O-1" | model="x"\n'),
      undecided(6, '@CAR rid=C-2 | seats:int=1 | owner="O-9" | model=x\n'),
      part('b.rec'),
      ...owners,
    ]
    const owner: Fact = { kind: 'definition', file: 'b.rec', ...place, entry: 0, tag: 'OWNER', id: 'O-1', start: 11 }
    expect(await reduced([part('a.rec', { counts: { 'acme.fleet': 1 } }), owner, ...facts])).toEqual([
      heading('a.rec'),
      '5:26-5:27 error seats 9 are more than 4.',
      '7:37-7:40 warning owner CAR.owner is "O-9", but no OWNER has that id; write an existing id, or add the record.',
      '7:44-7:51 information model CAR.model is written without quotes; the canonical notation is model="x".',
      heading('b.rec'),
    ])
    expect((await reduced([part('a.rec', { counts: { 'acme.harbour': 1 } }), owner, ...facts])).slice(1, -1)).toEqual([
      '7:44-7:51 information model CAR.model is written without quotes; the canonical notation is model="x".',
    ])
  })

  test('take values of a wrong type as not allowed', async () => {
    const text = '@CAR rid=C-1 | seats:int=5 | owner="O-1" | model="x"\n'
    const values = (entry: number, seats: string | number | null): Fact =>
      car(entry, { seats, owner: 'O-1', model: 'x' }, text)
    const owner = (most: string | number): Fact => ({
      ...car(0, { rid: 'O-1', most }),
      tag: 'OWNER',
    })
    const all = [values(4, 5), values(2, 6), values(3, 'x'), values(5, null), values(6, '7'), owner(4)]
    expect(await reduced([part('a.rec'), ...all])).toEqual([
      heading('a.rec'),
      '3:26-3:27 error seats 5 are more than 4.',
      '5:26-5:27 error seats 5 are more than 4.',
    ])
    expect(await reduced([part('a.rec'), values(4, 5), owner('4')])).toEqual([heading('a.rec')])
  })

  test('find nothing where a fact has no text', async () => {
    const facts = [part('a.rec'), part('b.rec'), ...owners, car(0, { seats: 9, owner: 'O-1', model: 'x' })]
    expect(await reduced(facts)).toEqual([heading('a.rec'), heading('b.rec')])
  })
})

describe('facts of a map with other descriptors', () => {
  const refused = (what: string): string =>
    `a.rec has facts about ${what}, which the descriptors of this reduce do not have; use the same configuration and --descriptors, and run --map for the file again.`
  const ids = { ...place, file: 'a.rec', entry: 0, start: 9, id: 'O-1' }
  const definition = { ...ids, kind: 'definition', tag: 'OWNER' } as const
  const reference = { ...ids, kind: 'reference', tag: 'OWNER', field: 'owner', record: 'acme.fleet.CAR C-1' } as const

  test.each<[string, Fact, string]>([
    ['records of an unknown tag', { ...fourCars[0]!, tag: 'BUS' }, 'acme.fleet.BUS'],
    ['records of an unknown domain', { ...fourCars[0]!, domain: 'acme.sea' }, 'acme.sea.CAR'],
    ['an unknown field', car(0, { rid: 'C-1', doors: 5 }), 'acme.fleet.CAR.doors'],
    ['ids of an unknown tag', { ...definition, tag: 'BUS' }, 'acme.fleet.BUS'],
    [
      'references from an unknown field',
      { ...reference, field: 'lender' },
      'references from acme.fleet.CAR.lender to acme.fleet.OWNER',
    ],
    [
      'references from an unknown tag',
      { ...reference, record: 'acme.fleet.BUS B-1' },
      'references from acme.fleet.BUS.owner to acme.fleet.OWNER',
    ],
    [
      'references to another tag',
      { ...reference, tag: 'CAR' },
      'references from acme.fleet.CAR.owner to acme.fleet.CAR',
    ],
  ])('with %s are refused', async (_, fact, what) => {
    expect(await reduced([part('a.rec'), part('b.rec'), fact])).toEqual([refused(what), heading('b.rec')])
  })

  test('are refused if they are about a file without a part', async () => {
    expect(await reduced([part('b.rec'), definition])).toEqual([
      'a.rec has no facts for the bytes from 0 on; run --map --range 0- too.',
      heading('b.rec'),
    ])
  })
})

describe('facts of a map with other rules', () => {
  const refused = [
    'a.rec was mapped with fewer rules than this reduce has; use the same configuration, --descriptors and --rule for --map and --reduce.',
  ]

  test.each([
    ['that did not write a field', { followed: { ...followed, 'acme.fleet.OWNER': ['rid'] } }],
    ['that did not write the records of a tag', { followed: { 'acme.fleet.CAR': followed['acme.fleet.CAR'] } }],
    ['that did not run a rule', { rules: { ...rules, 'acme.fleet.CAR': ['rule/few-seats'] } }],
    ['that did not run the rules of a tag', { rules: { 'acme.fleet.CAR': rules['acme.fleet.CAR'] } }],
    ['without rules', { rules: {} }],
  ])('%s are refused', async (_, data) => {
    expect(await reduced([part('a.rec', data)])).toEqual(refused)
    expect(
      await reduced([
        part('a.rec', { end: 50, isLast: false }),
        { ...part('a.rec', { ...data, before: { isInBlock: false, line: 9 } }), part: 50 } as Fact,
      ]),
    ).toEqual(refused)
  })

  test('that wrote and ran more are taken', async () => {
    const more = {
      followed: { ...followed, 'acme.fleet.OWNER': ['most', 'rid', 'name'], 'acme.fleet.BUS': ['rid'] },
      rules: { ...rules, 'acme.fleet.CAR': ['rule/has-model', 'rule/few-seats', 'rule/more'] },
    }
    expect(await reduced([part('a.rec', more)])).toEqual([heading('a.rec')])
  })

  test('that ran all are taken where a rule is off', async () => {
    const off = { severity: { 'rule/few-seats': 'off' as const } }
    expect(
      await reduced([part('a.rec', { rules: { ...rules, 'acme.fleet.CAR': ['rule/has-model'] } })], {}, off),
    ).toEqual([heading('a.rec')])
  })
})

const plain: PlacedProblem = {
  code: 'notation',
  severity: 'information',
  message: 'It is written without quotes.',
  line: 3,
  column: 5,
  endLine: 3,
  endColumn: 8,
  domain: null,
  tag: null,
  field: null,
}
const details = {
  identity: { record: 'R-1', value: 'abc' },
  excerpt: { text: 'x=abc', column: 3, isCut: false },
  related: [{ file: 'b.rec', line: 1, message: 'Another.' }],
  isFixable: true,
  fixes: [{ title: 'Add quotes', isSafe: true, changes: [] }],
}
const found: FoundProblem = { entry: 2, start: 4, code: 'notation', placed: { ...plain, ...details } }

const wanted = (
  problem: FoundProblem,
  some: Details,
  severities: Severities = {},
  lines: Readonly<Record<number, string>> = {},
): FoundProblem => wantedProblem(problem, severities, some, line => lines[line])

test('a problem has only the details that are wanted', () => {
  expect(wanted(found, {})).toStrictEqual({ ...found, placed: plain })
  for (const [wish, name] of [
    ['identities', 'identity'],
    ['excerpts', 'excerpt'],
    ['related', 'related'],
    ['fixes', 'fixes'],
  ] as const)
    expect(wanted(found, { [wish]: true })).toStrictEqual({ ...found, placed: { ...plain, [name]: details[name] } })
  const { isFixable } = details
  expect(wanted(found, { fixability: true }).placed).toStrictEqual({ ...plain, isFixable, hasAnswer: false })
})

test('a problem without fixes is not fixable', () => {
  const placed = wanted({ ...found, placed: plain }, { fixability: true, fixes: true }).placed
  expect(placed).toStrictEqual({ ...plain, isFixable: false, hasAnswer: false, fixes: [] })
})

test('the severity is that of the run; a problem that is off has no place, but is found', () => {
  expect(wanted(found, {}, { notation: 'error' }).placed?.severity).toBe('error')
  const off = { ...found, placed: undefined }
  expect(wanted(found, {}, { notation: 'off' })).toStrictEqual(off)
  expect(wanted(off, {})).toStrictEqual(off)
})

test('a problem without an excerpt shows its line if the file can be read', () => {
  const problem = { ...found, placed: { ...plain, line: 2, column: 4 } }
  expect(wanted(problem, { excerpts: true }, {}, { 2: '🙂b abc' }).placed?.excerpt).toEqual({
    text: '🙂b abc',
    column: 1,
    isCut: false,
  })
  const long = `${'🙂'.repeat(100)}abc`
  const far = { ...found, placed: { ...plain, line: 2, column: 101 } }
  const { excerpt } = wanted(far, { excerpts: true }, {}, { 2: long }).placed!
  expect(excerpt!.text.length).toBeLessThan(long.length)
  expect([...long].slice(excerpt!.column - 1).join('')).toMatch(excerpt!.text)
  expect(wanted(problem, { excerpts: true }).placed).toStrictEqual({ ...problem.placed, excerpt: undefined })
})
