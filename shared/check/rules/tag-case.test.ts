import { test } from 'vitest'
import { expectFix, expectFixAll, expectNoProblems, expectProblems } from '../../../test/records.ts'

test('a tag in lower or mixed case is read as the whole word', () =>
  expectProblems(`
@control rid=CTL-1
#^^^^^^^ tag-case: @control is read as CONTROL; a tag is written in capital letters, with _ between words.
@Control rid=CTL-1 | maturity:int=9
#^^^^^^^ tag-case: @Control is read as CONTROL; a tag is written in capital letters, with _ between words.
#                                 ^ out-of-range: CONTROL.maturity is 9; it must be from 1 to 5.
@risk-assessment rid=R-1
#^^^^^^^^^^^^^^^ tag-case: @risk-assessment is read as RISK_ASSESSMENT; a tag is written in capital letters, with _ between words.
@xyzzy a=1
#^^^^^ tag-case: @xyzzy is read as XYZZY; a tag is written in capital letters, with _ between words.
#^^^^^ unknown-tag: XYZZY is not a tag of any domain, so its fields are not checked.
@doc domain=compliance
#^^^ tag-case: @doc is read as DOC; a tag is written in capital letters, with _ between words.
`))

test('capital letters, digits and _', () => {
  expectNoProblems('@RISK_ASSESSMENT rid=R-1\n')
  expectProblems(`
@X_1 a=1
#^^^ unknown-tag: X_1 is not a tag of any domain, so its fields are not checked.
`)
})

test('the fix writes it in capitals', () => {
  expectFix('@Control rid=CTL-1\n', 'Change to @CONTROL', '@CONTROL rid=CTL-1\n')
  expectFix(
    '\ufeff  @risk-assessment rid=R-1\r\n',
    'Change to @RISK_ASSESSMENT',
    '\ufeff  @RISK_ASSESSMENT rid=R-1\r\n',
  )
  expectFixAll('@ control\n', '@CONTROL\n')
})

test('a long tag is cut', () =>
  expectProblems(`
@${'x'.repeat(50)}
#${'^'.repeat(50)} tag-case: @${'x'.repeat(39)}… is read as ${'X'.repeat(39)}…; a tag is written in capital letters, with _ between words.
#${'^'.repeat(50)} unknown-tag
`))
