import { expect, test } from 'vitest'
import { addToGroup, groupBy } from './group.ts'

test('groups are in the order of their first items', () => {
  expect([...groupBy(['b1', 'a1', 'b2'], item => item[0])]).toEqual([
    ['b', ['b1', 'b2']],
    ['a', ['a1']],
  ])
})

test('an item opens its group or joins it', () => {
  const groups = new Map([['a', [1]]])
  addToGroup(groups, 'a', 2)
  addToGroup(groups, 'b', 3)
  expect([...groups]).toEqual([
    ['a', [1, 2]],
    ['b', [3]],
  ])
})
