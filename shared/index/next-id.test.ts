import { expect, test } from 'vitest'
import { nextId } from './next-id.ts'

test('the next id of the usual form', () => {
  expect(nextId(['CTL-0001', 'CTL-0040', 'CTL-0009'])).toBe('CTL-0041')
  expect(nextId(['CTL-099', 'CTL-98'])).toBe('CTL-100')
  expect(nextId(['A-1', 'B-7', 'B-8', 'other'])).toBe('B-9')
  expect(nextId(['9'])).toBe('10')
  expect(nextId(['2026-Q1'])).toBe('2026-Q2')
  expect(nextId(['draft', ''])).toBeUndefined()
  expect(nextId([])).toBeUndefined()
})
