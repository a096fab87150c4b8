import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lastIndex } from './last-index.ts'

test('the last item is found in any sorted list', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9)), fc.nat(9), (numbers, limit) => {
      const sorted = numbers.sort((one, other) => one - other)
      expect(lastIndex(sorted, number => number <= limit)).toBe(sorted.findLastIndex(number => number <= limit))
    }),
  )
})

test('all items, none of them, and no items', () => {
  expect([lastIndex([1, 2, 3], () => true), lastIndex([1, 2, 3], () => false), lastIndex([], () => true)]).toEqual([
    2, -1, -1,
  ])
})
