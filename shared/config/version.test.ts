import { expect, test } from 'vitest'
import { isVersionIn } from './version.ts'

test.each([
  ['>=0.2', '0.2.0', true],
  ['>=0.2', '0.10.0', true],
  ['>=0.2', '0.1.9', false],
  ['>=0.2 <1', '1.0.0', false],
  ['>=0.2 <1', '0.9.9', true],
  ['> 0.2', '0.2.0', false],
  ['<=0.2', '0.2.1', false],
  ['0.2', '0.2.0', true],
  ['=0.2.1', '0.2.0', false],
  ['>=0.2', '0.2.0-beta.1', true],
])('%s and %s: %s', (range, version, isIn) => {
  expect(isVersionIn(range, version)).toBe(isIn)
})
