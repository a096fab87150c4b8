import { expect, test } from 'vitest'
import { conflictsIn, merged } from '../../test/merges.ts'

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

test('a side can decide about what both changed', () => {
  const versions = [
    '@A rid=1 | x="1" | y="1"\n\n@B rid=1\n@C rid=1\n',
    '@A rid=1 | x="2" | y="2"\n@C rid=1\n',
    '@A rid=1 | x="3" | y="1"\n\n@B rid=1 | z="1"\n@C rid=1\n',
  ] as const
  expect(merged(...versions, { favor: 'ours' })).toBe('@A rid=1 | x="2" | y="2"\n@C rid=1\n')
  expect(merged(...versions, { favor: 'theirs' })).toBe('@A rid=1 | x="3" | y="2"\n\n@B rid=1 | z="1"\n@C rid=1\n')
  expect(merged(...versions, { favor: 'union' })).toBe(
    '@A rid=1 | x="2" | y="2"\n@A rid=1 | x="3" | y="2"\n\n@B rid=1 | z="1"\n@C rid=1\n',
  )
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
  expect(merged(service('a,b'), service('a,b,c'), service('b'))).toBe(service('b,c'))
  expect(merged(service('a'), service('b'), service('c'))).toBe(service('b, c'))
  expect(merged(service('a'), service('a, b'), '@SERVICE rid=S-1 | dependencies\n')).toContain('<<<<<<<')
})

