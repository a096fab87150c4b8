import { expect, test } from 'vitest'
import { renamedFiles } from './renamed-files.ts'

const renamed = (before: Record<string, string>, after: Record<string, string>): [string, string][] => [
  ...renamedFiles(new Map(Object.entries(before)), new Map(Object.entries(after))),
]

test('a file of which more than half of the lines are the same has another name', () => {
  expect(renamed({ a: '1\n2\n3\n' }, { b: '1\r\n\r\n2\r\n4' })).toEqual([['b', 'a']])
  expect(renamed({ a: '1\n2\n' }, { b: '1\n3\n' })).toEqual([])
  expect(renamed({ a: '1\n2\n' }, { b: '1\n2\n3\n4\n' })).toEqual([])
  expect(renamed({ a: '' }, { b: '' })).toEqual([])
})

test('a file that stays, or was there before, has no other name', () => {
  expect(renamed({ a: '1\n' }, { a: '2\n', b: '1\n' })).toEqual([])
  expect(renamed({ a: '1\n', b: '2\n' }, { b: '1\n' })).toEqual([])
})

test('of several files, the most similar one is the same, and each at most once', () => {
  expect(renamed({ a: '1\n2\n3\n' }, { b: '1\n2\n', c: '1\n2\n3\n' })).toEqual([['c', 'a']])
  expect(renamed({ a: '1\n2\n3\n', b: '1\n2\n3\n' }, { c: '1\n2\n3\n' })).toEqual([['c', 'a']])
})

test('lines that many new files have do not count', () => {
  const copies = (count: number): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`b${index}`, '1\n']))
  expect(renamed({ a: '1\n' }, copies(16))).toEqual([['b0', 'a']])
  expect(renamed({ a: '1\n' }, copies(17))).toEqual([])
})
