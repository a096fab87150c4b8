import { expect, test } from 'vitest'
import { check, expectFix, expectFixAll, expectNoProblems, expectProblems, fixTitles } from '../../test/records.ts'
import { problemsOf } from '../check.ts'

test('a line that is nothing of the notation hides none of the others', () => expectProblems(`
@CONTROL title="x"
some text
  more text
@CONTROL title="y"
`))

test('lines that the author meant as something else', () => expectProblems(`
CONTROL rid=CTL-1
// a comment
-- another
@END
  @END of it
 @BEGIN x
| title="x"
  | title="x"
`))

test('blank lines, comments and blocks are never checked', () => expectNoProblems(`
# @CONTROL title=

   \t
  # | x
@BEGIN notes
@CONTROL title=
 | any
 @END
text
@END
`))

test('a byte order mark is no text', () => {
  expectNoProblems('\ufeff@CONTROL rid=CTL-1\n')
  expectNoProblems('\ufeff@BEGIN\nx\n@END\n')
  expectNoProblems('\ufeff')
})

test('the line is mended', () => {
  expectFix('CONTROL rid=CTL-1\r\n', 'Write @ before the tag', '@CONTROL rid=CTL-1\r\n')
  expectFix('\ufeff// note\n', 'Write # instead', '\ufeff# note\n')
  expectFix('  some text\r', 'Turn the line into a comment', '  # some text\r')
  expectFix('@CONTROL rid=CTL-1\n| title="x"\n', 'Write blanks before |', '@CONTROL rid=CTL-1\n  | title="x"\n')
  expectFix('# a\n @BEGIN\nx\n@END\n', 'Remove the blanks before @BEGIN', '# a\n@BEGIN\nx\n@END\n')
  expectFix('\ufeff@END\n# a\n', 'Remove the line', '\ufeff# a\n')
  expect(fixTitles('some text\n')).toEqual(['Turn the line into a comment'])
})

test('a tag that is missing, apart from its @, or no tag in any spelling', () => expectProblems(`
@
@ rid=1
@ CONTROL rid=CTL-1
@CONTROL: rid=CTL-1
@1ST rid=CTL-1
`))

test('the tag is mended', () => {
  expectFixAll('@ CONTROL rid=CTL-1\n', '@CONTROL rid=CTL-1\n')
  expectFix('@CONTROL: rid=CTL-1\n', 'Change to @CONTROL', '@CONTROL rid=CTL-1\n', { settingDomains: ['compliance'] })
})

test('text in a record that is no field', () => expectProblems(`
@CONTROL rid=CTL-1 | some words | title="x" | "y" | 3
@CONTROL rid=CTL-1 | title: "x" | status open
`))

test('text behind a complete value; the value is what the quotes hold', () => {
  expectProblems(`
@CONTROL rid=CTL-1 | title="x"y | owner=[a] b | status="draft"x
`)
})

test('a comment behind a value', () => {
  expectProblems(`
@CONTROL rid=CTL-1 | title="x" # note
@CONTROL rid=CTL-1 # note | title="x"
@CONTROL rid=CTL-1 | owner=[a] #
`)
  expectNoProblems('@CONTROL rid=CTL-1 | title="x # y"\n@CONTROL rid=CTL-1#2\n@CONTROL rid=#1\n')
})

test('a # without white space behind it starts no comment', () => expectProblems(`
@CONTROL rid=CTL-1 | title="x" #1
@CONTROL rid=CTL-1 | title=x #1
`))

test('a misplaced comment moves above its record', () => {
  expectFix('@CONTROL rid=CTL-1 | title="x" # note \n', 'Move the comment above the record', '# note\n@CONTROL rid=CTL-1 | title="x"\n')
  expectFix('  @CONTROL rid=CTL-1 # note | title="x"\n', 'Move the comment above the record', '# note\n  @CONTROL rid=CTL-1 | title="x"\n')
  expectFix('\ufeff@CONTROL rid=CTL-1 # 🙂\r\n', 'Move the comment above the record', '\ufeff# 🙂\r\n@CONTROL rid=CTL-1\r\n')
  expectFix('# a\r\n@CONTROL rid=CTL-1 # note', 'Move the comment above the record', '# note\r\n@CONTROL rid=CTL-1'.replace('#', '# a\r\n#'))
  expectFix('@CONTROL rid=CTL-1\r  # note | title="x"\r', 'Turn the line into a comment', '@CONTROL rid=CTL-1\r  # # note | title="x"\r'.replace('# #', '# #'))
})
