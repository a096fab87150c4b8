import { expect, test } from 'vitest'
import { expectFix, expectNoProblems, expectProblems, fixTitles } from '../../test/records.ts'

test('a name without =, with a type, and with nothing behind its =', () => expectProblems(`
@CONTROL rid=CTL-1 | title | maturity:int | owner= | status = | framework=
@XYZZY a= | b
@CONTROL rid=CTL-1
  | title=
  | owner="o"
@DOC domain
`))

test('the kind of value is part of the message', () => expectProblems(`
@RUNBOOK step= | action
@CONTROL rid
`))

test('an empty string is a value', () => expectNoProblems('@CONTROL rid=CTL-1 | title=""\n'))

test('a value to type over', () => {
  expectFix('@CONTROL rid=CTL-1 | status=\n', 'Write a value for status', '@CONTROL rid=CTL-1 | status="not-started"\n')
  expectFix('@CONTROL rid=CTL-1 | status | owner="o"\n', 'Write a value for status', '@CONTROL rid=CTL-1 | status="not-started" | owner="o"\n')
  expectFix('@RUNBOOK automated:bool\n', 'Write a value for automated', '@RUNBOOK automated:bool=false\n')
})

test('or the field goes', () => {
  expectFix('@CONTROL rid=CTL-1 | status= | owner="o"\n', 'Remove status', '@CONTROL rid=CTL-1 | owner="o"\n')
  expectFix('@RUNBOOK step | action="x"\n', 'Remove step', '@RUNBOOK action="x"\n')
  expectFix('@RUNBOOK step\n', 'Remove step', '@RUNBOOK\n')
  expectFix('@XYZZY a=1\r\n  | b=\r\n  | c=2\r\n', 'Remove b', '@XYZZY a=1\r\n  | c=2\r\n')
  expect(fixTitles('@CONTROL rid=CTL-1 | nonsense\n')).toEqual(['Remove nonsense', 'Remove nonsense'])
})
