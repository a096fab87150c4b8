import { expect, test } from 'vitest'
import { taskTag } from '../../test/expressions.ts'
import type { RecordNode } from '../syntax/nodes.ts'
import { parse } from '../syntax/tree.ts'
import { repeatedFieldsIn, undefinedFieldsIn } from './odd-fields.ts'

const recordOf = (fields: string): RecordNode => parse(`@TASK ${fields}\n`).entries[0] as RecordNode

test.each<[fields: string, before: string[], names: string[]]>([
  ['rid=T-1 | title="a"', ['a'], []],
  ['a=1 | title="x" | b.c=2 | b.c=3', [], ['a', 'b.c']],
  ['a=1 | b=2', ['a'], ['a', 'b']],
  ['b=1', ['a'], ['b']],
  ['b=1 | a=2', ['a', 'b'], ['b', 'a']],
  ['a= | b', [], []],
  ['rid=T-1 | this=1 | Title="x"', [], ['this', 'Title']],
])('of @TASK %s, the tag does not define some fields', (fields, before, names) => {
  expect(undefinedFieldsIn(recordOf(fields).fields, taskTag, before)).toEqual(names)
})

test('a list with the same names is the one before', () => {
  const before = ['a', 'b']
  expect(undefinedFieldsIn(recordOf('a=1 | title="x" | b=2').fields, taskTag, before)).toBe(before)
})

test.each<[fields: string, names: string[]]>([
  ['a=1 | b=1', []],
  ['a=1 | a="1" | b=2 | title | title="x"', []],
  ['a=1 | b=2 | a=3 | b=2 | a=4', ['a']],
  [Array.from({ length: 100 }, (_, index) => `f${index % 99}=${index}`).join(' | '), ['f0']],
])('%s has several values of some fields', (fields, names) => {
  const record = recordOf(fields)
  expect(repeatedFieldsIn(record, record.fields)).toEqual(names)
})
