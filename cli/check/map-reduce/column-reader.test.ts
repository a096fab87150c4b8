import { expect, test } from 'vitest'
import type { FollowedColumn } from '../../../shared/check/followed-columns.ts'
import { fieldOf } from '../../../shared/domains/registry.ts'
import { type FollowedRows, RowList, State } from '../../../shared/scan/followed-rows.ts'
import { NameHasher } from '../../../shared/scan/names.ts'
import { PackedTexts } from '../../../shared/scan/packed-texts.ts'
import type { TextColumn } from '../../../shared/scan/written-values.ts'
import { taskTag } from '../../../test/expressions.ts'
import { readColumn } from './column-reader.ts'

const hasher = new NameHasher({ low: 1, high: 2 })

const column = (name: string, kind: FollowedColumn['kind'], more: Partial<FollowedColumn> = {}): FollowedColumn => ({
  field: fieldOf(taskTag, name)!,
  kind,
  target: undefined,
  hasText: false,
  ...more,
})

/** The values of a column, in rows that have another column before it. */
function rowsOf(own: FollowedColumn, texts: TextColumn, count: number): FollowedRows {
  const list = new RowList([column('urgent', 'bool'), own], hasher)
  for (let row = 0; row < count; row++) list.start(0, row)
  readColumn(list, own, 1, texts, hasher)
  return list.taken('acme.work.TASK')
}

test.each([
  [
    'x-y',
    'number',
    ['5', '-1', '+7', '-0', '005', '5.25', '1e3', 'abc', '12x', '-', '9007199254740991', '9007199254740993'],
  ],
  ['cost', 'number', ['5', '5.25', '-2.50', '.5', '5.', '1e3', 'x', '0.1', '123456789012345', '900719925474099100.5']],
  [
    'end',
    'time',
    ['2026-01-05', '2026-02-31', '2026-06-30T12:00:00Z', '2026-06-30T12:00:00+02:00', '2026-01-05x', 'now'],
  ],
  ['status', 'word', ['open', 'dropped', 'opened', 'op', 'done', '']],
  ['urgent', 'bool', ['true', 'false', 'yes', '2026-01-05', '1']],
  ['title', 'text', ['a', '5', '2026-01-05', 'open', '"', '{}~']],
] as const)('the values of %s are the same in one text as in a list', (name, kind, texts) => {
  const own = column(name, kind, { hasText: kind === 'text' })
  const many = [...texts, '', ...texts]
  const list = many.map(text => text || null)
  const packed = rowsOf(own, PackedTexts.of(many.join(' ')), many.length)
  expect(packed).toEqual(rowsOf(own, list, many.length))
  expect(rowsOf(own, PackedTexts.of(texts[0]), 1)).toEqual(rowsOf(own, [texts[0]], 1))
})

test.each([true, false])('the ids of a link are the same in one text as in a list, with their text: %s', hasText => {
  const own = column('parent', 'link', { hasText, target: taskTag.fullName.path })
  const ids = ['T-1', 'T-22222', '', 'T-1', '2026-01-05', 'open']
  const rows = rowsOf(own, PackedTexts.of(ids.join(' ')), ids.length)
  expect(rows).toEqual(
    rowsOf(
      own,
      ids.map(id => id || null),
      ids.length,
    ),
  )
  const [one, other, , again] = Array.from(rows.numbers).filter((_, slot) => slot % 2 === 1)
  expect([one === again, one === other]).toEqual([true, false])
})

test('a value that is not allowed is there as such, and one that is absent is not there', () => {
  const own = column('x-y', 'number')
  const { numbers, states } = rowsOf(own, PackedTexts.of('7 x  8'), 4)
  const odd = <Item>(items: Iterable<Item>): Item[] => Array.from(items).filter((_, slot) => slot % 2 === 1)
  expect(odd(states)).toEqual([State.There, State.NotAllowed, State.Absent, State.There])
  expect(odd(numbers)).toEqual([7, 0, 0, 8])
})

test('a column without texts has no values', () => {
  expect(Array.from(rowsOf(column('x-y', 'number'), [], 3).states)).toEqual([0, 0, 0, 0, 0, 0])
  expect(rowsOf(column('title', 'text', { hasText: true }), [], 2).texts).toEqual([undefined, undefined])
})
