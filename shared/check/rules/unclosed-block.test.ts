import { test } from 'vitest'
import { expectFix, expectNoProblems, expectProblems } from '../../../test/records.ts'

test('a block without @END; all that follows is part of it', () =>
  expectProblems(`
@CONTROL rid=CTL-1
@BEGIN notes
#<- unclosed-block: This block is never closed, so everything below is part of it; write a line @END where it ends.
@CONTROL title=
some text
 |  @END
`))

test('closed blocks', () =>
  expectNoProblems(`
@BEGIN notes
@BEGIN of another
@END of notes
  @BEGIN indented
  @CONTROL title=
\t@END
@CONTROL rid=CTL-1
@BEGIN
@END
`))

test('@BEGIN and @END count as whole words only', () =>
  expectProblems(`
@BEGIN
@ENDED
@END
@BEGINNING a=1
#^^^^^^^^^ unknown-tag: BEGINNING is not a tag of any domain, so its fields are not checked.
`))

test('the fix closes it before the next record, or at the end', () => {
  expectFix(
    '@BEGIN notes\ntext\n@CONTROL rid=CTL-1\n',
    'Close the block with @END',
    '@BEGIN notes\ntext\n@END\n@CONTROL rid=CTL-1\n',
  )
  expectFix('@BEGIN notes\r\ntext\r\n', 'Close the block with @END', '@BEGIN notes\r\ntext\r\n@END\r\n')
  expectFix('@BEGIN notes\r text', 'Close the block with @END', '@BEGIN notes\r text\r@END\r')
  expectFix('\ufeff@BEGIN', 'Close the block with @END', '\ufeff@BEGIN\n@END\n')
})

test('the line with its @BEGIN is marked, without the white space around it', () =>
  expectProblems(`
# note
  @BEGIN of notes \t \t
# ^^^^^^^^^^^^^^^ unclosed-block
text
`))

test('the next record is the first line below it that starts with @', () => {
  const title = 'Close the block with @END'
  expectFix('@BEGIN\r\na@b\r\n@A\r\n@B\r\n', title, '@BEGIN\r\na@b\r\n@END\r\n@A\r\n@B\r\n')
  expectFix('@BEGIN\na\n@A', title, '@BEGIN\na\n@END\n@A')
  expectFix('@BEGIN\ra\r@A\r', title, '@BEGIN\ra\r@END\r@A\r')
})
