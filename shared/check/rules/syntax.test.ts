import { expect, test } from 'vitest'
import {
  check,
  expectFix,
  expectFixAll,
  expectNoProblems,
  expectProblems,
  fixChoices,
  fixTitles,
} from '../../../test/records.ts'
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
  expectFix('CONTROL rid=1\nCONTROL rid=2\n', 'Change to @CONTROL', '@CONTROL rid=1\n@CONTROL rid=2\n')
  expectFix('// a\n;b', 'Write # instead', '# a\n# b')
  expectFix('/** a\n * b\n */\n', 'Write # instead', '# a\n # b\n #\n')
  expect(fixTitles('CONTROL rid=1\n// a\n')).toEqual([
    'Change to @CONTROL',
    'Write # instead',
    'Turn the lines into comments',
  ])
})

test('fields directly below a record may continue it', () => {
  expectProblems(`
@CONTROL rid=CTL-1
status="tested"
#<- syntax: Fields on a line of their own belong to the record above only with | before them.
  title="x" | owner="y"
  | maturity:int=3

status="tested"
#<- syntax: 'status="tested"' is neither a record, which starts with @, nor a comment, which starts with #.
`)
  const records = '@CONTROL rid=CTL-1\r\n  owner="y"\r\nmaturity:int=3 | title="x"\r\n@CONTROL rid=CTL-2\r\n'
  expectFix(
    records,
    'Continue the record above',
    '@CONTROL rid=CTL-1\r\n  | owner="y"\r\n  | maturity:int=3 | title="x"\r\n@CONTROL rid=CTL-2\r\n',
  )
  expect(fixChoices(records)).toEqual([['* Continue the record above', 'Turn the lines into comments']])
  // The record says something else then.
  expectFixAll(records, records)
})

test.each([
  'status: ',
  'nothing: x',
  'status: "x',
  'status: a | b',
  'status: a # b',
  'status="tested',
  'status="tested" # x',
  'status',
  'x y=1',
])('%s below a record is no line of fields', line =>
  expect(fixTitles(`@CONTROL rid=CTL-1\n${line}\n`)).not.toContain('Continue the record above'),
)

test('fields with a colon directly below a record may continue it, if its tag has them', () => {
  expectProblems(`
@CONTROL rid=CTL-1
  title: Reviews
# ^^^^^^^^^^^^^^ syntax: A field is written name=value; on a line of its own, it belongs to the record above only with | before it.
`)
  const records = `@CONTROL\r
rid: CTL-1\r
  Title: Reviews "of" access\r
  owner : "Ana \\"A.\\""\r
status="tested"\r
  maturity: 3\r
@EVIDENCE rid=EVD-1\r
  control_ref: [CTL-1, CTL-2]\r
`
  expectFix(
    records,
    'Continue the record above',
    `@CONTROL\r
  | rid=CTL-1\r
  | title="Reviews \\"of\\" access"\r
  | owner="Ana \\"A.\\""\r
  | status="tested"\r
  | maturity:int=3\r
@EVIDENCE rid=EVD-1\r
  control_ref: [CTL-1, CTL-2]\r
`,
  )
  expectFix('@EVIDENCE\n  control_ref: [A, B]\n', 'Continue the record above', '@EVIDENCE\n  | control_ref=[A, B]\n')
  expect(fixChoices('@CONTROL rid=CTL-1\ntitle: x\nmaturity: x\n')).toEqual([
    ['* Continue the record above', 'Turn the lines into comments'],
  ])
  expectFixAll(records, records)
  expect(fixTitles('@XYZZY rid=1\nstatus: tested\n')).toEqual(['Turn the line into a comment'])
  expect(fixTitles('@CONTROL rid=CTL-1\n\nstatus: tested\n')).toEqual(['Turn the line into a comment'])
})

