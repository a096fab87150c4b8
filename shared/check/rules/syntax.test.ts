import { expect, test } from 'vitest'
import { check, expectFix, expectFixAll, expectNoProblems, expectProblems, fixTitles } from '../../../test/records.ts'
import { problemsOf } from '../check.ts'

test('a line that is nothing of the notation hides none of the others', () =>
  expectProblems(`
@CONTROL title="x"
#^^^^^^^ missing-field: CONTROL has no rid, which is required.
some text
#<- syntax: "some text" is neither a record, which starts with @, nor a comment, which starts with #.

  more text
# ^^^^^^^^^ syntax: "more text" is neither a record, which starts with @, nor a comment, which starts with #.
@CONTROL title="y"
#^^^^^^^ missing-field: CONTROL has no rid, which is required.
`))

test('lines directly below each other have one problem', () => {
  expectProblems(`
@CONTROL rid=CTL-1
{
#<- syntax: These 4 lines from "{" on are neither records, which start with @, nor comments, which start with #.
  "rid": "CTL-2",
  | "tags": [1
// ]}

CONTROL rid=CTL-1
#<- syntax: A record starts with @ before its tag.
CONTROL rid=CTL-2
# note
// a
#<- syntax: A comment starts with #.
-- b

/* a
#<- syntax: Text between /* and */ is no comment; a comment starts with # on each of its lines.
 * b */
@CONTROL rid=CTL-2
/* a */
#<- syntax: Text between /* and */ is no comment; a comment starts with # on each of its lines.

  | a=1
# ^^^^^^^^^^^^^ syntax: These lines continue a record, but there is none directly above them; write them below their record.
  | b=2
`)
})

test('and one fix for all of them, by what they may mean', () => {
  expectFix('a\r\n  b\n', 'Turn the lines into comments', '# a\r\n  # b\n')
  expectFix('CONTROL rid=1\nCONTROL rid=2\n', 'Write @ before the tag', '@CONTROL rid=1\n@CONTROL rid=2\n')
  expectFix('// a\n;b', 'Write # instead', '# a\n# b')
  expectFix('/** a\n * b\n */\n', 'Write # instead', '# a\n # b\n #\n')
  expect(fixTitles('CONTROL rid=1\n// a\n')).toEqual([
    'Write @ before the tag',
    'Write # instead',
    'Turn the lines into comments',
  ])
})

test('the lines of a text or a list that is not closed have no problem of their own', () => {
  expectProblems(`
@CONTROL rid=CTL-1 | title="Quarterly review
#                          ^^^^^^^^^^^^^^^^^ unclosed-string: CONTROL.title starts with a quote that is not closed on its line; write " at the end of the text.
of user access" | status="tested"
  | owner="x"
@CONTROL rid=CTL-2 | owner=[a,
#                          ^^^ unclosed-list: CONTROL.owner starts with a bracket that is not closed on its line; write ] at the end of the list.
  b]
@CONTROL rid=CTL-3 | owner={
#                          ^ unclosed-list
  a: b
}
@CONTROL rid=CTL-4 | title=<<EOF
#                          ^^^^^ needs-quotes
text
EOF
@CONTROL rid=CTL-5 | title="x | owner="y"
#                          ^^ unclosed-string
text
#<- syntax
`)
})

test('a stretch with blank lines inside has one problem while a bracket is open', () => {
  expectProblems(`
@CONTROL rid=CTL-1
{
#<- syntax: These 2 lines from "{" on are neither records, which start with @, nor comments, which start with #.
  "a]": ["\\"}",

  1

    ],

  "b": {}

}

text
#<- syntax
@CONTROL rid=CTL-2 | owner=[a,
#                          ^^^ unclosed-list

  b

  ]
@CONTROL rid=CTL-3 | owner={
#                          ^ unclosed-list
  "a": 1,

  "b": 2

}
`)
  expectProblems(`
[
#<- syntax

CONTROL rid=CTL-1
#<- syntax: A record starts with @ before its tag.
@CONTROL rid=CTL-2
{
#<- syntax

# note
"a"
#<- syntax
}

{
#<- syntax

@END
#<- syntax
`)
})

