import { expect, test } from 'vitest'
import { recordName } from '../../../shared/domains/identity.ts'
import { NameHasher } from '../../../shared/scan/names.ts'
import type { NameFact } from './facts.ts'
import { type NamesFact, namesOf } from './facts-in-columns.ts'
import { NameFacts, recordNameOf } from './name-facts.ts'

const hasher = new NameHasher({ low: 1, high: 2 })
const target = { domain: 'acme.fleet', tag: 'OWNER' }
const own = { field: 'owner', ownDomain: 'acme.fleet', ownTag: 'CAR' }

const single = (kind: NameFact['kind'], id: string, file = 'a.rec', entry = 0): NameFact => ({
  kind,
  file,
  part: 0,
  entry,
  start: 11,
  end: 11 + id.length,
  line: entry + 1,
  column: 12,
  endLine: entry + 1,
  endColumn: 12 + id.length,
  ...target,
  id,
  ...(kind === 'reference' && { ...own, record: 'acme.fleet.CAR C-1' }),
})

const many = (kind: NamesFact['kind'], id: string, data: object, more: object = {}): NamesFact =>
  namesOf({ kind, file: 'b.rec', part: 0, entry: 10, ...target, id, data, ...more }, kind)!

/** The names that may have problems, each with its place. */
const suspects = (names: NameFacts): string[] =>
  Array.from(
    names.suspects(),
    ({ kind, file, id, line, column, endLine, endColumn, entry, start, end, record }) =>
      `${kind} ${id} ${file}:${line}:${column}-${endLine}:${endColumn} ${entry}+${start}-${end} ${record}`,
  ).sort()

const nameOf = (id: string) => recordName({ path: 'acme.fleet.OWNER', ...target }, id)

test('ids that are there twice and references that lead nowhere are found, alone or among many', () => {
  const names = new NameFacts(hasher)
  names.addAll(many('definitions', 'O-1 O-2 O-3', { entries: '0 2 5' }, { start: 11 }))
  names.addAll(
    many(
      'references',
      'O-1 O-8 O-9',
      { entries: '0 1 3', starts: '20 21 25', lines: '0 0 1', columns: '21 20 8' },
      {
        ...own,
        record: 'C-1 C-2 C-3',
      },
    ),
  )
  names.add(single('definition', 'O-2'))
  names.add(single('definition', 'O-4'))
  names.add(single('reference', 'O-4', 'a.rec', 3))
  names.add(single('reference', 'O-7', 'a.rec', 4))
  expect(suspects(names)).toEqual([
    'definition O-2 a.rec:1:12-1:15 0+11-14 undefined',
    'definition O-2 b.rec:13:12-13:15 12+11-14 undefined',
    'reference O-7 a.rec:5:12-5:15 4+11-14 acme.fleet.CAR C-1',
    'reference O-8 b.rec:12:20-12:23 11+21-24 acme.fleet.CAR C-2',
    'reference O-9 b.rec:15:8-15:11 13+25-28 acme.fleet.CAR C-3',
  ])
  expect(['O-1', 'O-2', 'O-4', 'O-9'].map(id => names.count(nameOf(id)))).toEqual([1, 2, 1, 0])
  expect(names.definitions(nameOf('O-2')).map(({ file }) => file)).toEqual(['b.rec', 'a.rec'])
  expect(names.definitions(nameOf('O-9'))).toEqual([])
})

test('a reference is to a record of its own domain and tag', () => {
  const names = new NameFacts(hasher)
  names.add(single('definition', 'O-1'))
  names.add({ ...single('reference', 'O-1'), tag: 'CAR' })
  names.add({ ...single('reference', 'O-1'), domain: 'acme.harbour' })
  expect(suspects(names)).toHaveLength(2)
  expect(recordNameOf(single('definition', 'O-1'))).toEqual(nameOf('O-1'))
})

test('without names, nothing is found', () => {
  expect(suspects(new NameFacts(hasher))).toEqual([])
})
