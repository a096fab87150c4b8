import { test } from 'vitest'
import { expectFix, expectFixAll, expectNoProblems, expectProblems } from '../../test/records.ts'

test('two fields with only white space between them', () => expectProblems(`
@CONTROL rid=CTL-1 title="x" maturity:int=3
@CONTROL rid=CTL-1 | owner=[a, b] title="x"
@CONTROL rid= title="x"
`))

test('text between them is another problem besides', () => expectProblems(`
@CONTROL rid=CTL-1 | title="x"y owner="o"
@CONTROL "x" rid=CTL-1
`))

test('a blank in a bare value, the first field and fields joined by | without white space', () => {
  expectNoProblems('@CONTROL rid=CTL-1|title="x y=z"|owner="o"\n@CONTROL\n  | rid=CTL-1\n')
  expectProblems(`
@CONTROL rid=CTL-1 | owner=Anna Berg
@CONTROL | rid=CTL-1
`)
})

test('white space before = does not start a field inside a value', () => expectProblems(`
@CONTROL rid=CTL-1 | owner=Anna title = x
`))

test('the white space is replaced', () => {
  expectFix('@CONTROL rid=CTL-1\t  title="x"\n', 'Insert |', '@CONTROL rid=CTL-1 | title="x"\n')
  expectFix('@CONTROL rid=CTL-1\r\n  | owner="o" title="x"', 'Insert |', '@CONTROL rid=CTL-1\r\n  | owner="o" | title="x"')
  expectFixAll('@CONTROL rid=CTL-1 owner="o" title="x" maturity:int=3', '@CONTROL rid=CTL-1 | owner="o" | title="x" | maturity:int=3')
})
