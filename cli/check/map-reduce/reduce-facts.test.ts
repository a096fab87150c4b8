import { describe, expect, test } from 'vitest'
import { createRegistry } from '../../../shared/domains/registry.ts'
import type { Details } from '../../output/file-result.ts'
import type { Fact } from './facts.ts'
import type { NamesFact, RecordsFact } from './facts-in-columns.ts'
import { reduceFacts } from './reduce-facts.ts'

const text = (name: string) => ({ name, type: 'string' }) as const
const registry = createRegistry([
  {
    domain: 'acme.fleet',
    version: '1.0',
    description: 'Cars.',
    records: [
      {
        tag: 'CAR',
        fields: [text('rid'), { name: 'seats', type: 'int' }, { ...text('owner'), ref: 'OWNER' }, text('model')],
        rules: [
          { id: 'few-seats', expression: 'seats <= owner.most', message: '{seats} are more than {owner.most}.' },
          { id: 'has-model', expression: 'has(model) || !has(owner.most)', message: 'No model.', severity: 'warning' },
        ],
      },
      { tag: 'OWNER', fields: [text('rid'), { name: 'most', type: 'int' }] },
    ],
  },
])

const place = { part: 0, domain: 'acme.fleet' }
const followed = { 'acme.fleet.CAR': ['rid', 'seats', 'owner', 'model'], 'acme.fleet.OWNER': ['rid', 'most'] }
const rules = { 'acme.fleet.CAR': ['rule/few-seats', 'rule/has-model'] }

type PartData = Extract<Fact, { kind: 'part' }>['data']

const part = (file: string, data: Partial<PartData> = {}): Fact => ({
  kind: 'part',
  file,
  part: 0,
  data: {
    end: 100,
    isLast: true,
    records: 3,
    before: { isInBlock: false, line: 0 },
    after: { isInBlock: false, line: 9 },
    counts: {},
    now: 0,
    followed,
    rules,
    ...data,
  },
})

/** The owner O-1, who may have four seats; and O-2 of the same file. */
const owners: RecordsFact = {
  kind: 'records',
  file: 'b.rec',
  ...place,
  entry: 0,
  tag: 'OWNER',
  data: { entries: [0, 1], values: { rid: 'O-1 O-2', most: '4 7' } },
}

/** Cars on several lines, in columns. */
const cars = (data: RecordsFact['data'], entry = 0): RecordsFact => ({
  kind: 'records',
  file: 'a.rec',
  ...place,
  entry,
  tag: 'CAR',
  data,
})

const fourCars = {
  entries: [0, 1, 3, 4],
  values: { rid: 'C-1 C-22 C-3 C-4', seats: '5 6 4 9', owner: 'O-1 O-1 O-1 O-2', model: ['a', null, 'c', ''] },
  places: {
    rid: { starts: 9, quotes: 0 },
    seats: { starts: [20, 21, 20, 20], quotes: 0 },
    owner: { starts: 30, quotes: [2, 0, 2, 2] },
    model: { starts: 40, quotes: 2 },
  },
}

async function reduced(
  facts: readonly Fact[],
  details: Details = {},
  ruleSettings?: { severity: { [code: string]: 'off' } },
) {
  const found: string[] = []
  const reduce = reduceFacts(
    {
      facts: async function* () {
        yield* facts
      },
      plan: async files => ({
        files: files.map(file => ({
          source: { file, path: file },
          settings: {
            severity: ruleSettings?.severity ?? {},
            settingDomains: [],
            format: {},
            ruleSettings: { rules: [], severity: {}, ...ruleSettings },
          },
        })),
        registry,
        origins: [],
        isComplete: true,
        failures: [],
        warnings: [],
      }),
      lineOf: ({ file }, line) => `${file} ${line}`,
    },
    details,
  )
  for await (const result of reduce) {
    if ('failure' in result) {
      found.push(result.failure)
      continue
    }
    found.push(`${result.file}: ${result.records} records, ${result.bytes} bytes`)
    for await (const problems of result.problems)
      for (const {
        line,
        column,
        endLine,
        endColumn,
        severity,
        message,
        field,
        related,
        identity,
        excerpt,
      } of problems) {
        const more = [related?.map(one => `${one.file}:${one.line} ${one.message}`), identity, excerpt?.text]
        const details = more.filter(Boolean).map(one => ` ${JSON.stringify(one)}`)
        found.push(`${line}:${column}-${endLine}:${endColumn} ${severity} ${field} ${message}${details.join('')}`)
      }
  }
  return found
}

