import { expect, test } from 'vitest'
import { merged } from '../../test/merges.ts'

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
