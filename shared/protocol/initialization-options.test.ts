import { expect, test } from 'vitest'
import { readInitializationOptions } from './initialization-options.ts'

test('options of the wrong type count as not given', () => {
  for (const options of [undefined, null, 5, 'x', [], { codesPage: 5, suggestCommand: null }])
    expect(readInitializationOptions(options)).toEqual({})
  expect(readInitializationOptions({ codesPage: 'a', suggestCommand: 'b', settings: null, other: 1 })).toEqual({
    codesPage: 'a',
    suggestCommand: 'b',
    settings: null,
  })
})