const heading = (file: string): string => `${file}: 3 records, 100 bytes`

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
    })
    expect(found[1]).toBe(
      '1:21-1:22 error seats 5 are more than 4. ["a.rec:1 The rule reads owner too."] {"record":"acme.fleet.CAR C-1","value":"5"} "a.rec 1"',
    )
    expect(found[3]).toBe(
      '2:31-2:34 warning owner No model. Here owner is "O-1". {"record":"acme.fleet.CAR C-22","value":"O-1"} "a.rec 2"',
    )
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

  test('do not run on records of tags and domains that are unknown', async () => {
    const unknown = { ...cars(fourCars), tag: 'BUS' }
    expect(await reduced([part('a.rec'), part('b.rec'), owners, unknown, { ...unknown, domain: 'acme.sea' }])).toEqual([
      heading('a.rec'),
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
    ['that did not run a rule', { rules: { 'acme.fleet.CAR': ['rule/few-seats'] } }],
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
      rules: { 'acme.fleet.CAR': ['rule/has-model', 'rule/few-seats', 'rule/more'] },
    }
    expect(await reduced([part('a.rec', more)])).toEqual([heading('a.rec')])
  })

  test('that ran all are taken where a rule is off', async () => {
    const off = { severity: { 'rule/few-seats': 'off' as const } }
    expect(await reduced([part('a.rec', { rules: { 'acme.fleet.CAR': ['rule/has-model'] } })], {}, off)).toEqual([
      heading('a.rec'),
    ])
  })
})

describe('names', () => {
  const names = (
    kind: NamesFact['kind'],
    file: string,
    id: string,
    data: NamesFact['data'],
    more: object = {},
  ): NamesFact => ({
    kind,
    file,
    ...place,
    entry: 4,
    tag: 'OWNER',
    id,
    start: 11,
    data,
    ...more,
  })
  const twice = 'OWNER "O-1" exists twice; an id must be unique among the records of its tag, so change one of them.'

  test('that are there twice are told in both files, with the place of the other', async () => {
    const facts = [
      part('a.rec'),
      part('b.rec'),
      names('definitions', 'b.rec', 'O-1 O-2', { entries: [0, 1] }),
      names('definitions', 'a.rec', 'O-3 O-1', { entries: [0, 3] }),
    ]
    expect(await reduced(facts, { related: true, identities: true })).toEqual([
      heading('a.rec'),
      `8:12-8:15 error null ${twice} ["b.rec:5 Another OWNER \\"O-1\\"."] {"record":"acme.fleet.OWNER O-1","value":"O-1"}`,
      heading('b.rec'),
      `5:12-5:15 error null ${twice} ["a.rec:8 Another OWNER \\"O-1\\"."] {"record":"acme.fleet.OWNER O-1","value":"O-1"}`,
    ])
  })

  test('on both sides of a conflict are there once', async () => {
    const markers = (...texts: readonly string[]) =>
      texts.map((text, index) => ({ place: 3 + index * 3, line: 3 + index * 3, start: 0, text }))
    const definitions = names('definitions', 'a.rec', 'O-1 O-1', { entries: [0, 3] })
    const conflict = { markers: markers('<<<<<<< a', '=======', '>>>>>>> b') }
    const found = async (data: Partial<PartData>): Promise<string[]> =>
      (await reduced([part('a.rec', data), definitions])).filter(line => line.includes('exists twice'))
    expect(await found(conflict)).toEqual([])
    expect(await found({})).toHaveLength(1)
    expect(await found({ markers: markers('=======') })).toHaveLength(1)
  })

  test('that are referred to must be there', async () => {
    const references = names(
      'references',
      'a.rec',
      'O-1 O-9',
      { entries: [0, 1] },
      {
        field: 'owner',
        record: 'C-1 C-2',
        ownDomain: 'acme.fleet',
        ownTag: 'CAR',
      },
    )
    const found = await reduced([part('a.rec'), references, names('definitions', 'a.rec', 'O-1', { entries: [0] })], {
      identities: true,
    })
    expect(found).toEqual([
      heading('a.rec'),
      '6:12-6:15 warning owner CAR.owner is "O-9", but no OWNER has that id; write an existing id, or add the record. {"record":"acme.fleet.CAR C-2","value":"O-9"}',
    ])
  })
})
