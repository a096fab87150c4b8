import { test } from 'vitest'
import { expectFix, expectFixAll, expectNoProblems, expectProblems } from '../../../test/records.ts'
import type { Descriptor } from '../../domains/descriptor.ts'

const withTags: Descriptor = {
  domain: 'acme.things',
  version: '1.0',
  description: '',
  records: [{ tag: 'THING', fields: [{ name: 'tags', type: 'string', list: true, enum: ['a', 'b'] }] }],
}

test('a bare value with another character than the bare-safe ones', () =>
  expectProblems(`
@CONTROL rid=CTL-1 | title=in progress
#                          ^^^^^^^^^^^ needs-quotes: CONTROL.title has a blank in its value; write the value in double quotes.
@CONTROL rid=CTL-1 | framework=5,000
#                              ^^^^^ needs-quotes: CONTROL.framework has , in its value; write the value in double quotes.
@CONTROL rid=CTL-1 | owner=José
#                          ^^^^ needs-quotes: CONTROL.owner has é in its value; write the value in double quotes.
@CONTROL rid=CTL-1 | owner=🙂 | title=a"b"
#                          ^^ needs-quotes: CONTROL.owner has 🙂 in its value; write the value in double quotes.
#                                     ^^^^ needs-quotes: CONTROL.title has " in its value; write the value in double quotes.
@XYZZY any=a b
#^^^^^ unknown-tag: XYZZY is not a tag of any domain, so its fields are not checked.
#          ^^^ needs-quotes: XYZZY.any has a blank in its value; write the value in double quotes.
`))

test('a value that has to be another one has that problem only, as quotes do not help it', () =>
  expectProblems(`
@CONTROL rid=CTL-1 | status=in progress | maturity=1 -> 2
#                           ^^^^^^^^^^^ not-in-enum: CONTROL.status is "in progress"; it must be not-started, in-progress, implemented, tested, effective or ineffective.
#                                                  ^^^^^^ invalid-value: CONTROL.maturity is "1 -> 2", not a whole number; write digits only, such as 5.
@SLO target_pct:float=98%
#                     ^^^ invalid-value: SLO.target_pct is "98%", not a number; write the number alone, without a unit.
@VITALS bp=120,80
#          ^^^^^^ pattern-mismatch: VITALS.bp is "120,80"; it must match the pattern \\d+/\\d+, such as 118/76. Write a pressure by palpation, such as 80/P, as a VITAL record with the LOINC code 8480-6.
`))

test('a list of which each item is allowed', () =>
  expectProblems(
    `
@THING tags=a,b
#           ^^^ needs-quotes: THING.tags has , in its value; write the value in double quotes.
@THING tags=a,c
#             ^ not-in-enum: THING.tags has the item "c"; an item must be a or b.
`,
    { descriptors: [withTags] },
  ))

test('a value in single quotes says what they hold, bars too', () => {
  expectProblems(`
@CONTROL rid=CTL-1 | title='a | b' | status='tested' | owner='don't'
#                          ^^^^^^^ needs-quotes: CONTROL.title is in single quotes; write the text in double quotes.
#                                           ^^^^^^^^ needs-quotes: CONTROL.status is in single quotes; write the text in double quotes.
#                                                            ^^^^^^^ needs-quotes: CONTROL.owner is in single quotes; write the text in double quotes.
@FINDING rid='FND-1' | control_ref='CTL-1'
#            ^^^^^^^ needs-quotes
#                                  ^^^^^^^ needs-quotes
`)
  expectFixAll(
    `@CONTROL rid='CTL-1' | title='a | "b"' | maturity:int='3'\n`,
    '@CONTROL rid=CTL-1 | title="a | \\"b\\"" | maturity:int=3\n',
  )
  expectProblems(
    `
@FINDING rid=FND-1 | control_ref='CTL-2'
#                                ^^^^^^^ needs-quotes
#                                 ^^^^^ dangling-reference
`,
    { others: {} },
  )
})

