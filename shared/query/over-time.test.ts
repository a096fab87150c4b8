import { expect, test } from 'vitest'
import { builtinRegistry } from '../../test/records.ts'
import { textOfCell } from './cells.ts'
import type { GroupRow } from './group-table.ts'
import { type CountedPeriod, sentencesOverTime, tableOverTime } from './over-time.ts'
import { type QueryOptions, queryPlan } from './query-plan.ts'

/** The table of what was counted by a query, as text. */
function table(
  options: Partial<QueryOptions>,
  counted: readonly (readonly GroupRow[] | undefined)[],
  unread = 0,
): string {
  const plan = queryPlan(
    { tag: 'FINDING', format: 'table', ...options, every: 'day', since: '2026' },
    builtinRegistry,
    [],
  )
  if ('problem' in plan) return plan.problem
  const periods = counted.map((groups, index): CountedPeriod => {
    const day = `2026-01-0${index + 1}`
    return { day, time: 0, unread, ...(groups && { groups, commit: `c${index}` }) }
  })
  const found = tableOverTime(plan.groups!, periods, true)
  if ('problem' in found) return found.problem
  const rows = found.rows.map(row => row.map(cell => (cell === undefined ? '-' : textOfCell(cell))))
  return [found.columns.map(({ name }) => name), ...rows].map(row => row.join(' | ')).join('\n')
}

test('without groups, there is a column for the count and for each total', () => {
  expect(table({ sum: 'amount' }, [undefined, [[0, undefined]], [[2, 7]]])).toContain('has no field amount')
  expect(table({ tag: 'CONTROL', sum: 'maturity' }, [undefined, [[0, undefined]], [[2, 7]]])).toBe(
    'day | commit | count | sum(maturity)\n2026-01-01 | - | - | -\n2026-01-02 | c1 | 0 | -\n2026-01-03 | c2 | 2 | 7',
  )
})

test('a group that has no record on a day has the count 0 there, and a day without records to count has nothing', () => {
  expect(
    table({ countBy: 'status' }, [
      undefined,
      [['open', 2]],
      [
        ['closed', 1],
        [undefined, 3],
      ],
      [],
    ]),
  ).toBe(
    `day | commit | closed | open | no value
2026-01-01 | - | - | - | -
2026-01-02 | c1 | 0 | 2 | 0
2026-01-03 | c2 | 1 | 0 | 3
2026-01-04 | c3 | 0 | 0 | 0`,
  )
})

test('groups with totals have a column for each total, which is empty without records', () => {
  const counted = [[['Ann', 2, 5]], [['Bob', 1, 4]]]
  expect(table({ tag: 'CONTROL', countBy: 'owner', sum: 'maturity' }, counted)).toBe(
    'day | commit | Ann | Bob\n2026-01-01 | c0 | 5 | -\n2026-01-02 | c1 | - | 4',
  )
  expect(table({ tag: 'CONTROL', countBy: 'owner', sum: 'maturity', max: 'maturity' }, [[['Ann', 2, 5, 3]]])).toBe(
    'day | commit | Ann: sum(maturity) | Ann: max(maturity)\n2026-01-01 | c0 | 5 | 3',
  )
})

test('each column has a name of its own', () => {
  const values = ['day', 'commit', 'unread', 'no value', undefined, '', ' a', 'a', '"a"', 'b · c']
  const [head] = table({ countBy: 'status' }, [values.map(value => [value, 1])], 1).split('\n')
  expect(head).toBe(
    'day | commit | "" | " a" | "\\"a\\"" | a | "b · c" | "commit" | "day" | "no value" | "unread" | no value | unread',
  )
  const pairs = [
    ['a', 'b'],
    ['a · b', 'c'],
    ['a', 'b · c'],
  ].map(([one, other]) => [one, other, 1])
  expect(table({ countBy: 'status,severity' }, [pairs]).split('\n')[0]).toBe(
    'day | commit | a · b | a · "b · c" | "a · b" · c',
  )
})

test('numbers are sorted as numbers, and too many groups are refused', () => {
  const counted = [[10, 9, 2.5].map(value => [value, 1])]
  expect(table({ tag: 'CONTROL', countBy: 'maturity' }, counted).split('\n')[0]).toBe('day | commit | 2.5 | 9 | 10')
  const many = [Array.from({ length: 501 }, (_, index) => [`F-${index}`, 1])]
  expect(table({ countBy: 'rid' }, many)).toBe(
    'rid has 501 values over this time, and each is a column; count by something that has at most 500.',
  )
})

test('an order and a number of rows are refused, and so are columns', () => {
  for (const [option, value] of Object.entries({ sort: 'count', limit: 3 }))
    expect(table({ [option]: value }, [])).toBe(
      `--every gives a row for each period, in their order; leave out --${option}.`,
    )
  expect(table({ select: 'rid' }, [])).toBe('--select lists records, and --every counts them; leave one of them out.')
})

test('a sentence about several periods is said once, and many sentences are counted', () => {
  const said = ['01', '02', '03'].map(day => ({ day, sentences: ['a.', ...(day === '02' ? ['b.'] : [])] }))
  expect(sentencesOverTime(said)).toEqual(['01 and 2 more days: a.', '02: b.'])
  const many = Array.from({ length: 25 }, (_, index) => ({ day: `${index}`, sentences: [`${index}.`] }))
  expect(sentencesOverTime(many).slice(19)).toEqual([
    '19: 19.',
    '5 more sentences of this kind: ask for fewer days to see all.',
  ])
})
