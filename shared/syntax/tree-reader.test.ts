import { expect, test } from 'vitest'
import { textOf } from './tree.ts'
import { TreeReader } from './tree-reader.ts'

test('a text is read a part at a time, as many entries as a length takes', () => {
  const reader = new TreeReader('@A\n@B\n@C a=1\n  | b=2\n# d\n')
  const readOn = (length: number): unknown => [textOf(reader.readOn(length)), reader.isAtEnd]
  expect([textOf(reader.tree), reader.isAtEnd]).toEqual(['', false])
  expect(readOn(1)).toEqual(['@A\n', false])
  expect(readOn(3)).toEqual(['@A\n@B\n', false])
  expect(readOn(1)).toEqual(['@A\n@B\n@C a=1\n  | b=2\n', false])
  expect(textOf(reader.tree)).toBe('@A\n@B\n@C a=1\n  | b=2\n')
  expect(readOn(1000)).toEqual(['@A\n@B\n@C a=1\n  | b=2\n# d\n', true])
  const whole = reader.tree
  expect([reader.readOn(1), reader.readOn(1)]).toEqual([whole, whole])
})

test('the entries that are read stay the same, and a later tree knows which are new', () => {
  const reader = new TreeReader('@A\n@B\n')
  const first = reader.readOn(1)
  const both = reader.readOn(1)
  expect(both.entries[0]).toBe(first.entries[0])
  expect(both.change).toEqual({ before: first.list, first: 1, oldEnd: 1, newEnd: 2 })
  expect([...both.starts]).toEqual([0, 3, 6])
})

test('an empty text is at its end from the start', () => {
  const reader = new TreeReader('')
  expect([reader.isAtEnd, textOf(reader.readOn(5))]).toEqual([true, ''])
})
