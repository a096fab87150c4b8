import { expect, test } from 'vitest'
import { MemoryBudget } from './memory-budget.ts'

const records = (count: number): string => '@CONTROL rid=C-1 | title="x"\n'.repeat(count)

test('a file is read while there is room for all open files', () => {
  const budget = new MemoryBudget(33_000_000)
  expect(budget.reserve('a', records(200))).toBe(true)
  expect(budget.reserve('b', records(200))).toBe(false)
  expect(budget.hasRoomFor(records(200))).toBe(false)
  expect(budget.reserve('b', records(20))).toBe(true)
  budget.release('a')
  expect(budget.hasRoomFor(records(200))).toBe(true)
  expect(budget.reserve('b', records(200))).toBe(true)
})

test('a file grows by what is inserted, until its whole text has no room', () => {
  const budget = new MemoryBudget(33_000_000)
  const none = (): string => expect.fail('the whole text is not needed')
  budget.reserve('a', '')
  for (let turn = 0; turn < 2; turn++) expect(budget.grow('a', records(100), none)).toBe(true)
  // What was inserted before is gone.
  expect(budget.grow('a', records(100), () => records(100))).toBe(true)
  expect(budget.grow('a', records(100), none)).toBe(true)
  expect(budget.grow('a', records(100), () => records(300))).toBe(false)
})

test.each([
  ['text', 'x'.repeat(1000), true],
  ['blank lines', '\n'.repeat(9000), true],
  ['records', '@\n'.repeat(1000), false],
  ['fields', `@A ${'a='.repeat(2000)}`, false],
])('%s', (_, text, fits) => expect(new MemoryBudget(33_000_000).hasRoomFor(text)).toBe(fits))
