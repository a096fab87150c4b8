import { expect, test } from 'vitest'
import { blockEnd } from './block-end.ts'

test.each([
  ['xx.x', 0, 1, 1],
  ['xx.x', 1, 1, 3],
  ['x..x', 0, 1, 3],
  ['..xx', 0, 1, 2],
  ['x...', 0, 1, 3],
  ['xxxx', 0, 1, 3],
  ['xxxx', 3, 1, 3],
  ['xx.x', 3, -1, 1],
  ['xx.x', 1, -1, 0],
  ['.xxx', 3, -1, 1],
  ['...x', 3, -1, 0],
  ['x', 0, -1, 0],
])('in %s, a jump from %i by %i ends at %i', (cells, from, by, end) =>
  expect(blockEnd(from, by as 1 | -1, cells.length, at => cells[at] === 'x')).toBe(end),
)

test('a table without rows is no place to jump in', () => expect(blockEnd(0, 1, 0, () => true)).toBe(0))
