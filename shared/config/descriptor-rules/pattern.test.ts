import { expect, test } from 'vitest'
import { expectDescriptorProblems, fieldsRead, vehicleWith } from '../../../test/descriptor-files.ts'

const withPattern = (pattern: string): string =>
  vehicleWith(`{ "name": "plate", "type": "string", "pattern": ${JSON.stringify(pattern)} }`)

test('patterns that compile', () => {
  for (const pattern of ['', '[A-Z]{1,3}-\\d+', '(?i)abc', '\\p{L}+', '^a$'])
    expectDescriptorProblems(withPattern(pattern))
})

test.each([
  ['(ab', 'missing closing ) at (ab; correct the regular expression'],
  ['[z-a]', 'invalid character class range at z-a; correct the regular expression'],
  ['a\\', 'trailing backslash at end of expression; correct the regular expression'],
  ['(?=a)b', 'it looks ahead or behind with (?=, which is not supported; write it without'],
  ['(?<!a)b', 'it looks ahead or behind with (?<!, which is not supported; write it without'],
  [
    '(a|b|c){1000}(d|e){1000}',
    'it compiles to 6002 steps, and at most 5000 are allowed; use smaller numbers in braces, or fewer alternatives',
  ],
  ['(a)\\1', 'it refers back with \\1, which is not supported; write it without'],
  ['(?<n>a)\\k<n>', 'it refers back with \\k<n>, which is not supported; write it without'],
])('a pattern that does not: %s', (pattern, reason) =>
  expectDescriptorProblems(
    withPattern(pattern),
    `descriptor-pattern «${JSON.stringify(pattern)}» The pattern of VEHICLE.plate cannot be used: ${reason}.`,
  ),
)

test('patterns made to take time or the stack', () => {
  for (const pattern of ['('.repeat(5000) + ')'.repeat(5000), '(a|b)'.repeat(100_000), '((a{1000}){1000}){1000}']) {
    expect(fieldsRead(withPattern(pattern))).toEqual([{ name: 'plate', type: 'string' }])
  }
})

test('a field without its wrong pattern counts', () => {
  expect(fieldsRead(withPattern('(ab'))).toEqual([{ name: 'plate', type: 'string' }])
})
