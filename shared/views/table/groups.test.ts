import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/property-values.ts'
import { wantedCells } from '../../../test/tables.ts'
import type { TableQuery } from '../../protocol/table/table.ts'
import { type Group, groupSummary, rowGroups, unfolded } from './groups.ts'
import type { Column } from './tables.ts'

const text = `
@DOC domain=core.compliance
@CONTROL rid=CTL-1 | status=tested
@CONTROL rid=CTL-2
@CONTROL rid=CTL-3 | status=not-started
@CONTROL rid=CTL-4 | status=xyzzy
@CONTROL rid=CTL-5 | status=tested
@CONTROL rid=CTL-6 | status=plugh
@CONTROL rid=CTL-7 | status=xyzzy
`

const controls = text.replace('@DOC domain=core.compliance\n', '')
const ids = (query: Partial<TableQuery>): string =>
  wantedCells(controls, 'rid', query, { fileName: 'a.compliance.rec' })
    .map(id => id?.slice(-1))
    .join('')

test('groups are in the order of their values, those that are not allowed and those without a value last', () => {
  expect(ids({ group: { column: 'status', folded: [] } })).toBe('3154762')
  expect(ids({ group: { column: 'status', folded: [] }, sort: [{ column: 'rid', isDescending: true }] })).toBe(
    '3517462',
  )
})

test('records of folded groups are left out', () => {
  expect(ids({ group: { column: 'status', folded: ['tested', ''] } })).toBe('3476')
  expect(ids({ group: { column: 'status', folded: ['tested'] }, search: 'tested' })).toBe('')
})

test('a column that the table does not have groups nothing', () => {
  expect(ids({ group: { column: 'xyzzy', folded: [] } })).toBe('1234567')
})

interface Thing {
  readonly kind: string | null
  readonly size: string | null
}

const columns: readonly Column[] = ['kind', 'size'].map(name => ({ name, field: undefined }))
const cellOf =
  ({ name }: Column) =>
  (thing: Thing): string | null =>
    name === 'kind' ? thing.kind : thing.size
const anyThings = fc.array(
  fc.record({
    kind: fc.constantFrom('a', 'A', 'b', '', null),
    size: fc.constantFrom('1', '02', 'x', null),
  }),
)
const query = (folded: readonly string[]): TableQuery => ({
  filters: [],
  search: '',
  hasProblem: false,
  group: { column: 'kind', folded: [...folded] },
})

test('each thing is in the one group of its value, and folding leaves the others where they are', () => {
  fc.assert(
    fc.property(anyThings, fc.subarray(['a', 'A', 'b', '']), (things, folded) => {
      const groups = rowGroups(things, cellOf, columns, query(folded)) as readonly Group<Thing>[]
      expect(new Set(groups.map(({ value }) => value)).size).toBe(groups.length)
      expect(groups.flatMap(group => group.things).length).toBe(things.length)
      for (const { value, things } of groups) {
        expect(things.length).toBeGreaterThan(0)
        for (const { kind } of things) expect(kind ?? '').toBe(value)
      }
      const all = rowGroups(things, cellOf, columns, query([])) as readonly Group<Thing>[]
      expect(unfolded(groups)).toEqual(unfolded(all).filter(({ kind }) => !folded.includes(kind ?? '')))
    }),
    { numRuns: runs(1000) },
  )
})

test('the heading of a group has the exact totals of its numbers', () => {
  const field = { name: 'size', type: 'float', required: false } as unknown as NonNullable<Column['field']>
  const group: Group<Thing> = {
    value: 'a',
    isFolded: false,
    things: ['0.1', '0.2', 'x', null].map(size => ({ kind: 'a', size })),
  }
  expect(groupSummary(group, [{ name: 'size', field }], cellOf, () => '')).toEqual({
    value: 'a',
    title: '',
    count: 4,
    isFolded: false,
    totals: [
      {
        column: 'size',
        numbers: { count: 2, others: 1, unit: '', sum: '0.3', average: '0.15', least: '0.1', greatest: '0.2' },
      },
    ],
  })
})