test('a value that looks cut says what is meant, and is not changed unseen', () => {
  const records = `
@CONTROL rid=CTL-1 | title=see (a | owner=x y
#                          ^^^^^^ needs-quotes: CONTROL.title has ( without the matching one; write the whole text in double quotes.
#                                         ^^^ needs-quotes
@CONTROL rid=CTL-2 | title=the "big | status='tested | owner=a]
#                          ^^^^^^^^ needs-quotes: CONTROL.title has " without the matching one; write the whole text in double quotes.
#                                            ^^^^^^^ needs-quotes: CONTROL.status has ' without the matching one; write the whole text in double quotes.
#                                                            ^^ needs-quotes: CONTROL.owner has ] without the matching one; write the whole text in double quotes.
@CONTROL rid=CTL-3 | title=<<EOF | owner=Ann // leads
#                          ^^^^^ needs-quotes: CONTROL.title starts a text of several lines with <<EOF; write the text in double quotes on one line, with \\n for a line end.
#                                        ^^^^^^^^^^^^ needs-quotes: CONTROL.owner has // in its value; write a comment on its own line after #, or the text in double quotes.
@CONTROL rid=CTL-4,status=tested
#            ^^^^^^^^^^^^^^^^^^^ needs-quotes: CONTROL.rid has , before what looks like a field; write | between two fields, or the text in double quotes.
@CONTROL rid=CTL-5 | title='a' b' | owner='c
#                          ^^^^^^ needs-quotes: CONTROL.title is in single quotes; write the text in double quotes.
#                                         ^^ needs-quotes
`
  expectProblems(records)
  const text = records.replace(/^#.*\n/gm, '')
  expectFixAll(text, text.slice(1))
  expectFix('@CONTROL rid=CTL-1 | title=see (a\n', 'Put the value in quotes', '@CONTROL rid=CTL-1 | title="see (a"\n')
})

test('of two single quotes that are not closed, each value stays its own', () =>
  expectProblems(`
@CONTROL rid=CTL-1 | title='Ann | owner='Bob' | status='tested'
#                          ^^^^ needs-quotes: CONTROL.title has ' without the matching one; write the whole text in double quotes.
#                                       ^^^^^ needs-quotes
#                                                      ^^^^^^^^ needs-quotes
`))

test('bare-safe values, strings and lists', () =>
  expectNoProblems(`
@CONTROL rid=aZ09_./:@+#-
@CONTROL rid=CTL-1 | title="in progress, 98%" | owner=[Anna Berg, José]
@CONTROL rid=#1
`))

test('all of the value is quoted', () => {
  expectFix(
    '@CONTROL rid=CTL-1 | title=in progress | owner="o"\n',
    'Put the value in quotes',
    '@CONTROL rid=CTL-1 | title="in progress" | owner="o"\n',
  )
  expectFix(
    '@CONTROL rid=CTL-1 | title=a\\b "c"\n',
    'Put the value in quotes',
    '@CONTROL rid=CTL-1 | title="a\\\\b \\"c\\""\n',
  )
  expectFix(
    '@CONTROL rid=CTL-1\r\n\t| title=José 🙂 \r\n',
    'Put the value in quotes',
    '@CONTROL rid=CTL-1\r\n\t| title="José 🙂" \r\n',
  )
})

test('half a surrogate pair and control characters become escapes, which a file can hold', () =>
  expectFix(
    '@CONTROL rid=CTL-1 | title=a\ud83d\0\n',
    'Put the value in quotes',
    '@CONTROL rid=CTL-1 | title="a\\ud83d\\u0000"\n',
  ))

test('a needless type goes with the quotes', () =>
  expectFixAll('@CONTROL rid=CTL-1 | title:string=a b\n', '@CONTROL rid=CTL-1 | title="a b"\n'))

test('what else looks cut or joined with other text', () =>
  expectProblems(`
@CONTROL rid=CTL-1 | title=a /* b | owner=x;status=tested
#                          ^^^^^^ needs-quotes: CONTROL.title has /* in its value; write a comment on its own line after #, or the text in double quotes.
#                                         ^^^^^^^^^^^^^^^ needs-quotes: CONTROL.owner has ; before what looks like a field; write | between two fields, or the text in double quotes.
@CONTROL rid=CTL-2 | title=<<-"END" | owner=a\u3000b | framework=a\tb
#                          ^^^^^^^^ needs-quotes: CONTROL.title starts a text of several lines with <<-"END; write the text in double quotes on one line, with \\n for a line end.
#                                           ^^^ needs-quotes: CONTROL.owner has a blank in its value; write the value in double quotes.
#                                                           ^^^ needs-quotes: CONTROL.framework has a blank in its value; write the value in double quotes.
`))

test('a value that has to be another one and looks cut has the problem of the quotes', () =>
  expectProblems(`
@CONTROL rid=CTL-1 | status=[tested | maturity=(3
#                           ^^^^^^^ unclosed-list
#                                              ^^ needs-quotes
@CONTROL rid=CTL-2 | status='open
#                           ^^^^^ needs-quotes
`))

test('curly quotes around a value are meant as straight ones, which only the author can know', () => {
  const records = `
@CONTROL rid=CTL-1 | title=“Leavers monthly” | owner=Bob
#                          ^^^^^^^^^^^^^^^^^ needs-quotes: CONTROL.title is in the curly quotes “ and ”, which word processors write; write straight quotes.
#                                              ^^^^^^^^^ notation
@CONTROL rid=CTL-2 | title=„Leavers | monthly“ | owner=Bob
#                          ^^^^^^^^^^^^^^^^^^^ needs-quotes: CONTROL.title is in the curly quotes „ and “, which word processors write; write straight quotes.
#                                                ^^^^^^^^^ notation
@CONTROL rid=CTL-3 | title=“Leavers | owner=Bob
#                          ^^^^^^^^ needs-quotes: CONTROL.title has “ without the matching one; write the whole text in double quotes.
#                                     ^^^^^^^^^ notation
`
  expectProblems(records)
  const text = records.replace(/^#.*\n/gm, '')
  expectFixAll(text, text.slice(1))
  expectFix(
    '@CONTROL rid=CTL-1 | title=“Leavers | "monthly"” | owner="Bob"\n',
    'Write straight quotes',
    '@CONTROL rid=CTL-1 | title="Leavers | \\"monthly\\"" | owner="Bob"\n',
  )
  expectFix('@CONTROL title=« a b »\n', 'Write straight quotes', '@CONTROL title="a b"\n')
  expectFix('@CONTROL title=“a b”\n', 'Put the value in quotes', '@CONTROL title="“a b”"\n')
})