test('a bullet before a record', () => {
  expectProblems(`
- @CONTROL rid=CTL-1
#<- syntax: A record starts with @; remove what is before it.
  | title="x"
`)
  const records = '- @CONTROL rid=CTL-1\n  | title="x"\n- @CONTROL rid=CTL-2\n'
  expectFix(records, 'Remove "- "', '@CONTROL rid=CTL-1\n  | title="x"\n@CONTROL rid=CTL-2\n')
  expectFix('  • @CONTROL rid=CTL-1\n', 'Remove "• "', '  @CONTROL rid=CTL-1\n')
  expectFix('* @CONTROL rid=CTL-1\n', 'Remove "* "', '@CONTROL rid=CTL-1\n')
  expectFix('1. @CONTROL rid=CTL-1\n', 'Remove "1. "', '@CONTROL rid=CTL-1\n')
  expect(fixChoices(records)).toEqual([['* Remove "- "', 'Turn the lines into comments']])
  expect(fixTitles('- a\n')).toEqual(['Turn the line into a comment'])
  expectFixAll(records, records)
})

test('a record behind the bar of a continuation line', () => {
  const records = '@CONTROL rid=CTL-1\r\n  | @FINDING rid=F-1 | severity="low"\r\n'
  expectFix(records, 'Start a record here', '@CONTROL rid=CTL-1\r\n@FINDING rid=F-1 | severity="low"\r\n')
  expect(fixChoices('@CONTROL rid=CTL-1\n  | @FINDING\n')).toEqual([['* Start a record here', 'Remove "@FINDING"']])
  for (const other of ['@XYZZY', '@finding', '@FINDING!'])
    expect(fixTitles(`@CONTROL rid=CTL-1\n  | ${other} owner="x"\n`), other).not.toContain('Start a record here')
  expect(fixTitles('@CONTROL rid=CTL-1 | @FINDING owner="x"\n')).not.toContain('Start a record here')
  // The records say something else then.
  expectFixAll('@CONTROL rid=CTL-1\n  | @FINDING\n', '@CONTROL rid=CTL-1\n  | @FINDING\n')
})

test('of fields behind another line, and beside one, it is not sure what they belong to', () => {
  expect(fixTitles('@CONTROL rid=CTL-1\nsome text\nowner="y"\n')).toEqual(['Turn the lines into comments'])
  expect(fixChoices('@CONTROL rid=CTL-1\nowner="y"\nsome text\n')).toEqual([
    ['Continue the record above', 'Turn the lines into comments'],
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
  expectFix('CONTROL rid=CTL-1\r\n', 'Change to @CONTROL', '@CONTROL rid=CTL-1\r\n')
  expectFix('control rid=CTL-1\n', 'Change to @CONTROL', '@CONTROL rid=CTL-1\n')
  expectFix('CONTRLO rid=1\nFINDING rid=2\n', 'Write @ before the tag', '@CONTROL rid=1\n@FINDING rid=2\n')
  expectFix('QQQQQ rid=1\n', 'Write @ before the tag', '@QQQQQ rid=1\n')
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

test('a problem of a line says nothing of a tag', () => {
  const [problem] = problemsOf(check('text'))
  expect(problem).toMatchObject({ code: 'syntax', start: 0, end: 4, entry: 0 })
  expect(problem!.tag).toBeUndefined()
})

test('a tag whose word is apart or odd is marked where it stands', () =>
  expectProblems(`
  @  CONTROL rid=CTL-1
# ^^^^^^^^^^ syntax: There is white space between @ and CONTROL; remove it.
  @ | rid=CTL-1
# ^ syntax: There is no tag after @; write one, such as @CONTROL.
#   ^ empty-field
`))

test('a long word is cut', () => {
  const word = 'X'.repeat(50)
  expectProblems(`
@ ${word}
#<- syntax: There is white space between @ and ${'X'.repeat(39)}…; remove it.
# ${'^'.repeat(50)} unknown-tag
@${word}!
#${'^'.repeat(51)} syntax: "${'X'.repeat(39)}…" is not a tag; a tag is a capital letter, then capital letters, digits and _.
`)
})

test('of several similar tags, each is a fix', () =>
  expect(fixTitles('@Contro! rid=CTL-1\n')).toEqual(['Change to @CONTROL']))

test('of several tags that may be meant, none is preferred', () => {
  const descriptors = [
    {
      domain: 'core.test',
      version: '1',
      description: '',
      records: ['ORDER', 'ORDERS'].map(tag => ({ tag, fields: [] })),
    },
  ]
  expect(fixChoices('@ORDER!\n', { descriptors })).toEqual([['Change to @ORDER', 'Change to @ORDERS']])
})

test('an @ without a tag is marked alone', () =>
  expect(problemsOf(check('  @ a=1'))[0]).toMatchObject({ start: 2, end: 3 }))
