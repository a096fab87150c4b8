import { expect, test } from 'vitest'
import { expectFix, expectNoProblems, expectProblems, fixTitles } from '../../../test/records.ts'

test('whole numbers', () =>
  expectProblems(`
@RUNBOOK step:int=three
#                 ^^^^^ invalid-value: RUNBOOK.step is "three", not a whole number; write digits only, such as 5.
@RUNBOOK step:int=1.5
#                 ^^^ invalid-value: RUNBOOK.step is "1.5", a number with a fraction or an exponent; it must be a whole number, such as 2.
@RUNBOOK step=""
#             ^^ invalid-value: RUNBOOK.step is "", not a whole number; write digits only, such as 5.
@RUNBOOK step="5 days"
#             ^^^^^^^^ invalid-value: RUNBOOK.step is "5 days", not a whole number; write the number alone, without a unit.
@RUNBOOK step="5,000"
#             ^^^^^^^ invalid-value: RUNBOOK.step is "5,000", not a whole number; write digits only, such as 5.
@RUNBOOK step=[5]
#             ^^^ invalid-value: RUNBOOK.step is "[5]", not a whole number; write digits only, such as 5.
`))

test('numbers', () =>
  expectProblems(`
@METRIC value:float=high
#                   ^^^^ invalid-value: METRIC.value is "high", not a number; write digits, such as 4.5.
@METRIC value:float=1e999
#                   ^^^^^ invalid-value: METRIC.value is "1e999", too large to hold; it must be a finite number.
@METRIC value:float=4.
#                   ^^ invalid-value: METRIC.value is "4.", not a number; write digits, such as 4.5.
@METRIC value:float="98%"
#                   ^^^^^ invalid-value: METRIC.value is "98%", not a number; write the number alone, without a unit.
@METRIC value:float="4,5"
#                   ^^^^^ invalid-value: METRIC.value is "4,5", not a number; write a point for the decimal sign and nothing between thousands.
`))

test('timestamps', () =>
  expectProblems(
    `
@POLICY rid=P-1 | next_review:ts=2026-02-30
#                                ^^^^^^^^^^ invalid-value: POLICY.next_review is "2026-02-30"; there is no day 30 in 2026-02, which has 28 days.
@POLICY rid=P-1 | next_review="2026-06-30 14:00"
#                             ^^^^^^^^^^^^^^^^^^ invalid-value: POLICY.next_review is "2026-06-30 14:00"; write T between date and time, as YYYY-MM-DDThh:mm:ssZ.
@POLICY rid=P-1 | next_review=30.06.2026
#                             ^^^^^^^^^^ invalid-value: POLICY.next_review is "30.06.2026"; the year comes first: write it as YYYY-MM-DD.
@POLICY rid=P-1 | next_review:ts=2026-06-30T24:00
#                                ^^^^^^^^^^^^^^^^ invalid-value: POLICY.next_review is "2026-06-30T24:00"; hour 24 does not exist, midnight is 00:00 of the next day.
@POLICY rid=P-1 | next_review:ts=tomorrow
#                                ^^^^^^^^ invalid-value: POLICY.next_review is "tomorrow"; it must be a date YYYY-MM-DD, or a date and time YYYY-MM-DDThh:mm:ssZ.
`,
    { settingDomains: ['compliance'] },
  ))

test('truth values', () =>
  expectProblems(`
@RUNBOOK automated:bool=yes
#                       ^^^ invalid-value: RUNBOOK.automated is "yes"; it must be true or false, in lower case.
@RUNBOOK automated=True
#                  ^^^^ invalid-value: RUNBOOK.automated is "True"; it must be true or false, in lower case.
@RUNBOOK automated=1
#                  ^ invalid-value: RUNBOOK.automated is "1"; it must be true or false, in lower case.
`))

