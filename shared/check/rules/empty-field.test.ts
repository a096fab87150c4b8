import { expect, test } from 'vitest'
import { expectFix, expectFixAll, expectNoProblems, expectProblems, fixTitles } from '../../../test/records.ts'

test('two | in a row, one behind the tag, one at the end of a line', () =>
  expectProblems(`
@CONTROL rid=CTL-1 || title="x"
#                  ^ empty-field: This | does not separate two fields; remove it, or write the missing field.
@CONTROL | rid=CTL-1 | | | title="x" |
#        ^ empty-field: This | does not separate two fields; remove it, or write the missing field.
#                    ^^^ empty-field: These | do not separate two fields; remove them, or write the missing field.
#                                    ^ empty-field: This | does not separate two fields; remove it, or write the missing field.
@CONTROL rid=CTL-1 |
#                  ^ empty-field: This | does not separate two fields; remove it, or write the missing field.
  | | title="x"
# ^ empty-field: This | does not separate two fields; remove it, or write the missing field.
  |
# ^ empty-field: This | does not separate two fields; remove it, or write the missing field.
  | status="draft"
#          ^^^^^^^ not-in-enum: CONTROL.status is "draft"; it must be not-started, in-progress, implemented, tested, effective or ineffective.
@XYZZY |
#^^^^^ unknown-tag: XYZZY is not a tag of any domain, so its fields are not checked.
#      ^ empty-field: This | does not separate two fields; remove it, or write the missing field.
`))

test('of two | at the start of a line, the first one separates nothing', () =>
  expectProblems(`
@CONTROL
  | | rid=CTL-1
# ^ empty-field
`))

test('a | in quotes or brackets separates nothing and needs nothing', () =>
  expectNoProblems('@CONTROL rid=CTL-1 | title="a || b" | owner=[|, |]\n'))

test('removed with the blanks that it leaves', () => {
  expectFix('@CONTROL rid=CTL-1 || title="x"\n', 'Remove |', '@CONTROL rid=CTL-1 | title="x"\n')
  expectFix('@CONTROL | rid=CTL-1\n', 'Remove |', '@CONTROL rid=CTL-1\n')
  expectFix('@CONTROL|rid=CTL-1\n', 'Remove |', '@CONTROL rid=CTL-1\n')
  expectFix('@CONTROL | || rid=CTL-1 | | | title="x"\n', 'Remove |', '@CONTROL rid=CTL-1 | | | title="x"\n')
  expectFix('@CONTROL rid=CTL-1 | | | title="x"\n', 'Remove |', '@CONTROL rid=CTL-1 | title="x"\n')
  expectFix('@CONTROL rid=CTL-1 |  \n', 'Remove |', '@CONTROL rid=CTL-1\n')
  expectFix('@CONTROL rid=CTL-1|\r', 'Remove |', '@CONTROL rid=CTL-1\r')
})

test("an empty continuation line goes, so that the ones below stay the record's", () => {
  expectFix('@CONTROL rid=CTL-1\n  |\n  | title="x"\n', 'Remove |', '@CONTROL rid=CTL-1\n  | title="x"\n')
  expectFix('@CONTROL rid=CTL-1\r\n  | | title="x"\r\n', 'Remove |', '@CONTROL rid=CTL-1\r\n  | title="x"\r\n')
})

test('all at once', () => {
  expectFixAll(
    '@CONTROL || | rid=CTL-1 ||| title="x" | | \n  ||\n  | | owner="o" |',
    '@CONTROL rid=CTL-1 | title="x"\n  | owner="o"',
  )
  expectFixAll(`@CONTROL rid=CTL-1${' |'.repeat(50)}\n`, '@CONTROL rid=CTL-1\n')
})

test('without a tag nothing is removed, as the field could become the tag', () =>
  expectFixAll('@|title\n', '@|title\n'))

test('a # that would become a comment at the end of its line is left alone', () => {
  expectFixAll('@CONTROL rid=CTL-1 | title #|\n', '@CONTROL rid=CTL-1 | title #|\n')
})

test('a record that would become a line of a block is left alone', () => expectFixAll(' @END|\n', ' @END|\n'))

test('a tag that only starts or ends as a line of a block does is a tag as others', () => {
  expectFixAll('@BEGINNING a=1 |\n', '@BEGINNING a=1\n')
  expectFixAll('@WEEKEND a=1 |\n', '@WEEKEND a=1\n')
})

test('a record without a tag has no fix', () => expect(fixTitles('@|title\n')).not.toContain('Remove |'))

test.each([
  ['title=a||b', 'title=a||b'],
  ['title=a || b', 'title="a" || b'],
  ['title="a" || b c | owner=Bob', 'title="a" || b c | owner="Bob"'],
  ['title= || owner=Bob', 'title= || owner="Bob"'],
])('of a record with text that is no complete field, no | is removed unseen: %s', (fields, fixed) =>
  expectFixAll(`@CONTROL rid=CTL-1 | ${fields}\n`, `@CONTROL rid=CTL-1 | ${fixed}\n`),
)