test('lines that the author meant as something else', () =>
  expectProblems(`
CONTROL rid=CTL-1
#<- syntax: A record starts with @ before its tag.

// a comment
#<- syntax: A comment starts with #.
@END
#<- syntax: This @END closes no block; remove it, or write @BEGIN above the block.
  @END of it
# ^^^^^^^^^^ syntax: This @END closes no block; remove it, or write @BEGIN above the block.
| title="x"
#<- syntax: A line that continues the record above it starts with a blank before |.

  | title="x"
# ^^^^^^^^^^^ syntax: This line continues a record, but there is none directly above it; write it below its record.
`))

test('blank lines, comments and blocks are never checked', () => {
  expectNoProblems('\n \t\u00a0\u3000\r\r\n\f\n')
  expectNoProblems(`
# @CONTROL title=
  # | x
@BEGIN notes
@CONTROL title=
 | any
@BEGIN
 @ENDING
text
  @END
`)
})

test('a byte order mark is no text', () => {
  expectNoProblems('\ufeff@CONTROL rid=CTL-1\n')
  expectNoProblems('\ufeff@BEGIN\nx\n@END\n')
  expectNoProblems('\ufeff')
})

test('the fixes of a line', () => {
  expectFix('CONTROL rid=CTL-1\r\n', 'Write @ before the tag', '@CONTROL rid=CTL-1\r\n')
  expectFix('\ufeff// note\n', 'Write # instead', '\ufeff# note\n')
  expectFix('  some text\r', 'Turn the line into a comment', '  # some text\r')
  expectFix('@CONTROL rid=CTL-1\n| title="x"\n', 'Write blanks before |', '@CONTROL rid=CTL-1\n  | title="x"\n')
  expectFix('\ufeff@END\n# a\n', 'Remove the line', '\ufeff# a\n')
  expect(fixTitles('some text\n')).toEqual(['Turn the line into a comment'])
})

test('a tag that is missing, apart from its @, or no tag in any spelling', () =>
  expectProblems(`
@
#<- syntax: There is no tag after @; write one, such as @CONTROL.
@ rid=1
#<- syntax: There is no tag after @; write one, such as @CONTROL.
@ CONTROL rid=CTL-1
#<- syntax: There is white space between @ and CONTROL; remove it.
@CONTROL: rid=CTL-1
#^^^^^^^^ syntax: "CONTROL:" is not a tag; a tag is a capital letter, then capital letters, digits and _.
@1ST rid=CTL-1
#^^^ syntax: "1ST" is not a tag; a tag is a capital letter, then capital letters, digits and _.
`))

test('the fixes of a tag', () => {
  expectFixAll('@ CONTROL rid=CTL-1\n', '@CONTROL rid=CTL-1\n')
  expectFix('@CONTROL: rid=CTL-1\n', 'Change to @CONTROL', '@CONTROL rid=CTL-1\n', { settingDomains: ['compliance'] })
})

test('text in a record that is no field', () =>
  expectProblems(`
@CONTROL rid=CTL-1 | some words | title="x" | "y" | 3
#                    ^^^^^^^^^^ syntax: "some words" is not a field; a field is written name=value.
#                                             ^^^ syntax: '"y"' is not a field; a field is written name=value.
#                                                   ^ syntax: "3" is not a field; a field is written name=value.
@CONTROL rid=CTL-1 | title: "x" | status open
#                    ^^^^^^^^^^ syntax: 'title: "x"' is not a field; a field is written name=value.
#                                 ^^^^^^^^^^^ syntax: "status open" is not a field; a field is written name=value.
`))

