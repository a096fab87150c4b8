import { expect, test } from 'vitest'
import { expectFix, expectFixAll, expectNoProblems, expectProblems, fixTitles } from '../../../test/records.ts'

test('a backslash that starts none of the escapes', () =>
  expectProblems(String.raw`
@CONTROL rid=CTL-1 | title="C:\temp\dir"
#                                  ^^ unknown-escape: CONTROL.title has the escape \d, which does not exist; write \\ for a backslash.
@CONTROL rid=CTL-1 | title="\u12 \U0041 \🙂 \x"
#                           ^^ unknown-escape: CONTROL.title has \u without four hexadecimal digits after it; write \\ for a backslash.
#                                ^^ unknown-escape: CONTROL.title has the escape \U, which does not exist; write \\ for a backslash.
#                                       ^^^ unknown-escape: CONTROL.title has the escape \🙂, which does not exist; write \\ for a backslash.
#                                           ^^ unknown-escape: CONTROL.title has the escape \x, which does not exist; write \\ for a backslash.
@XYZZY a="\d+"
#^^^^^ unknown-tag: XYZZY is not a tag of any domain, so its fields are not checked.
#         ^^ unknown-escape: XYZZY.a has the escape \d, which does not exist; write \\ for a backslash.
`))

test('the escapes of the notation; bare values and lists have none', () => {
  expectNoProblems(String.raw`
@CONTROL rid=CTL-1 | title="\" \\ \n \t \r \u00e9 \uD83D" | owner=[\d, "\d"]
`)
  expectProblems(String.raw`
@CONTROL rid=CTL-1 | title=\d
#                          ^^ needs-quotes: CONTROL.title has \ in its value; write the value in double quotes.
`)
})

test('it is kept as written, backslash included', () =>
  expectProblems(String.raw`
@FINDING rid=F-1 | severity="hi\gh"
#                           ^^^^^^^ not-in-enum: FINDING.severity is "hi\gh"; it must be low, medium, high or critical.
#                              ^^ unknown-escape: FINDING.severity has the escape \g, which does not exist; write \\ for a backslash.
`))

test('a backslash at the end of a string that is not closed is no escape', () =>
  expectProblems(String.raw`
@CONTROL rid=CTL-1 | title="C:\
#                          ^^^^ unclosed-string: CONTROL.title starts with a quote that is not closed on its line; write " at the end of the text.
`))

test('the fix doubles the backslash, which keeps the meaning', () => {
  expectFix(
    String.raw`@CONTROL rid=CTL-1 | title="\d+"`,
    'Double the backslash',
    String.raw`@CONTROL rid=CTL-1 | title="\\d+"`,
  )
  expectFixAll(String.raw`@CONTROL rid=CTL-1 | title="\d\w\\\s"`, String.raw`@CONTROL rid=CTL-1 | title="\\d\\w\\\\s"`)
  expectFixAll('@CONTROL rid=CTL-1\r\n  | title="\\🙂"\r\n', '@CONTROL rid=CTL-1\r\n  | title="\\\\🙂"\r\n')
})

test.each([
  [String.raw`C:\new\temp\users`, String.raw`C:\\new\\temp\\users`],
  [String.raw`see D:\new \"x\" E:\\a\b`, String.raw`see D:\\new \"x\" E:\\a\\b`],
  [String.raw`\\server\share`, String.raw`\\\\server\\share`],
  [String.raw`\\\\server\new\share`, String.raw`\\\\server\\new\\share`],
  [String.raw`see \\server\new\share`, String.raw`see \\server\\new\\share`],
])('of a path in which other backslashes are escapes, none is doubled unseen: %s', (path, doubled) => {
  const record = `@CONTROL rid=CTL-1 | title="${path}"\n`
  expectFixAll(record, record)
  expectFix(record, 'Double all backslashes', `@CONTROL rid=CTL-1 | title="${doubled}"\n`)
})

test.each([
  [String.raw`C:\dir\users`, String.raw`C:\\dir\\users`],
  [String.raw`\\\\server\share`, String.raw`\\\\server\\share`],
  [String.raw`C:\\new\dir`, String.raw`C:\\new\\dir`],
  [String.raw`a\nb\d`, String.raw`a\nb\\d`],
  [String.raw`abc:\d\n`, String.raw`abc:\\d\n`],
])('a backslash beside others that are no doubt what they are is doubled: %s', (written, doubled) =>
  expectFixAll(`@CONTROL rid=CTL-1 | title="${written}"\n`, `@CONTROL rid=CTL-1 | title="${doubled}"\n`),
)

test('a very long path has no fix that is as long for each of its backslashes', () => {
  const record = `@CONTROL rid=CTL-1 | title="C:\\new${'\\d'.repeat(300)}"\n`
  expectFixAll(record, record)
  expect(new Set(fixTitles(record))).toEqual(new Set(['Double the backslash']))
})
