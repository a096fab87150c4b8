import { expect, test } from 'vitest'
import { guessedType } from './guessed-type.ts'

test.each([
  [['1', '-20'], 'int'],
  [['1', '2.5', '1e3'], 'float'],
  [['true', 'false'], 'bool'],
  [['2026-06-30', '2026-06-30T12:00:00Z'], 'ts'],
  [['1', 'true'], 'string'],
  [['2026-06-30', '2026-02-30'], 'string'],
  [['00123', '5'], 'string'],
  [['0', '-0.5'], 'float'],
  [['+49'], 'string'],
  [['', '7'], 'int'],
  [['', ''], 'string'],
  [[], 'string'],
])('%j are values of the type %s', (values, type) => expect(guessedType(values)).toBe(type))
