import { test } from 'vitest'
import { expectFix, expectNoProblems, expectProblems } from '../../test/records.ts'

test('whole numbers', () => expectProblems(`
@RUNBOOK step:int=three
@RUNBOOK step:int=1.5
@RUNBOOK step=""
@RUNBOOK step="5 days"
@RUNBOOK step="5,000"
@RUNBOOK step=[5]
`))

test('numbers', () => expectProblems(`
@METRIC value:float=high
@METRIC value:float=1e999
@METRIC value:float=4.
@METRIC value:float="98%"
@METRIC value:float="4,5"
`))

test('timestamps', () => expectProblems(`
@POLICY rid=P-1 | next_review:ts=2026-02-30
@POLICY rid=P-1 | next_review="2026-06-30 14:00"
@POLICY rid=P-1 | next_review=30.06.2026
@POLICY rid=P-1 | next_review:ts=2026-06-30T24:00
@POLICY rid=P-1 | next_review:ts=tomorrow
`, { settingDomains: ['compliance'] }))

test('truth values', () => expectProblems(`
@RUNBOOK automated:bool=yes
@RUNBOOK automated=True
@RUNBOOK automated=1
`))

test('values of the type, whatever their writing, and values nobody declared', () => {
  expectNoProblems('@RUNBOOK step:int=-5 | automated:bool=false\n@METRIC value:float=-1.5e-3 | ts:ts=2024-02-29T23:59:59.123456+05:30\n')
  expectNoProblems('@TLINE ts:ts=2026-06-30 | action="true" | actor="3"\n')
  expectProblems(`
@XYZZY step:int=three
@RUNBOOK stepp:int=three
`)
})

test('nothing else is said of such a value', () => expectProblems(`
@CONTROL rid=CTL-1 | maturity="nine"
`))

test('an empty required value is a missing field only; one of a type from elsewhere is not checked', () => expectProblems(`
@CREDENTIAL rid=CRE-1 | issuer=""
@CONTROL rid=CTL-1 | maturity:bytes=abc
`))

test('what the author can only have meant is a fix', () => {
  const policy = (value: string): string => `@POLICY rid=P-1 | next_review:ts=${value}\n`
  const domains = { settingDomains: ['compliance'] }
  expectFix(policy('30.6.2026'), 'Change to 2026-06-30', policy('2026-06-30'), domains)
  expectFix(policy('2026/6/3'), 'Change to 2026-06-03', policy('2026-06-03'), domains)
  expectFix(policy('20260630'), 'Change to 2026-06-30', policy('2026-06-30'), domains)
  expectFix(policy('"2026-06-30 9:05Z"'), 'Change to 2026-06-30T09:05Z', policy('2026-06-30T09:05Z'), domains)
  expectFix(policy('2026-06-30T14:00+0200'), 'Change to 2026-06-30T14:00+02:00', policy('2026-06-30T14:00+02:00'), domains)
  expectFix('@RUNBOOK step=5.0\n', 'Change to 5', '@RUNBOOK step:int=5\n')
  expectFix('@METRIC value=.5\n', 'Change to 0.5', '@METRIC value:float=0.5\n')
  expectFix('@METRIC value="4."\n', 'Change to 4', '@METRIC value:float=4\n')
  expectFix('@RUNBOOK automated="Yes"\n', 'Change to true', '@RUNBOOK automated:bool=true\n')
  expectFix('@RUNBOOK automated:bool=0 | action="x"\n', 'Change to false', '@RUNBOOK automated:bool=false | action="x"\n')
})
