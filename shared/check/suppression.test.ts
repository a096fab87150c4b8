import { expect, test } from 'vitest'
import { check, expectNoProblems, expectProblems } from '../../test/records.ts'
import type { CommentNode } from '../syntax/nodes.ts'
import { parse } from '../syntax/tree.ts'
import { problemsOf } from './check.ts'
import { directiveIn } from './directive.ts'

const directive = (text: string): [string, ...string[]] | undefined => {
  const found = directiveIn(parse(text).entries[0] as CommentNode)
  return found && [found.kind, ...found.codes.map(({ name }) => name)]
}

test('the three forms, codes with blanks or commas between them, a reason', () => {
  expect(directive('# recline-disable-next-line\n')).toEqual(['disable-next-line'])
  expect(directive('# recline-disable-next-line syntax notation\r\n')).toEqual([
    'disable-next-line',
    'syntax',
    'notation',
  ])
  expect(directive('  #recline-disable syntax, notation,tag-case')).toEqual([
    'disable',
    'syntax',
    'notation',
    'tag-case',
  ])
  expect(directive('#\trecline-enable syntax -- why not')).toEqual(['enable', 'syntax'])
  expect(directive('# recline-disable -- the old system wrote it')).toEqual(['disable'])
  expect(directive('# recline-disable--x')).toBeUndefined()
  expect(directive('\ufeff# recline-disable')).toEqual(['disable'])
})

test('comments that are no suppression', () => {
  for (const text of [
    '# recline',
    '# recline-disabled',
    '# see recline-disable',
    '# Recline-disable',
    '# recline-disable-next',
    '# recline-disable.',
    '#',
  ]) {
    expect(directive(text), text).toBeUndefined()
  }
})

test('the next line, all of its problems or the named ones', () => {
  expectNoProblems('# recline-disable-next-line\n@CONTROL title=x | maturity=9\n')
  expectProblems(`
# recline-disable-next-line notation, missing-field
@CONTROL title=x | maturity=9
#                           ^ out-of-range
@CONTROL title="x"
#^^^^^^^ missing-field
`)
})

test('the next line is a whole record with its continuation lines', () =>
  expectNoProblems(`
# recline-disable-next-line out-of-range -- checked by hand
@CONTROL rid=CTL-1
  | title="x"
  | maturity:int=9
`))

test('further comments about the line may stand between, but no blank line', () => {
  expectNoProblems(
    '# recline-disable-next-line missing-field\n# a note\n# recline-disable-next-line out-of-range\n@CONTROL maturity:int=9\n',
  )
  expectProblems(`
# recline-disable-next-line missing-field
#                           ^^^^^^^^^^^^^ unused-suppression

@CONTROL title="x"
#^^^^^^^ missing-field
`)
})

test('a line that is no record is a line as well', () =>
  expectNoProblems('# recline-disable-next-line syntax\nsome text\n# recline-disable-next-line\n@BEGIN\n'))

test('from one line to another', () =>
  expectProblems(`
@CONTROL title="x"
#^^^^^^^ missing-field
# recline-disable missing-field
@CONTROL title="x"
@CONTROL title="x" | maturity:int=9
#                                 ^ out-of-range
# recline-enable missing-field
@CONTROL title="x"
#^^^^^^^ missing-field
`))

test('without codes it is all of them, and what is enabled without codes ends all', () =>
  expectProblems(`
# recline-disable
@CONTROL maturity=9
# recline-enable
# recline-disable missing-field
# recline-disable notation
@CONTROL maturity=3
# recline-enable
@CONTROL rid=CTL-1 | maturity=3
#                    ^^^^^^^^^^ notation
`))

test('one code of several can be enabled again; one out of all cannot', () => {
  expectProblems(`
# recline-disable notation missing-field
@CONTROL maturity=3
# recline-enable notation
@CONTROL maturity=3
#        ^^^^^^^^^^ notation
`)
  expectNoProblems('# recline-disable\n# recline-enable notation\n@CONTROL maturity=3\n')
})

test('to the end of the file', () =>
  expectNoProblems(`${'# recline-disable missing-field\n'}${'@CONTROL title="x"\n'.repeat(20)}`))

test('a comment that misplaced itself behind a record suppresses nothing', () =>
  expectProblems(`
@CONTROL title="x" # recline-disable-next-line
#^^^^^^^ missing-field
#                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^ syntax
@CONTROL title="y"
#^^^^^^^ missing-field
`))

test('a comment inside a block suppresses nothing', () =>
  expectProblems(`
@BEGIN
# recline-disable
@END
@CONTROL title="x"
#^^^^^^^ missing-field
`))

test('every suppression that hides a problem is used, and problems keep their order', () => {
  const file = check(
    'text\n# recline-disable notation\n# recline-disable-next-line notation\n@CONTROL rid=1 | maturity=3\n# recline-disable syntax\n@CONTROL title="x"\n',
  )
  expect(problemsOf(file).map(({ code, entry }) => [entry, code])).toEqual([
    [0, 'syntax'],
    [4, 'unused-suppression'],
    [5, 'missing-field'],
  ])
})

test('while the other files have not been read, what suppresses problems among records is not called unused', () => {
  const file = check(
    '# recline-disable-next-line dangling-reference\n@CONTROL rid=1\n# recline-disable\n# recline-disable-next-line notation\n@CONTROL rid=2\n',
  )
  expect(problemsOf(file).map(({ entry }) => entry)).toEqual([0, 2, 3])
  expect(problemsOf(file, 'unknown').map(({ entry }) => entry)).toEqual([3])
})

test('above a record of an unknown tag no comment is called unused, as nobody knows what the record would have', () =>
  expectProblems(`
# recline-disable-next-line out-of-range
@VEHICLE seats:int=12
#^^^^^^^ unknown-tag
# recline-disable missing-field -- one of several files
@VEHICLE seats:int=9
#^^^^^^^ unknown-tag
# recline-enable missing-field
# recline-disable-next-line unknown-tag, notation
@VEHICLE seats=9
# recline-disable-next-line out-of-range
#                           ^^^^^^^^^^^^ unused-suppression
@CONTROL rid=CTL-1
`))
