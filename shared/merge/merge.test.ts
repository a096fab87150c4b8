import { expect, test } from 'vitest'
import { builtinRegistry } from '../../test/records.ts'
import { type MergeOptions, merge } from './merge.ts'

const options: MergeOptions = {
  context: { registry: builtinRegistry, fileName: 'test.rec', settingDomains: [] },
  isStrict: false,
  markerSize: 7,
  ours: 'ours',
  theirs: 'theirs',
}

/** The text of a merge, or why there is none. */
function merged(base: string, ours: string, theirs: string, chosen: Partial<MergeOptions> = {}): string {
  const result = merge({ base, ours, theirs }, { ...options, ...chosen })
  return 'reason' in result ? result.reason : result.text
}

test('changes of different fields of a record combine', () => {
  expect(
    merged(
      '@CONTROL rid=C-1 | status="draft" | owner="Ann"\n',
      '@CONTROL rid=C-1 | status="tested" | owner="Ann" | maturity:int=3\n',
      '@CONTROL rid=C-1 | status="draft" | owner="Bob"\n',
    ),
  ).toBe('@CONTROL rid=C-1 | status="tested" | owner="Bob" | maturity:int=3\n')
})

test('different changes of one field are a conflict around the whole record', () => {
  expect(
    merged(
      '@A rid=1 | x="1" | y="1"\n@B rid=1\n',
      '@A rid=1 | x="2" | y="2"\n@B rid=1\n',
      '@A rid=1 | x="3" | y="1"\n@B rid=1\n',
    ),
  ).toBe(`<<<<<<< ours: x
@A rid=1 | x="2" | y="2"
=======
@A rid=1 | x="3" | y="2"
>>>>>>> theirs: x
@B rid=1
`)
})

test('additions on both sides at one place come in order', () => {
  expect(merged('@A rid=1\n', '@A rid=1\n\n# two\n@A rid=2\n', '@A rid=1\n@A rid=3\n@A rid=4\n')).toBe(
    '@A rid=1\n\n# two\n@A rid=2\n@A rid=3\n@A rid=4\n',
  )
})

test('moves of one side and changes of the other combine', () => {
  expect(
    merged(
      '# a\n@A rid=1 | x=1\n@A rid=2\n@A rid=3\n',
      '@A rid=2\n@A rid=3\n# a\n@A rid=1 | x=1\n',
      '# a\n@A rid=1 | x=2\n@A rid=2 | y=1\n@A rid=3\n',
    ),
  ).toBe('@A rid=2 | y=1\n@A rid=3\n# a\n@A rid=1 | x=2\n')
})

test('removal against change is a conflict', () => {
  expect(merged('@A rid=1 | x=1\n@A rid=2\n', '@A rid=2\n', '@A rid=1 | x=2\n@A rid=2\n')).toBe(`<<<<<<< ours: removed
=======
@A rid=1 | x=2
>>>>>>> theirs: x
@A rid=2
`)
  expect(merged('@A rid=1 | x=1\n@A rid=2\n', '@A rid=2\n', '@A   rid=1 | x=1\n@A rid=2\n')).toBe('@A rid=2\n')
})

test('the same id for two new records is a conflict', () => {
  expect(merged('@A rid=1\n', '@A rid=1\n@A rid=2 | x=1\n', '@A rid=1\n@A rid=2 | x=1 | y=1\n')).toBe(`@A rid=1
<<<<<<< ours: y
@A rid=2 | x=1
=======
@A rid=2 | x=1 | y=1
>>>>>>> theirs: y
`)
  expect(
    merged(
      '@A rid=1 | t="some title" | u="a user"\n',
      '@A rid=2 | t="some title" | u="a user"\n',
      '@A rid=1 | t="some title" | u="a user"\n@A rid=2\n',
    ),
  ).toBe(`<<<<<<< ours: another record with the id 2
@A rid=2 | t="some title" | u="a user"
=======
@A rid=2
>>>>>>> theirs: another record with the id 2
`)
})

test('a record that one side removed and the other refers to is a conflict', () => {
  const control = '@CONTROL rid=C-1 | title="x"\n'
  expect(
    merged(`${control}@FINDING rid=F-1\n`, '@FINDING rid=F-1\n', `${control}@FINDING rid=F-1 | control_ref="C-1"\n`),
  ).toBe(`<<<<<<< ours: removed
=======
${control}>>>>>>> theirs: needed by FINDING F-1
@FINDING rid=F-1 | control_ref="C-1"
`)
})

test('a record that one side removed and an earlier reference names is no conflict', () => {
  const control = '@CONTROL rid=C-1 | title="x"\n'
  const finding = '@FINDING rid=F-1 | control_ref="C-1"'
  expect(merged(`${control}${finding}\n`, `${finding}\n`, `${control}${finding} | description="y"\n`)).toBe(
    `${finding} | description="y"\n`,
  )
})

test('lists of references merge by item', () => {
  const service = (list: string): string => `@SERVICE rid=S-1 | dependencies="${list}"\n`
  expect(merged(service('a, b'), service('a, c'), service('x, a, b'))).toBe(service('x, a, c'))
  expect(merged(service('a, b'), service('a, b, c'), service('a, x, b'))).toBe(service('a, x, b, c'))
  expect(merged(service('a'), service('b'), service('c'))).toContain('<<<<<<<')
  expect(merged(service('a'), service('a, b'), '@SERVICE rid=S-1 | dependencies\n')).toContain('<<<<<<<')
})

test('a record that both sides touched is a conflict if strict', () => {
  expect(
    merged('@A rid=1 | x=1 | y=1\n', '@A rid=1 | x=2 | y=1\n', '@A rid=1 | x=1 | y=2\n', { isStrict: true }),
  ).toBe(`<<<<<<< ours: x, y
@A rid=1 | x=2 | y=1
=======
@A rid=1 | x=1 | y=2
>>>>>>> theirs: x, y
`)
})

test('comments and blank lines follow their record', () => {
  expect(
    merged(
      '# one\n@A rid=1\n\n@A rid=2\n',
      '# ONE\n@A rid=1\n\n@A rid=2\n',
      '@A rid=0\n\n# one\n@A rid=1 | x=1\n\n\n@A rid=2\n',
    ),
  ).toBe('@A rid=0\n\n# ONE\n@A rid=1 | x=1\n\n\n@A rid=2\n')
})

test('what cannot be merged by record is said', () => {
  expect(merged('@A rid=1\n', '@A rid=1\r\n', '@A rid=2\n')).toBe('the versions have different line ends')
  expect(merged('@A rid=1\n', '<<<<<<< a\n@A rid=1\n=======\n@A rid=3\n>>>>>>> b\n', '@A rid=2\n')).toBe(
    'a version has conflict markers',
  )
  expect(merged('@A rid=1\n', '@BEGIN\n@A rid=1\n', '@A rid=1\n@A rid=2\n')).toBe(
    'a record of one version would be read as a part of another one',
  )
})
