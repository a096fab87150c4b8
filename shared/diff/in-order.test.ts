import fc from 'fast-check'
import { expect, test } from 'vitest'
import { heaviestInOrder, inOrder } from './in-order.ts'

test.each([
  [[], []],
  [[7], [1]],
  [
    [-1, -1],
    [0, 0],
  ],
  [
    [0, -1, 1],
    [1, 0, 1],
  ],
  [
    [0, 1, 2, 3],
    [1, 1, 1, 1],
  ],
  [
    [3, 2, 1, 0],
    [0, 0, 0, 1],
  ],
  [
    [0, 3, -1, 1, 2],
    [1, 0, 0, 1, 1],
  ],
  [
    [2, 0, 1],
    [0, 1, 1],
  ],
  [
    [1, 2, 0],
    [1, 1, 0],
  ],
  [
    [5, 1, 2, 6, 3],
    [0, 1, 1, 0, 1],
  ],
  [
    [4, 5, 0, 6, 1],
    [1, 1, 0, 1, 0],
  ],
  [
    [0, 8, 4, 12, 2, 10, 6, 14],
    [1, 0, 0, 0, 1, 0, 1, 1],
  ],
])('of %j, the longest part in order is %j', (numbers, expected) => expect([...inOrder(numbers)]).toEqual(expected))

test('the heaviest part in order is in order, and the longest one if all have the same weight', () => {
  const permutation = fc.nat(12).chain(length => {
    const numbers = Array.from({ length }, (_, index) => index)
    return fc.shuffledSubarray(numbers, { minLength: length })
  })
  fc.assert(
    fc.property(permutation, numbers => {
      const stable = heaviestInOrder(numbers, () => 1)
      const part = numbers.filter((_, index) => stable[index] === 1)
      expect(part).toEqual(part.toSorted((one, other) => one - other))
      expect(part.length).toBe(inOrder(numbers).filter(Boolean).length)
    }),
  )
  expect([...heaviestInOrder([1, 2, -1, 0], index => (index === 3 ? 3 : 1))]).toEqual([0, 0, 0, 1])
  expect([...heaviestInOrder([1, 2, -1, 0], index => (index === 3 ? 1 : 2))]).toEqual([1, 1, 0, 0])
})
