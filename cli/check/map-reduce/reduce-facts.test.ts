import { describe, expect, test } from 'vitest'
import { followed, heading, part, place, reduced, rules } from '../../../test/reduced-facts.ts'
import type { Fact } from './facts.ts'
import { namesOf, type RecordsFact, recordsOf } from './facts-in-columns.ts'

/** The owner O-1, who may have four seats; and O-2 of the same file. */
const owners = recordsOf({
  file: 'b.rec',
  ...place,
  entry: 0,
  tag: 'OWNER',
  data: { entries: '0 1', values: { rid: 'O-1 O-2', most: '4 7' } },
})!

/** Cars on several lines, in columns. */
const cars = (data: object, entry = 0): RecordsFact => recordsOf({ file: 'a.rec', ...place, entry, tag: 'CAR', data })!

const fourCars = {
  entries: '0 1 3 4',
  values: { rid: 'C-1 C-22 C-3 C-4', seats: '5 6 4 9', owner: 'O-1 O-1 O-1 O-2', model: ['a', null, 'c', ''] },
  places: {
    rid: { starts: 9, quotes: 0 },
    seats: { starts: '20 21 20 20', quotes: 0 },
    owner: { starts: 30, quotes: '2 0 2 2' },
    model: { starts: 40, quotes: 2 },
  },
}

describe('rules about several records', () => {
  test('find in columns which records break them, and where', async () => {
    expect(await reduced([part('a.rec'), part('b.rec'), owners, cars(fourCars, 2)])).toEqual([
      heading('a.rec'),
      '3:21-3:22 error seats 5 are more than 4.',
      '4:22-4:23 error seats 6 are more than 4.',
      '4:31-4:34 warning owner No model. Here owner is "O-1".',
      '7:21-7:22 error seats 9 are more than 7.',
      heading('b.rec'),
    ])
  })

  test('tell the other fields that they read, and which record it is', async () => {
    const found = await reduced([part('a.rec'), part('b.rec'), owners, cars(fourCars)], {
      related: true,
      identities: true,
      excerpts: true,
      fixability: true,
      fixes: true,
    })
    expect(found[1]).toBe(
      '1:21-1:22 error seats 5 are more than 4. ["a.rec:1 The rule reads owner too."] {"record":"acme.fleet.CAR C-1","value":"5"} "a.rec 1"',
    )
    expect(found[3]).toBe(
      '2:31-2:34 warning owner No model. Here owner is "O-1". {"record":"acme.fleet.CAR C-22","value":"O-1"} "a.rec 2"',
    )
  })

  test('find the same where absent values are blanks', async () => {
    const packed = { ...fourCars, values: { ...fourCars.values, model: 'a  c d' } }
    expect(await reduced([part('a.rec'), part('b.rec'), owners, cars(packed, 2)])).toEqual(
      await reduced([part('a.rec'), part('b.rec'), owners, cars(fourCars, 2)]),
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
      owners,
    ]
    const owner = namesOf(
      { ...place, file: 'b.rec', entry: 0, tag: 'OWNER', id: 'O-1', start: 11, data: { entries: '0' } },
      'definitions',
    )!
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

  test('find records of one fact each, and those of a wrong type are not allowed values', async () => {
    const values = (entry: number, seats: string | number | null, most?: string): Fact => ({
      kind: 'values',
      file: 'a.rec',
      ...place,
      entry,
      tag: most === undefined ? 'CAR' : 'OWNER',
      data: {
        values: most === undefined ? { seats, owner: 'O-1', model: 'x' } : { rid: most, most: seats },
        places: {
          record: `R-${entry}`,
          byField: { seats: { start: 9, line: entry + 1, column: 9, endLine: 9, endColumn: 9, text: 's' } },
        },
      },
    })
    const all = [values(4, 5), values(2, 6), values(3, 'x'), values(5, null), values(6, '7'), values(0, 4, 'O-1')]
    expect(await reduced([part('a.rec'), ...all])).toEqual([
      heading('a.rec'),
      '3:9-9:9 error seats 6 are more than 4.',
      '5:9-9:9 error seats 5 are more than 4.',
    ])
    expect(await reduced([part('a.rec'), values(4, 5), values(0, '4', 'O-1')])).toEqual([heading('a.rec')])
  })

  test('are at the tag of a record without the fields that they are about, or nowhere without places', async () => {
    const at = { start: 1, line: 1, column: 2, endLine: 1, endColumn: 5, text: 'CAR' }
    const car = (places?: object): Fact =>
      ({
        kind: 'values',
        file: 'a.rec',
        ...place,
        entry: 0,
        tag: 'CAR',
        data: { values: { seats: 9, owner: 'O-1', model: 'x' }, ...places },
      }) as Fact
    const found = (places?: object): Promise<string[]> => reduced([part('a.rec'), part('b.rec'), owners, car(places)])
    const facts = (byField: object): object => ({ places: { record: 'R', byField } })
    expect(await found(facts({ '': at }))).toEqual([
      heading('a.rec'),
      '1:2-1:5 error null 9 are more than 4.',
      heading('b.rec'),
    ])
    for (const nowhere of [facts({}), undefined])
      expect(await found(nowhere)).toEqual([heading('a.rec'), heading('b.rec')])
  })
})

describe('facts of a map with other descriptors', () => {
  const refused = (what: string): string =>
    `a.rec has facts about ${what}, which the descriptors of this reduce do not have; use the same configuration and --descriptors, and run --map for the file again.`
  const ids = { ...place, file: 'a.rec', entry: 0, start: 9, data: { entries: '0' } }
  const definition = { ...ids, tag: 'OWNER', id: 'O-1' }
  const reference = { ...definition, field: 'owner', record: 'C-1', ownDomain: 'acme.fleet', ownTag: 'CAR' }

  test.each<[string, Fact, string]>([
    ['records of an unknown tag', { ...cars(fourCars), tag: 'BUS' }, 'acme.fleet.BUS'],
    ['records of an unknown domain', { ...cars(fourCars), domain: 'acme.sea' }, 'acme.sea.CAR'],
    ['an unknown field', cars({ entries: '0', values: { rid: 'C-1', doors: '5' } }), 'acme.fleet.CAR.doors'],
    ['ids of an unknown tag', namesOf({ ...definition, tag: 'BUS' }, 'definitions')!, 'acme.fleet.BUS'],
    [
      'references from an unknown field',
      namesOf({ ...reference, field: 'lender' }, 'references')!,
      'references from acme.fleet.CAR.lender to acme.fleet.OWNER',
    ],
    [
      'references from an unknown tag',
      namesOf({ ...reference, ownTag: 'BUS' }, 'references')!,
      'references from acme.fleet.BUS.owner to acme.fleet.OWNER',
    ],
    [
      'references to another tag',
      namesOf({ ...reference, tag: 'CAR' }, 'references')!,
      'references from acme.fleet.CAR.owner to acme.fleet.CAR',
    ],
  ])('with %s are refused', async (_, fact, what) => {
    expect(await reduced([part('a.rec'), part('b.rec'), fact])).toEqual([refused(what), heading('b.rec')])
  })

  test('are refused if only one fact about a name is', async () => {
    const name: Fact = {
      ...definition,
      kind: 'definition',
      tag: 'BUS',
      end: 12,
      line: 1,
      column: 10,
      endLine: 1,
      endColumn: 13,
    }
    expect(await reduced([part('a.rec'), name])).toEqual([refused('acme.fleet.BUS')])
  })

  test('are refused if they are about a file without a part', async () => {
    expect(await reduced([part('b.rec'), namesOf(definition, 'definitions')!])).toEqual([
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
