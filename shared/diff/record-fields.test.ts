import { expect, test } from 'vitest'
import { builtinRegistry } from '../../test/records.ts'
import type { RecordNode } from '../syntax/nodes.ts'
import { parse } from '../syntax/tree.ts'
import { recordText, saidBy, saysTheSame } from './record-fields.ts'
import { definitionFor } from './record-key.ts'

const record = (text: string): RecordNode => parse(text).entries[0] as RecordNode

test('a record is its head, its fields with what is between them, and its tail', () => {
  expect(recordText(record(' @A  x:int=1 | y="a\\"b"\n  | z | w= |\n'))).toEqual({
    head: ' @A',
    fields: [
      { name: 'x', between: '  ', text: 'x:int=1', said: '1' },
      { name: 'y', between: ' | ', text: 'y="a\\"b"', said: 'a"b' },
      { name: 'z', between: '\n  | ', text: 'z', said: undefined },
      { name: 'w', between: ' | ', text: 'w=', said: undefined },
    ],
    tail: ' |\n',
  })
  expect(recordText(record('@A\n'))).toEqual({ head: '@A', fields: [], tail: '\n' })
})

test('fields say the same in every notation, and the first of a name counts', () => {
  expect([...saidBy(record('@A x="1" | y=1 | z=\'1\' | x=2 | v=[a, b] | w="a\\nb" | u'))]).toEqual([
    ['x', '1'],
    ['y', '1'],
    ['z', '1'],
    ['v', '[a, b]'],
    ['w', 'a\nb'],
    ['u', undefined],
  ])
  expect(saidBy(record('@A x="a\\n')).get('x')).toBe('"a\\n')
})

test.each([
  ['@A x=1 | y=2\n', '@A  x="1"\n  | y:int=2\n'],
  ['@A x=1\n', '@A x=1'],
  ['@a x=1\n', '@A x=1\n'],
  ['@A x=1 | x=2\n', '@A x="1" | x="2"\n'],
  ['@A x="a"b | y=1\n', '@A x="a"b | y="1"\n'],
  ['@A x= | y\n', '@A x | y=\n'],
])('two records say the same: %j, %j', (one, other) => {
  expect(saysTheSame(record(one), record(other))).toBe(true)
  expect(saysTheSame(record(other), record(one))).toBe(true)
})

test.each([
  ['@A x=1\n', '@B x=1\n'],
  ['@A x=1\n', '@A x=2\n'],
  ['@A x=1\n', '@A y=1\n'],
  ['@A x=1\n', '@A x=1 | y=2\n'],
  ['@A x=1 | y=2\n', '@A y=2 | x=1\n'],
  ['@A x=1 | x=2\n', '@A x=1 | x=3\n'],
  ['@A x="a"b\n', '@A x="a"c\n'],
  ['@A x="a" # b\n', '@A x="a"\n'],
  ['@A x="a"b | y="a"cd\n', '@A x="a"bc | y="a"d\n'],
  ['@A x="1\n', '@A x="1"\n'],
])('two records do not say the same: %j, %j', (one, other) => {
  expect(saysTheSame(record(one), record(other))).toBe(false)
  expect(saysTheSame(record(other), record(one))).toBe(false)
})

test('the definition of a tag of several domains is the one with most of the fields', () => {
  const path = (text: string): string | undefined => definitionFor(record(text), builtinRegistry)?.fullName.path
  expect(path('@CONTROL rid=1')).toBe('core.compliance.CONTROL')
  expect(path('@control rid=1')).toBe('core.compliance.CONTROL')
  expect(path('@POLICY rid=1 | premium=1 | owner=a | type=b')).toBe('core.insurance.POLICY')
  expect(path('@POLICY rid=1 | premium=1 | owner=a | title=b')).toBe('core.compliance.POLICY')
  expect(path('@ODD rid=1')).toBeUndefined()
})
