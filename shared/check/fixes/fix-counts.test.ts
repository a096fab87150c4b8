import { expect, test } from 'vitest'
import { listed } from './fix-counts.ts'

test('the codes that were fixed most come first, and of the same number those that are first in the alphabet', () => {
  const counts = (['c', 'a', 'd', 'b'] as const).map(code => [code, code === 'd' ? 2 : 1] as const)
  expect(listed(new Map(counts))).toBe('2 d, 1 a, 1 b, 1 c')
  expect(listed(new Map(counts.toReversed()))).toBe('2 d, 1 a, 1 b, 1 c')
  expect(listed(new Map([['a', 1]]))).toBe('1 a')
})