test('a word that cannot be the name of a field; its value is read', () =>
  expectProblems(`
@CONTROL rid=CTL-1 | $name=1 | 9lives:int=2 | ünï="x | y" | ti!tle=a b
#                    ^^^^^ syntax: "$name" cannot be the name of a field; a name starts with a letter from A to Z or _, and goes on with those, digits, . and -.
#                              ^^^^^^ syntax: "9lives" cannot be the name of a field; a name starts with a letter from A to Z or _, and goes on with those, digits, . and -.
#                                             ^^^ syntax: "ünï" cannot be the name of a field; a name starts with a letter from A to Z or _, and goes on with those, digits, . and -.
#                                                           ^^^^^^ syntax: "ti!tle" cannot be the name of a field; a name starts with a letter from A to Z or _, and goes on with those, digits, . and -.
#                                                                  ^^^ needs-quotes: CONTROL.ti!tle has a blank in its value; write the value in double quotes.
@XYZZY --all= | #b=1
#^^^^^ unknown-tag
#      ^^^^^ syntax
#      ^^^^^^ missing-value
#               ^^^^ syntax: "#b=1" is not a field; a field is written name=value.
`))

test('the name is changed to a field of the tag, or to what of it can be a name', () => {
  expectFix('@CONTROL rid=CTL-1 | $title="x"\n', 'Change to title', '@CONTROL rid=CTL-1 | title="x"\n')
  expectFix('@CONTROL rid=CTL-1 | ti!tle=x\n', 'Change to title', '@CONTROL rid=CTL-1 | title=x\n')
  expectFix('@XYZZY 9lives:int=2\n', 'Change to _9lives', '@XYZZY _9lives:int=2\n')
  expectFix('@XYZZY ünï(x)=2\n', 'Change to uni_x_', '@XYZZY uni_x_=2\n')
  expect(fixTitles('@DOC 日本=1 | $a=2 | a=3\n')).toEqual([])
})

test('text behind a complete value; the value is what the quotes hold', () => {
  expectProblems(`
@CONTROL rid=CTL-1 | title="x"y | owner=[a] b | status="draft"x
#                             ^ syntax: "y" follows a complete value; write | before a field, or \\" for a quote in a text.
#                                           ^ syntax: "b" follows a complete value; write | before a field, or \\" for a quote in a text.
#                                                      ^^^^^^^ not-in-enum: CONTROL.status is "draft"; it must be not-started, in-progress, implemented, tested, effective or ineffective.
#                                                             ^ syntax: "x" follows a complete value; write | before a field, or \\" for a quote in a text.
`)
})

test('a comment behind a value', () => {
  expectProblems(`
@CONTROL rid=CTL-1 | title="x" # note
#                              ^^^^^^ syntax: A comment must be on its own line; move it above the record.
@CONTROL rid=CTL-1 # note | title="x"
#                  ^^^^^^ syntax: A comment must be on its own line; move it above the record.
@CONTROL rid=CTL-1 | owner=[a] #
#                              ^ syntax: A comment must be on its own line; move it above the record.
`)
  expectNoProblems('@CONTROL rid=CTL-1 | title="x # y"\n@CONTROL rid=CTL-1#2\n@CONTROL rid=#1\n')
})

test('a comment of another notation behind a value', () => {
  expectProblems(`
@CONTROL rid=CTL-1 | title="x" /* note */ | owner="a" // note
#                              ^^^^^^^^^^ syntax: "/* note */" is no comment; a comment starts with # on its own line, above the record.
#                                                     ^^^^^^^ syntax: "// note" is no comment; a comment starts with # on its own line, above the record.
`)
  expectFix(
    '@CONTROL rid=CTL-1 | title="x" /* note */\n',
    'Move the comment above the record',
    '# note\n@CONTROL rid=CTL-1 | title="x"\n',
  )
})

test('a # without white space behind it starts no comment', () =>
  expectProblems(`
@CONTROL rid=CTL-1 | title="x" #1
#                              ^^ syntax: "#1" follows a complete value; write | before a field, or \\" for a quote in a text.
@CONTROL rid=CTL-1 | title=x #1
#                          ^^^^ needs-quotes: CONTROL.title has a blank in its value; write the value in double quotes.
`))

