import { expect, test } from 'vitest'
import { merged, recordsWith } from '../../test/merges.ts'

// The ids of the base, of ours, of theirs, and of the result.
test.each([
  ['1', '21', '31', '231'],
  ['12', '132', '142', '1342'],
  ['12', '1342', '1562', '134562'],
  ['1234', '2341', '2134', '2341'],
  ['1234', '2134', '2341', '2134'],
  ['12345', '23451', '51234', '52341'],
  ['12345', '51234', '23451', '52341'],
  ['1234', '2341', '1234', '2341'],
  ['123', '231', '23', '23'],
  ['123', '23', '231', '23'],
  ['123', '23', '12', '2'],
  ['123', '1623', '231', '2316'],
  ['123', '231', '1623', '2316'],
  ['123', '1623', '2317', '23167'],
  ['123', '12637', '312', '37126'],
  ['123', '1643', '6123', '1643'],
  ['1234', '1324', '12354', '13254'],
  ['123', '1243', '1423', '1243'],
  ['123', '1234', '125', '1254'],
])('records are in the order of the base, with moves and additions: %s, %s, %s', (base, ours, theirs, result) =>
  expect(merged(recordsWith(base), recordsWith(ours), recordsWith(theirs))).toBe(recordsWith(result)),
)

test('a record that both sides moved has the place of ours and the changes of both', () => {
  expect(
    merged(
      '@A rid=1 | x=1 | y=1\n@A rid=2\n@A rid=3\n@A rid=4\n',
      '@A rid=2\n@A rid=3\n@A rid=4\n@A rid=1 | x=2 | y=1\n',
      '@A rid=2\n@A rid=1 | x=1 | y=2\n@A rid=3\n@A rid=4\n',
    ),
  ).toBe('@A rid=2\n@A rid=3\n@A rid=4\n@A rid=1 | x=2 | y=2\n')
})

// What ours and theirs have above, between and below two records, and what the result has.
test.each([
  [
    ['', '@A x=1\n', ''],
    ['', '@A x=1\n', '@B\n'],
    ['', '@A x=1\n', '@B\n'],
  ],
  [
    ['', '@A x=1\n', ''],
    ['', '', '@A x=1\n'],
    ['', '@A x=1\n', '@A x=1\n'],
  ],
  [
    ['', '@A x=1\n', ''],
    ['', '@A x=1\n@A x=1\n', ''],
    ['', '@A x=1\n@A x=1\n', ''],
  ],
  [
    ['', '@A x=1\n@A x=1\n', ''],
    ['', '@A x=1\n', ''],
    ['', '@A x=1\n@A x=1\n', ''],
  ],
  [
    ['', '@A x=1\n@A x=1\n', ''],
    ['', '@A x=1\n@A x=1\n', '@B\n'],
    ['', '@A x=1\n@A x=1\n', '@B\n'],
  ],
  [
    ['', '# a\n@A x=1\n', ''],
    ['', '# b\n@A x=1\n', ''],
    ['', '# a\n@A x=1\n# b\n@A x=1\n', ''],
  ],
  [
    ['', '@A x=1\n', ''],
    ['', '@A x=2\n', ''],
    ['', '@A x=1\n@A x=2\n', ''],
  ],
  [
    ['', '@A rid=1\n', ''],
    ['', '', '@A rid=1\n'],
    ['', '@A rid=1\n', ''],
  ],
  [
    ['', '', '@A rid=1\n'],
    ['@A rid=1\n', '', '@B\n'],
    ['', '', '@A rid=1\n@B\n'],
  ],
])('what both sides added is there once if it is the same: %j, %j', (ours, theirs, result) => {
  const text = ([above, between, below]: readonly string[]): string => `${above}@C rid=1\n${between}@C rid=2\n${below}`
  expect(merged(text(['', '', '']), text(ours), text(theirs))).toBe(text(result))
})
