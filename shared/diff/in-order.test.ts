import { expect, test } from 'vitest'
import { inOrder } from './in-order.ts'

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
