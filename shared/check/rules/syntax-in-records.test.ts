import { expect, test } from 'vitest'
import { expectFix, expectFixAll, expectNoProblems, expectProblems, fixTitles } from '../../../test/records.ts'

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

test('a quoted word at the end of a text of which the editor typed over a quote gets that quote back', () => {
  const record = (title: string): string => `@CONTROL rid=CTL-1 | title=${title} | owner="a"\n`
  expectFix(record('"Rash "acute"'), 'Change to "Rash \\"acute\\""', record('"Rash \\"acute\\""'))
  expectFix(record('"a "b" c"'), 'Change to "a \\"b\\" c"', record('"a \\"b\\" c"'))
  expectFix(record('"5" disc"'), 'Change to "5\\" disc"', record('"5\\" disc"'))
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

test('text that may be a field has the name that it starts with', () => {
  const titles = (text: string): string[] => fixTitles(`@CONTROL rid=CTL-1 | ${text}\n`)
  expect(titles('status in progress')).toEqual(['Change to status="in progress"', 'Remove "status in progress"'])
  expect(titles('status  open')).toEqual(['Change to status="open"', 'Remove "status  open"'])
  expect(titles('!status open')).toEqual(['Remove "!status open"'])
  expect(titles('some words')).toEqual(['Remove "some words"'])
  expect(titles('some: words')).toEqual(['Change to some="words"', 'Remove "some: words"'])
  expect(titles('_a.b-c : x')).toEqual(['Change to _a.b-c="x"', 'Remove "_a.b-c : x"'])
  expect(titles('title: x [a]')).toEqual(['Change to title="x [a]"', 'Remove "title: x [a]"'])
  expect(titles('owner: [a, b]')).toEqual(['Change to owner=[a, b]', 'Remove "owner: [a, b]"'])
  expect(titles('owner: [a] [b]')).toEqual(['Change to owner="[a] [b]"', 'Remove "owner: [a] [b]"'])
  expect(titles('title: "a \\"b\\""')).toEqual(['Change to title="a \\"b\\""', `Remove 'title: "a \\"b\\""'`])
  expect(titles('"status" open')).toEqual([`Remove '"status" open'`])
  expect(fixTitles('@XYZZY status open\n')).toEqual(['Remove "status open"'])
})

test('a comment of another notation becomes one, but not unseen', () => {
  const title = 'Move the comment above the record'
  const moved = (comment: string): string => `${comment}\n@CONTROL rid=CTL-1 | title="x"\n`
  const text = (comment: string): string => `@CONTROL rid=CTL-1 | title="x" ${comment}\n`
  expectFix(text('// note */'), title, moved('# note'))
  expectFix(text('//note'), title, moved('# note'))
  expectFix(text('/* note*/'), title, moved('# note'))
  expectFix(text('// a */ b'), title, moved('# a */ b'))
  expectFix(text('/* a // b'), title, moved('# a // b'))
  expectFix(text('//'), title, moved('#'))
  expectFix(text('/* note */'), 'Remove "/* note */"', '@CONTROL rid=CTL-1 | title="x"\n')
  expectFixAll(text('// note'), text('// note'))
  expect(fixTitles(text('a // b'))).toEqual(['Change to "x a // b"', 'Remove "a // b"'])
  expect(fixTitles(text('/ note'))).toEqual(['Change to "x / note"', 'Remove "/ note"'])
})

test('a comment behind a value that is cut is moved, but not unseen', () =>
  expectFixAll('@CONTROL title="x # note\n', '@CONTROL title="x # note\n'))

test('text is taken into the string before it, whatever the string has', () => {
  const titles = (text: string): string[] => fixTitles(`@CONTROL rid=CTL-1 | title=${text}\n`)
  expect(titles('"a" b"')).toEqual(['Change to "a\\" b"', `Remove 'b"'`])
  expect(titles('"\\\\" é')).toEqual(['Change to "\\\\ é"', 'Remove "é"'])
  expect(titles(`"${'a'.repeat(30)}" ${'b'.repeat(30)}`)[0]).toBe(`Change to "${'a'.repeat(30)} ${'b'.repeat(7)}…`)
})

test('each text is taken into the value directly before it', () =>
  expectFix(
    '@CONTROL rid=CTL-1 | title="a" b | owner="c" d\n',
    'Change to "c d"',
    '@CONTROL rid=CTL-1 | title="a" b | owner="c d"\n',
  ))

test('the name that may be meant has the characters that a name can have', () => {
  const meant = (name: string): string[] => fixTitles(`@XYZZY ${name}=1\n`)
  expect(meant('--all')).toEqual(['Change to all'])
  expect(meant('_x!')).toEqual(['Change to _x_'])
  expect(meant('x.y-z!')).toEqual(['Change to x.y-z_'])
  expect(meant('-9')).toEqual(['Change to _9'])
  expect(meant('é')).toEqual(['Change to e'])
  expect(meant('日1')).toEqual(['Change to _1'])
  expect(meant('x'.repeat(50) + '!')).toEqual([`Change to ${'x'.repeat(39)}…`])
  expect(fixTitles('@CONTROL rid=CTL-1 | $title="x" | title="y"\n')).toEqual([])
})
