import { expect, test } from 'vitest'
import { expectLinear } from '../../../test/growth.ts'
import { nearestType, typeNames, valueTypes } from './index.ts'

test('an explanation takes linear time for any text', () => {
  for (const [start, repeated, end] of [
    ['1', ',', 'x5'],
    ['', '1', ''],
    ['2026-06-30T', '+', ''],
    ['', ' ', ''],
    ['1', '.', ''],
  ]) {
    expectLinear(
      200_000,
      size => {
        const text = start + repeated!.repeat(size) + end
        for (const type of typeNames)
          expect(valueTypes[type].accepts(text) || valueTypes[type].explain(text).length < 200).toBe(true)
      },
      repeated,
    )
  }
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
