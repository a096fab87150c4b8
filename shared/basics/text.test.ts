import { expect, test } from 'vitest'
import { compareText, counted, countedWithCommas } from './text.ts'

test('texts have the order of their code units', () => {
  expect(['b', 'B', 'ä', 'a', '10', '2', ''].sort(compareText)).toEqual(['', '10', '2', 'B', 'a', 'b', 'ä'])
  expect(compareText('a', 'a')).toBe(0)
})

test.each([
  [0, '0 records'],
  [1, '1 record'],
  [12000, '12000 records'],
])('%i records are counted', (count, text) => {
  expect(counted(count, 'record')).toBe(text)
})

test('a page separates thousands', () => {
  expect([countedWithCommas(1, 'id'), countedWithCommas(12000, 'id')]).toEqual(['1 id', '12,000 ids'])
})
