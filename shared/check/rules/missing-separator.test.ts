import { test } from 'vitest'
import { expectFix, expectFixAll, expectNoProblems, expectProblems } from '../../../test/records.ts'

test('two fields with only white space between them', () =>
  expectProblems(`
@CONTROL rid=CTL-1 title="x" maturity:int=3
#                  ^^^^^ missing-separator: There is no | before title; write | between two fields.
#                            ^^^^^^^^ missing-separator: There is no | before maturity; write | between two fields.
@CONTROL rid=CTL-1 | owner=[a, b] title="x"
#                                 ^^^^^ missing-separator: There is no | before title; write | between two fields.
@CONTROL rid= title="x"
#        ^^^^ missing-value: CONTROL.rid has no value; write rid=…, because the field is required.
#             ^^^^^ missing-separator: There is no | before title; write | between two fields.
`))

test('text between them is another problem besides', () =>
  expectProblems(`
@CONTROL rid=CTL-1 | title="x"y owner="o"
#                             ^ syntax: "y" follows a complete value; write | before a field, or \\" for a quote in a text.
#                               ^^^^^ missing-separator: There is no | before owner; write | between two fields.
@CONTROL "x" rid=CTL-1
#        ^^^ syntax: '"x"' is not a field; a field is written name=value.
#            ^^^ missing-separator: There is no | before rid; write | between two fields.
`))

test('a blank in a bare value, the first field and fields joined by | without white space', () => {
  expectNoProblems('@CONTROL rid=CTL-1|title="x y=z"|owner="o"\n@CONTROL\n  | rid=CTL-1\n')
  expectProblems(`
@CONTROL rid=CTL-1 | owner=Anna Berg
#                          ^^^^^^^^^ needs-quotes: CONTROL.owner has a blank in its value; write the value in double quotes.
@CONTROL | rid=CTL-1
#        ^ empty-field: This | does not separate two fields; remove it, or write the missing field.
`)
})

test('white space before = does not start a field inside a value', () =>
  expectProblems(`
@CONTROL rid=CTL-1 | owner=Anna title = x
#                          ^^^^^^^^^^^^^^ needs-quotes: CONTROL.owner has a blank in its value; write the value in double quotes.
`))

test('the white space is replaced', () => {
  expectFix('@CONTROL rid=CTL-1\t  title="x"\n', 'Insert |', '@CONTROL rid=CTL-1 | title="x"\n')
  expectFix(
    '@CONTROL rid=CTL-1\r\n  | owner="o" title="x"',
    'Insert |',
    '@CONTROL rid=CTL-1\r\n  | owner="o" | title="x"',
  )
  expectFixAll(
    '@CONTROL rid=CTL-1 owner="o" title="x" maturity:int=3',
    '@CONTROL rid=CTL-1 | owner="o" | title="x" | maturity:int=3',
  )
})

test('a record whose fields are separated by commas has one problem, and one fix that is not made unseen', () => {
  expectProblems(`
@CONTROL rid=CTL-1, title="x", status=tested , maturity=3
#                 ^ missing-separator: The fields of this record are separated by ","; write | between two fields.
@CONTROL rid=CTL-2; title="x";status="tested",
#                 ^ missing-separator: The fields of this record are separated by ";"; write | between two fields.
@CONTROL rid=CTL-3 | status=tested, | tags={a},
#                                 ^ missing-separator: There is "," after a field; write | between two fields, and nothing after the last one.
#                                     ^^^^ unknown-field
@CONTROL rid=CTL-4 | title='a | b', owner="x"
#                          ^^^^^^^ needs-quotes
#                                 ^ missing-separator
`)
  const commas = '@CONTROL rid=CTL-1, title="x" ;status=tested,\n  | maturity=3,'
  expectFix(commas, 'Separate the fields with |', '@CONTROL rid=CTL-1 | title="x" | status=tested\n  | maturity=3')
  expectFix('@CONTROL rid=CTL-1 | title="x",\n', 'Remove ,', '@CONTROL rid=CTL-1 | title="x"\n')
  expectFixAll(commas, commas)
})

test('commas in texts are no separators', () => {
  expectNoProblems('@CONTROL rid=CTL-1 | title="a, b;" | owner=[a, b]\n')
  expectFixAll('@CONTROL rid=CTL-1 | title=a, b; c | owner=x\n', '@CONTROL rid=CTL-1 | title="a, b; c" | owner="x"\n')
})

test('other text behind the first field does not ask for a | before it', () => {
  expectProblems(`
@CONTROL rid=CTL-1 # note
#                  ^^^^^^ syntax
@CONTROL # note | rid=CTL-1
#        ^^^^^^ syntax
`)
})

test('of commas in several places, each is replaced as its place wants', () =>
  expectFix(
    '@CONTROL rid=CTL-1 ,  title="x" ;, owner="o" | status="tested" ,\n',
    'Separate the fields with |',
    '@CONTROL rid=CTL-1 | title="x" | owner="o" | status="tested"\n',
  ))
