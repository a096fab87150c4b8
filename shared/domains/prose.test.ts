import { expect, test } from 'vitest'
import { plainProse } from './prose.ts'

test.each([
  ['`rid` of the CONTROL', 'rid of the CONTROL'],
  ['Write `*.example.com`, not `a | b`.', 'Write *.example.com, not a | b.'],
  ['One ` alone, and two `` together', 'One ` alone, and two `` together'],
  ['', ''],
])('%j is shown as %j where nothing shows code', (text, plain) => {
  expect(plainProse(text)).toBe(plain)
})