test('a reference to one record does not merge by item', () => {
  const finding = (id: string): string => `@FINDING rid=F-1 | control_ref="${id}"\n`
  expect(merged(finding('a'), finding('b'), finding('c'))).toContain('<<<<<<<')
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

test('a side that changed nothing takes the other side as it is', () => {
  const changed = '@A rid=1\r\n<<<<<<< a\r\n@BEGIN'
  expect(merged('@A rid=1\n', changed, '@A rid=1\n')).toBe(changed)
  expect(merged('@A rid=1\n', '@A rid=1\n', changed)).toBe(changed)
  expect(merged('@A rid=1\n', changed, changed)).toBe(changed)
})

test('every conflict counts', () => {
  const versions = ['1', '2', '3'].map(x => `@A rid=1 | x=${x}\n@A rid=2 | y=1\n@A rid=3 | x=${x}\n`)
  expect(conflictsIn(versions[0]!, versions[1]!, versions[2]!)).toBe(2)
  expect(conflictsIn(versions[0]!, versions[1]!, versions[0]!)).toBe(0)
  expect(conflictsIn('@A rid=1\n', '@A rid=1\n@A rid=2\n', '@A rid=1\n@A rid=3\n')).toBe(0)
})

test.each(['\n', '\r\n', '\r'])('fields, additions and conflicts have the line end of the file: %j', lineBreak => {
  const withBreaks = (text: string): string => text.replaceAll('\n', lineBreak)
  const base = withBreaks('@A rid=1 | x=1 | y=1\n@A rid=2 | x=1\n')
  const ours = withBreaks('@A rid=1 | x=2 | y=1\n@A rid=2 | x=2\n\n# note\n')
  const theirs = withBreaks('@A rid=1 | x=1 | y=2\n@A rid=2 | x=3\n@A rid=3\n')
  expect(merged(base, ours, theirs)).toBe(
    withBreaks(`@A rid=1 | x=2 | y=2
<<<<<<< ours: x
@A rid=2 | x=2
=======
@A rid=2 | x=3
>>>>>>> theirs: x

# note

@A rid=3
`),
  )
})

test.each([
  ['a\n', 'b\n', 'c\r\n'],
  ['a\n', 'b\r', 'c\n'],
  ['a\r\n', 'b\r\nb\r', 'c\r\n'],
  ['a\r\na\n', 'b\r\nb\n', 'c\r\nc\n'],
])('versions with several kinds of line ends are not merged by record: %j, %j, %j', (base, ours, theirs) => {
  expect(merged(base, ours, theirs)).toBe('the versions have different line ends')
})

test.each([
  '<<<<<<< a',
  '>>>>>>> b',
  '||||||| c',
  '=======',
  '<<<<<<<<<< a',
  '>>>>>>>>>> b',
  '|||||||||| c',
  '==========',
])('the line %s of an older conflict stops a merge by record', line => {
  const marked = `@A rid=1\n${line}\n@A rid=2\n`
  const other = ['@A rid=3\n', '@A rid=4\n'] as const
  for (const [base, ours, theirs] of [
    [marked, ...other],
    [other[0], marked, other[1]],
    [...other, marked],
  ] as const)
    expect(merged(base, ours, theirs)).toBe('a version has conflict markers')
})

test.each(['<<<<<< a', '>>>>>> b', '|||||| c', '======', 'a <<<<<<< b', 'a =======', '======= b', '@B x="<<<<<<< "'])(
  'the line %s is no conflict marker',
  line => {
    expect(merged(`${line}\n@A rid=1\n`, `${line}\n@A rid=1\n@A rid=2\n`, `@A rid=0\n${line}\n@A rid=1\n`)).toBe(
      `@A rid=0\n${line}\n@A rid=1\n@A rid=2\n`,
    )
  },
)

// Base, ours, theirs, and the result.
test.each([
  ['\n', '\n', '', ''],
  ['\n', '', '\n', ''],
  ['\n', '', '', ''],
  ['', '', '', ''],
  ['', '\n', '', '\n'],
  ['', '', '\n', '\n'],
  ['', '\n', '\n', '\n'],
  ['\r\n', '\r\n', '', ''],
])('a last line end is there as the side that changed it has it: %j, %j, %j', (base, ours, theirs, result) => {
  const above = base === '\r\n' ? '@B\r\n' : '@B\n'
  expect(
    merged(
      `${above}@A rid=1 | x=1 | y=1${base}`,
      `${above}@A rid=1 | x=2 | y=1${ours}`,
      `${above}@A rid=1 | x=1 | y=2${theirs}`,
    ),
  ).toBe(`${above}@A rid=1 | x=2 | y=2${result}`)
})

test('a file without records ends with no open line', () => {
  expect(merged('@A rid=1', '', '@A rid=1\n@A rid=2')).toBe('@A rid=2\n')
  expect(merged('@A rid=1\n', '', '@A rid=1')).toBe('')
})

test('a conflict at the end of a file without a last line end has whole lines', () => {
  expect(merged('@A rid=1 | x=1', '@A rid=1 | x=2', '@A rid=1 | x=3')).toBe(`<<<<<<< ours: x
@A rid=1 | x=2
=======
@A rid=1 | x=3
>>>>>>> theirs: x
`)
})

test('a comment that stood alone does not become one of the record below', () => {
  expect(merged('@A rid=1\n', '@A rid=1\n\n# note\n', '@A rid=1\n@A rid=2\n')).toBe('@A rid=1\n\n# note\n\n@A rid=2\n')
  expect(merged('@A rid=1\n', '@A rid=1\n\n# note\n', '@A rid=1\n\n\n@A rid=2\n')).toBe(
    '@A rid=1\n\n# note\n\n\n@A rid=2\n',
  )
  expect(merged('@A rid=1 | x=1\n', '@A rid=1 | x=1\n\n# note\n', '@A rid=1 | x=2\n')).toBe(
    '@A rid=1 | x=2\n\n# note\n',
  )
  expect(merged('@A rid=1\n', '@A rid=1\n\n  # note\n', '@A rid=1\n@A rid=2\n')).toBe(
    '@A rid=1\n\n  # note\n\n@A rid=2\n',
  )
  expect(merged('@A rid=1\n', '@A rid=1\ntext\n', '@A rid=1\n@A rid=2\n')).toBe('@A rid=1\ntext\n@A rid=2\n')
})

test('a comment that one side removed and the other changed is a conflict apart from the record below', () => {
  const [base, removed, changed] = ['# a\n\n@A rid=1\n', '@A rid=1\n', '# b\n\n@A rid=1\n']
  const conflict = (ours: string, theirs: string, labels: [string, string]): string =>
    `<<<<<<< ours: ${labels[0]}\n${ours}=======\n${theirs}>>>>>>> theirs: ${labels[1]}\n\n@A rid=1\n`
  expect(merged(base, removed, changed)).toBe(conflict('', '# b\n', ['removed', 'changed']))
  expect(merged(base, changed, removed)).toBe(conflict('# b\n', '', ['changed', 'removed']))
  expect(merged('one\n@A rid=1\n', 'two\n@A rid=1\n', '# b\n\n@A rid=1\n')).toBe(
    conflict('two\n', '# b\n', ['changed', 'changed']),
  )
})

test('a conflict whose one side would be read as a part of another record is no merge by record', () => {
  expect(merged('one\n@A rid=2\n', 'two\n@A rid=2\n@A rid=3\n', '@BEGIN\n@A rid=2\n')).toBe(
    'a record of one version would be read as a part of another one',
  )
})

test('the markers have the size and the names that were chosen', () => {
  const chosen = { markerSize: 9, ours: 'HEAD', theirs: 'topic' }
  expect(merged('@A rid=1 | x=1\n', '@A rid=1 | x=2\n', '@A rid=1 | x=3\n', chosen)).toBe(`<<<<<<<<< HEAD: x
@A rid=1 | x=2
=========
@A rid=1 | x=3
>>>>>>>>> topic: x
`)
})

const control = '@CONTROL rid=C-1 | title="Access review"\n'
const renamed = '@CONTROL rid=C-2 | title="Access review"\n'
const [finding, referring] = ['@FINDING rid=F-1\n', '@FINDING rid=F-1 | control_ref="C-1"\n']

test('a record that one side renamed and the other refers to is a conflict', () => {
  expect(merged(control + finding, renamed + finding, control + referring)).toBe(`<<<<<<< ours: rid
${renamed}=======
${control}>>>>>>> theirs: needed by FINDING F-1
${referring}`)
  expect(merged(control + finding, control + referring, renamed + finding)).toBe(`<<<<<<< ours: needed by FINDING F-1
${control}=======
${renamed}>>>>>>> theirs: rid
${referring}`)
})

test('a record that both sides renamed is one conflict, also if a side refers to its new id', () => {
  const other = '@CONTROL rid=C-3 | title="Access review"\n'
  const following = '@FINDING rid=F-1 | control_ref="C-3"\n'
  expect(merged(control + finding, renamed + finding, other + following)).toBe(`<<<<<<< ours: rid
${renamed}=======
${other}>>>>>>> theirs: rid
${following}`)
})

test('a record that lost its id although the other side refers to it is a conflict', () => {
  const nameless = '@CONTROL title="Access review"\n'
  const extended = '@CONTROL rid=C-1 | title="Access review" | maturity:int=3\n'
  expect(merged(control + finding, nameless + finding, extended + referring)).toBe(`<<<<<<< ours: rid
${nameless}=======
${extended}>>>>>>> theirs: needed by FINDING F-1
${referring}`)
})

test('a record without an id that refers to a removed one is named on one line', () => {
  const evidence = '@EVIDENCE control_ref="C-1"\n  | type="log"\n'
  expect(merged(control, control + evidence, '')).toBe(`<<<<<<< ours: needed by @EVIDENCE control_ref="C-1" | type="log"
${control}=======
>>>>>>> theirs: removed
${evidence}`)
})

test('records that nobody refers to newly are removed and renamed', () => {
  const other = '@FINDING rid=F-1 | control_ref="C-9"\n'
  expect(merged(control + finding, finding, control + other)).toBe(other)
  expect(merged(control + finding, renamed + finding, control + other)).toBe(renamed + other)
  expect(merged(control + referring, renamed + referring, `${control}# a\n${referring}`)).toBe(
    `${renamed}# a\n${referring}`,
  )
})

test('a reference that moves along with a new id is no conflict', () => {
  const following = '@FINDING rid=F-1 | control_ref="C-2"\n'
  const extended = control.replace('\n', ' | owner="Ann"\n')
  expect(merged(control + referring, renamed + following, extended + referring)).toBe(
    renamed.replace('\n', ' | owner="Ann"\n') + following,
  )
})

/** A conflict of two records with one id. */
const sameId = (id: string, ours: string, theirs: string): string => `<<<<<<< ours: another record with the id ${id}
${ours}=======
${theirs}>>>>>>> theirs: another record with the id ${id}
`

const titled = (id: string): string => `@A rid=${id} | t="some title" | u="a user"\n`

test('a new record whose id the other side gave to a renamed one is a conflict', () => {
  expect(merged(titled('1'), `${titled('1')}@A rid=2\n`, titled('2'))).toBe(sameId('2', '@A rid=2\n', titled('2')))
  expect(merged(titled('1'), titled('2'), `${titled('1')}@A rid=2\n`)).toBe(sameId('2', titled('2'), '@A rid=2\n'))
  expect(merged(titled('1'), titled('2'), `@A rid=2\n${titled('1')}`)).toBe(sameId('2', titled('2'), '@A rid=2\n'))
  expect(merged(control, renamed, `${control}@CONTROL rid=C-2\n`)).toBe(sameId('C-2', renamed, '@CONTROL rid=C-2\n'))
  expect(merged(titled('1'), titled('"2 b"'), `${titled('1')}@A rid="2 b"\n`)).toBe(
    sameId('2 b', titled('"2 b"'), '@A rid="2 b"\n'),
  )
})

test('two records that got the same id are a conflict', () => {
  const [one, other] = [
    (id: number): string => `@A rid=${id} | t="first title"\n`,
    (id: number): string => `@A rid=${id} | t="other title"\n`,
  ]
  expect(merged(one(1) + other(2), one(3) + other(2), one(1) + other(3))).toBe(sameId('3', one(3), other(3)))
  expect(merged(one(1) + other(2), one(1) + other(3), one(3) + other(2))).toBe(sameId('3', other(3), one(3)))
})

test('only the records with the same id are a conflict, and comments stay with them', () => {
  const all = (x: number, id: string, y: number): string => `@B x=${x}\n# about\n${titled(id)}@B y=${y}\n`
  expect(merged(all(1, '1', 1), `@C z=1\n${all(2, '2', 1)}`, `${all(1, '1', 2)}@A rid=2\n@C z=2\n`)).toBe(
    `@C z=1\n@B x=2\n${sameId('2', `# about\n${titled('2')}`, '@A rid=2\n')}@B y=2\n@C z=2\n`,
  )
})

test('an id that one side has twice is no conflict', () => {
  const twice = '@A rid=2 | x=1\n@A rid=2 | x=2\n'
  expect(merged('@A rid=1\n', `@A rid=1\n${twice}`, '@A rid=1 | y=1\n')).toBe(`@A rid=1 | y=1\n${twice}`)
  expect(merged('@A rid=1\n', '@A rid=1 | y=1\n', `@A rid=1\n${twice}`)).toBe(`@A rid=1 | y=1\n${twice}`)
  expect(merged(twice, `${twice}@A rid=3\n`, `@A rid=1\n${twice}`)).toBe(`@A rid=1\n${twice}@A rid=3\n`)
})

test('no record is lost if one of two records with the same id is in another conflict', () => {
  const both = merged(titled('1'), `${titled('2')}@A rid=3\n`, titled('3'))
  expect(both).toBe(`<<<<<<< ours: rid
${titled('2')}=======
${titled('3')}>>>>>>> theirs: rid
@A rid=3
`)
  const changed = control.replace('\n', ' | owner="Ann"\n')
  expect(merged(control + finding, renamed + finding, `${changed}${referring}@CONTROL rid=C-2\n`)).toContain(changed)
})

test('a record without an id is the one with the same values in the first unique list of its tag', () => {
  const patient = (mrn: string, more: string): string => `@PATIENT mrn="${mrn}" | ${more}\n`
  expect(
    merged(
      patient('1', 'weight_kg:float=70') + patient('2', 'weight_kg:float=70'),
      patient('2', 'weight_kg:float=81') + patient('1', 'weight_kg:float=70'),
      patient('1', 'weight_kg:float=70 | active:bool=true') + patient('2', 'weight_kg:float=70 | active:bool=false'),
    ),
  ).toBe(patient('2', 'weight_kg:float=81 | active:bool=false') + patient('1', 'weight_kg:float=70 | active:bool=true'))
  expect(merged('', patient('1', 'active:bool=true'), patient('1', 'active:bool=false'))).toContain('<<<<<<<')
})
