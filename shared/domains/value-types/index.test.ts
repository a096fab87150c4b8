import { expect, test } from 'vitest'
import { nearestType, typeNames, valueTypes } from './index.ts'

// A regular expression that goes back over the text again and again would not end on a text of this length.
test.each([
  ['1', ',', 'x5'],
  ['', '1', ''],
  ['2026-06-30T', '+', ''],
  ['', ' ', ''],
  ['1', '.', ''],
])('a long value is accepted or explained in short: %j, then many %j', (start, repeated, end) => {
  const text = start + repeated.repeat(1_000_000) + end
  for (const type of typeNames)
    expect(valueTypes[type].accepts(text) || valueTypes[type].explain(text).length < 200).toBe(true)
})

test('the type that an unknown word most likely means', () => {
  expect(['integer', 'INT', 'number', 'date', 'Boolean', 'strng', 'flaot', 'xyzzy', ''].map(nearestType)).toEqual([
    'int',
    'int',
    'float',
    'ts',
    'bool',
    'string',
    'float',
    undefined,
    undefined,
  ])
})