test('a misplaced comment moves above its record', () => {
  expectFix(
    '@CONTROL rid=CTL-1 | title="x" # note \n',
    'Move the comment above the record',
    '# note\n@CONTROL rid=CTL-1 | title="x"\n',
  )
  expectFix(
    '  @CONTROL rid=CTL-1 # note | title="x"\n',
    'Move the comment above the record',
    '# note\n  @CONTROL rid=CTL-1 | title="x"\n',
  )
  expectFix(
    '\ufeff@CONTROL rid=CTL-1 # 🙂\r\n',
    'Move the comment above the record',
    '\ufeff# 🙂\r\n@CONTROL rid=CTL-1\r\n',
  )
  expectFix(
    '# a\r\n@CONTROL rid=CTL-1 # note',
    'Move the comment above the record',
    '# a\r\n# note\r\n@CONTROL rid=CTL-1',
  )
  expectFix(
    '@CONTROL rid=CTL-1\n  | title="x" # note\n  | owner="o"\n',
    'Move the comment above the record',
    '# note\n@CONTROL rid=CTL-1\n  | title="x"\n  | owner="o"\n',
  )
})

test('what stands before a comment that moves does not become one', () =>
  expectFix(
    '@CONTROL rid=CTL-1 #| # note | title="x"\n',
    'Move the comment above the record',
    '# note\n@CONTROL rid=CTL-1 #| title="x"\n',
  ))

test("a continuation line with nothing but a comment goes, so that the ones below stay the record's", () =>
  expectFix(
    '@CONTROL rid=CTL-1\n  | # note\n  | title="x"\n',
    'Move the comment above the record',
    '# note\n@CONTROL rid=CTL-1\n  | title="x"\n',
  ))

test('several comments keep their order, and a suppression above the record stays its own', () =>
  expectFixAll(
    `
# recline-disable-next-line missing-field
@CONTROL title="x" # one
  | owner="o" # two | status="draft"
`,
    `
# recline-disable-next-line missing-field
# one
# two
@CONTROL title="x"
  | owner="o" | status="draft"
`,
  ))

test('what the author may have meant by the text', () => {
  expectFix('@CONTROL title: "x" | rid=CTL-1\n', 'Change to title="x"', '@CONTROL title="x" | rid=CTL-1\n')
  expectFix(
    '@CONTROL rid=CTL-1 | status in progress\n',
    'Change to status="in progress"',
    '@CONTROL rid=CTL-1 | status="in progress"\n',
  )
  expectFix(
    '@CONTROL rid=CTL-1 | title : "x"y\n',
    'Change to title="\\"x\\"y"',
    '@CONTROL rid=CTL-1 | title="\\"x\\"y"\n',
  )
  expectFix(
    '@CONTROL rid=CTL-1 | title="the "new" rule"\n',
    'Change to "the \\"new\\" rule"',
    '@CONTROL rid=CTL-1 | title="the \\"new\\" rule"\n',
  )
  expectFix('@CONTROL rid=CTL-1 | title="x"y\n', 'Change to "xy"', '@CONTROL rid=CTL-1 | title="xy"\n')
  expectFix(
    '@CONTROL rid=CTL-1 | title="a\\n\\"b\\"" c\\\n',
    'Change to "a\\n\\"b\\" c\\\\"',
    '@CONTROL rid=CTL-1 | title="a\\n\\"b\\" c\\\\"\n',
  )
  expect(fixTitles('@CONTROL rid=CTL-1 | owner=[a] b\n')).toEqual(['Remove "b"'])
})

test('or the text goes', () => {
  expectFix('@CONTROL rid=CTL-1 | some words | title="x"\n', 'Remove "some words"', '@CONTROL rid=CTL-1 | title="x"\n')
  expectFix('@CONTROL rid=CTL-1 | title="x"y\n', 'Remove "y"', '@CONTROL rid=CTL-1 | title="x"\n')
  expectFix('@CONTROL "x" rid=CTL-1\n', 'Remove \'"x"\'', '@CONTROL rid=CTL-1\n')
})

test('a problem of a line says nothing of a tag', () => {
  const [problem] = problemsOf(check('text'))
  expect(problem).toMatchObject({ code: 'syntax', start: 0, end: 4, entry: 0 })
  expect(problem!.tag).toBeUndefined()
})
