import { expect, test } from 'vitest'
import { typeNamed } from './type-words.ts'

test('type words', () => {
  expect(['string', 'str', 'int', 'float', 'ts', 'bool'].map(typeNamed)).toEqual([
    'string',
    'string',
    'int',
    'float',
    'ts',
    'bool',
  ])
  expect(['', 'Int', 'integer', 'ref', 'bytes', 'toString', '__proto__'].map(typeNamed)).toEqual(
    Array(7).fill(undefined),
  )
})
