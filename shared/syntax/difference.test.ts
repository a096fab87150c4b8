import { expect, test } from 'vitest'
import { differenceOf } from './difference.ts'
import { listOf, replaced } from './list.ts'

test.each<[before: string, after: string, first: number, oldEnd: number, newEnd: number]>([
  ['abc', 'abc', 3, 3, 3],
  ['', '', 0, 0, 0],
  ['abc', 'aXc', 1, 2, 2],
  ['abc', 'ac', 1, 2, 1],
  ['ac', 'abc', 1, 1, 2],
  ['aa', 'aaa', 2, 2, 3],
  ['aaa', 'aa', 2, 3, 2],
  ['abc', '', 0, 3, 0],
  ['abc', 'xyz', 0, 3, 3],
])('where %s differs from %s', (before, after, first, oldEnd, newEnd) => {
  expect(differenceOf(listOf([...before]), { list: listOf([...after]) })).toEqual({ first, oldEnd, newEnd })
})

test('a version that was made from the list knows where it differs, and one that was made from another does not', () => {
  const before = listOf([...'aaa'])
  const list = replaced(before, 0, 1, ['a', 'a'])
  const change = { before, first: 0, oldEnd: 1, newEnd: 2 }
  expect(differenceOf(before, { list, change })).toEqual(change)
  expect(differenceOf(listOf([...'aaa']), { list, change })).toEqual({ first: 3, oldEnd: 3, newEnd: 4 })
})
