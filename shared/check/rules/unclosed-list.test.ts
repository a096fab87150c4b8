import { test } from 'vitest'
import { expectFix, expectFixAll, expectNoProblems, expectProblems } from '../../../test/records.ts'

test('a list without its closing bracket; the fields behind it are still read', () =>
  expectProblems(`
@CONTROL rid=CTL-1 | owner=[a, [b] | maturity:int=9
#                          ^^^^^^^ unclosed-list: CONTROL.owner starts with a bracket that is not closed on its line; write ] at the end of the list.
#                                                 ^ out-of-range: CONTROL.maturity is 9; it must be from 1 to 5.
@CONTROL rid=CTL-1 | owner=[a, "b]
#                          ^^^^^^^ unclosed-list: CONTROL.owner starts with a bracket that is not closed on its line; write ] at the end of the list.
@XYZZY a=[
#^^^^^ unknown-tag: XYZZY is not a tag of any domain, so its fields are not checked.
#        ^ unclosed-list: XYZZY.a starts with a bracket that is not closed on its line; write ] at the end of the list.
`))

test('brackets that are balanced, and brackets in quotes', () =>
  expectNoProblems(`
@CONTROL rid=CTL-1 | owner=[] | title=[a, [b], "]", "[", "\\"]"]
@CONTROL rid=CTL-1 | owner="["
`))

test('a value in braces is read whole, and one without its closing brace as a list', () => {
  expectNoProblems('@CONTROL rid=CTL-1 | title={"a": "}", "b": {c | d=2}} | owner={}\n')
  expectProblems(`
@CONTROL rid=CTL-1 | owner={a: {b} | maturity:int=9
#                          ^^^^^^^ unclosed-list: CONTROL.owner starts with a brace that is not closed on its line; write } at the end of the value, or the value in double quotes.
#                                                 ^ out-of-range
@CONTROL rid=CTL-2 | owner={a}} b | maturity:int={1
#                             ^^^ syntax: "} b" follows a complete value; write | before a field, or \\" for a quote in a text.
#                                                ^^ unclosed-list
`)
  expectFix('@CONTROL owner={a: {"b | rid=1\n', 'Close the brace', '@CONTROL owner={a: {"b"}} | rid=1\n')
})

test('the fix closes what is open', () => {
  expectFix(
    '@CONTROL rid=CTL-1 | owner=[a, [b | title="x"\n',
    'Close the list',
    '@CONTROL rid=CTL-1 | owner=[a, [b]] | title="x"\n',
  )
  expectFix('@CONTROL rid=CTL-1 | owner=[a, [b], c\n', 'Close the list', '@CONTROL rid=CTL-1 | owner=[a, [b], c]\n')
  expectFix('@CONTROL rid=CTL-1 | owner=[a, "b\r\n', 'Close the list', '@CONTROL rid=CTL-1 | owner=[a, "b"]\r\n')
  expectFix('@CONTROL rid=CTL-1 | owner=[a, "b\\\n', 'Close the list', '@CONTROL rid=CTL-1 | owner=[a, "b\\\\"]\n')
})

test('no fix in such a record is safe', () =>
  expectFixAll('@CONTROL rid="CTL-1" | owner=[a | maturity=3\n', '@CONTROL rid="CTL-1" | owner=[a | maturity=3\n'))

test('brackets in quotes close and open nothing', () => {
  const title = 'Close the list'
  expectFix('@CONTROL owner=[a, "[", b | rid=1\n', title, '@CONTROL owner=[a, "[", b] | rid=1\n')
  expectFix('@CONTROL owner=[a, "]", [b | rid=1\n', title, '@CONTROL owner=[a, "]", [b]] | rid=1\n')
  expectFix('@CONTROL owner=[a, "\\"]", \\ | rid=1\n', title, '@CONTROL owner=[a, "\\"]", \\] | rid=1\n')
})