test('values of the type, whatever their writing, and values nobody declared', () => {
  expectNoProblems(
    '@RUNBOOK step:int=+5 | automated:bool=false\n@METRIC value:float=-1.5e-3 | ts:ts=2024-02-29T23:59:59.123456+05:30\n',
  )
  expectNoProblems('@TLINE ts:ts=2026-06-30 | action="true" | actor="3"\n')
  expectProblems(`
@XYZZY step:int=three
#^^^^^ unknown-tag: XYZZY is not a tag of any domain, so its fields are not checked.
@RUNBOOK stepp:int=three
#        ^^^^^ unknown-field: stepp is not a field of RUNBOOK; did you mean step?
`)
})

test('nothing else is said of such a value', () =>
  expectProblems(`
@CONTROL rid=CTL-1 | maturity="nine"
#                             ^^^^^^ invalid-value: CONTROL.maturity is "nine", not a whole number; write digits only, such as 5.
`))

test('an empty required value is a missing field only; one of a type from elsewhere is not checked', () =>
  expectProblems(`
@CREDENTIAL rid=CRE-1 | issuer=""
#^^^^^^^^^^ missing-field: CREDENTIAL has no issuer, which is required.
@CONTROL rid=CTL-1 | maturity:bytes=abc
#                             ^^^^^ type-mismatch: CONTROL.maturity is written with the type bytes; it is declared as int.
`))

test('what the author can only have meant is a fix', () => {
  const policy = (value: string): string => `@POLICY rid=P-1 | next_review:ts=${value}\n`
  const domains = { settingDomains: ['compliance'] }
  expectFix(policy('30.6.2026'), 'Change to 2026-06-30', policy('2026-06-30'), domains)
  expectFix(policy('2026/6/3'), 'Change to 2026-06-03', policy('2026-06-03'), domains)
  expectFix(policy('20260630'), 'Change to 2026-06-30', policy('2026-06-30'), domains)
  expectFix(policy('"2026-06-30 9:05Z"'), 'Change to 2026-06-30T09:05Z', policy('2026-06-30T09:05Z'), domains)
  expectFix(
    policy('2026-06-30T14:00+0200'),
    'Change to 2026-06-30T14:00+02:00',
    policy('2026-06-30T14:00+02:00'),
    domains,
  )
  expectFix('@RUNBOOK step=5.0\n', 'Change to 5', '@RUNBOOK step:int=5\n')
  expectFix('@METRIC value=.5\n', 'Change to 0.5', '@METRIC value:float=0.5\n')
  expectFix('@METRIC value="4."\n', 'Change to 4', '@METRIC value:float=4\n')
  expectFix('@RUNBOOK automated="Yes"\n', 'Change to true', '@RUNBOOK automated:bool=true\n')
  expectFix(
    '@RUNBOOK automated:bool=0 | action="x"\n',
    'Change to false',
    '@RUNBOOK automated:bool=false | action="x"\n',
  )
})

test('a decimal comma becomes a point, unless it may be one between thousands', () => {
  const metric = (value: string): string => `@METRIC value:float=${value}\n`
  expectFix(metric('138,5'), 'Change to 138.5', metric('138.5'))
  expectFix(metric('"-1,50"'), 'Change to -1.50', metric('-1.50'))
  expectFix(metric('0,125'), 'Change to 0.125', metric('0.125'))
  expectFix(metric('1,2345'), 'Change to 1.2345', metric('1.2345'))
  expectFix('@RUNBOOK step:int=5,0\n', 'Change to 5', '@RUNBOOK step:int=5\n')
  for (const value of ['1,234', '00,125', '1,234,5', '1.234,5', '1,', ',5', '1,5e3', '1,5 kg'])
    expect(fixTitles(metric(`"${value}"`)), value).toEqual([])
  for (const value of ['1,5', '1,000']) expect(fixTitles(`@RUNBOOK step:int="${value}"\n`), value).toEqual([])
})

test('text behind the value would run into one without quotes, so there the text comes first', () =>
  expect(fixTitles('@RUNBOOK step="5.0"x\n')).toEqual(['Change to "5.0x"', 'Remove "x"']))
