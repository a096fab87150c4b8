import { test } from 'vitest'
import { expectFix, expectFixAll, expectNoProblems, expectProblems } from '../../../test/records.ts'

test('a string without its closing quote; the fields behind it are still read', () =>
  expectProblems(`
@CONTROL rid=CTL-1 | title="Review | maturity:int=9 | owner="o"
#                          ^^^^^^^ unclosed-string: CONTROL.title starts with a quote that is not closed on its line; write " at the end of the text.
#                                                 ^ out-of-range: CONTROL.maturity is 9; it must be from 1 to 5.
@CONTROL rid=CTL-1 | title="Review
#                          ^^^^^^^ unclosed-string: CONTROL.title starts with a quote that is not closed on its line; write " at the end of the text.
  | maturity:int=9
#                ^ out-of-range: CONTROL.maturity is 9; it must be from 1 to 5.
@XYZZY a="
#^^^^^ unknown-tag: XYZZY is not a tag of any domain, so its fields are not checked.
#        ^ unclosed-string: XYZZY.a starts with a quote that is not closed on its line; write " at the end of the text.
@XYZZY a="x\\"
#^^^^^ unknown-tag: XYZZY is not a tag of any domain, so its fields are not checked.
#        ^^^^ unclosed-string: XYZZY.a starts with a quote that is not closed on its line; write " at the end of the text.
`))

test('what looks like an unknown field can be a part of the string', () =>
  expectProblems(`
@CONTROL rid=CTL-1 | nmae=x | title="Review | name=x | other=y
#                    ^^^^ unknown-field
#                                   ^^^^^^^ unclosed-string
@CONTROL rid=CTL-1 | title="Review" | name="x" | owner=[a | other="y"
#                                     ^^^^ unknown-field
#                                                      ^^ unclosed-list
`))

test('a | inside quotes, escaped quotes', () =>
  expectNoProblems('@CONTROL rid=CTL-1 | title="a | b=c" | owner="\\"o\\\\"\n'))

test('a value that the string took in is checked as it is', () =>
  expectProblems(`
@FINDING rid=F-1 | severity="low | status="open"
#                           ^^^^ unclosed-string: FINDING.severity starts with a quote that is not closed on its line; write " at the end of the text.
`))

test('the fix closes it', () => {
  expectFix(
    '@CONTROL rid=CTL-1 | title="Review | owner="o"\n',
    'Close the string',
    '@CONTROL rid=CTL-1 | title="Review" | owner="o"\n',
  )
  expectFix(
    '@CONTROL rid=CTL-1\r\n  | title="Review  \r\n  | owner="o"\r\n',
    'Close the string',
    '@CONTROL rid=CTL-1\r\n  | title="Review"  \r\n  | owner="o"\r\n',
  )
  expectFix('@CONTROL rid=CTL-1 | title="C:\\\n', 'Close the string', '@CONTROL rid=CTL-1 | title="C:\\\\"\n')
  expectFix('@CONTROL rid=CTL-1 | title="C:\\\\\n', 'Close the string', '@CONTROL rid=CTL-1 | title="C:\\\\"\n')
})

test('no fix in such a record is safe', () =>
  expectFixAll('@CONTROL rid="CTL-1" | title="x | maturity=3\n', '@CONTROL rid="CTL-1" | title="x | maturity=3\n'))

test('a name with a colon and no = starts no field', () =>
  expectProblems(`
@CONTROL rid=CTL-1 | title="Review | note:int more
#                          ^^^^^^^^^^^^^^^^^^^^^^^ unclosed-string
@CONTROL rid=CTL-1 | title="Review | note:=more
#                          ^^^^^^^^^^^^^^^^^^^^ unclosed-string
@CONTROL rid=CTL-1 | title="Review | maturity:int=9
#                          ^^^^^^^ unclosed-string
#                                                 ^ out-of-range
`))

test('of several backslashes at the end, each second one is a character', () => {
  expectFix('@CONTROL title="C:\\\\\\\n', 'Close the string', '@CONTROL title="C:\\\\\\\\"\n')
  expectFix('@CONTROL title="a\\n\n', 'Close the string', '@CONTROL title="a\\n"\n')
})
