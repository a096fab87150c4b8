import { test } from 'vitest'
import { expectFix, expectFixAll, expectNoProblems, expectProblems } from '../../../test/records.ts'

test('a number, timestamp or truth value in quotes or without its type', () =>
  expectProblems(`
@CONTROL rid=CTL-1 | maturity=3
#                    ^^^^^^^^^^ notation: CONTROL.maturity is written without its type; the canonical notation is maturity:int=3.
@CONTROL rid=CTL-1 | maturity="3"
#                    ^^^^^^^^^^^^ notation: CONTROL.maturity is written in quotes and without its type; the canonical notation is maturity:int=3.
@CONTROL rid=CTL-1 | maturity:int="3"
#                    ^^^^^^^^^^^^^^^^ notation: CONTROL.maturity is written in quotes; the canonical notation is maturity:int=3.
@FINDING rid=F-1 | remediation_due=2026-06-30
#                  ^^^^^^^^^^^^^^^^^^^^^^^^^^ notation: FINDING.remediation_due is written without its type; the canonical notation is remediation_due:ts=2026-06-30.
@OBLIGATION penalty_risk="1.5"
#           ^^^^^^^^^^^^^^^^^^ notation: OBLIGATION.penalty_risk is written in quotes and without its type; the canonical notation is penalty_risk:float=1.5.
@PATIENT active=true
#        ^^^^^^^^^^^ notation: PATIENT.active is written without its type; the canonical notation is active:bool=true.
`))

test('a string without quotes or with a type', () =>
  expectProblems(`
@CONTROL rid=CTL-1 | title=Review
#                    ^^^^^^^^^^^^ notation: CONTROL.title is written without quotes; the canonical notation is title="Review".
@CONTROL rid=CTL-1 | title:string="Review"
#                    ^^^^^^^^^^^^^^^^^^^^^ notation: CONTROL.title is written with the type string; the canonical notation is title="Review".
@CONTROL rid=CTL-1 | title:str="Review"
#                    ^^^^^^^^^^^^^^^^^^ notation: CONTROL.title is written with the type str; the canonical notation is title="Review".
`))

test('an rid is bare where it can be', () => {
  expectProblems(`
@CONTROL rid="CTL-1"
#        ^^^^^^^^^^^ notation: CONTROL.rid is written in quotes; the canonical notation is rid=CTL-1.
@CONTROL rid:string=CTL-1
#        ^^^^^^^^^^^^^^^^ notation: CONTROL.rid is written with the type string; the canonical notation is rid=CTL-1.
@VITALS rid="V-1" | bp="120/80"
#       ^^^^^^^^^ notation: VITALS.rid is written in quotes; the canonical notation is rid=V-1.
`)
  expectNoProblems('@CONTROL rid=CTL-1\n@CONTROL rid="CTL 1"\n')
})

test("canonical values, the number's own writing, and lists", () =>
  expectNoProblems(`
@CONTROL rid=CTL-1 | title="Review" | maturity:int=3 | owner=[a, b]
@CONTROL rid=CTL-1 | maturity:int=+003
@OBLIGATION deadline:ts=2026-06-30 | penalty_risk:float=1e3
`))

test('fields that nobody defined can be written in any way', () =>
  expectProblems(`
@XYZZY a=b | c="3" | d:str=x
#^^^^^ unknown-tag: XYZZY is not a tag of any domain, so its fields are not checked.
@CONTROL rid=CTL-1 | other=x
#                    ^^^^^ unknown-field: other is not a field of CONTROL; did you mean owner?
`))

test('the fix writes the canonical notation', () => {
  expectFix(
    '@CONTROL rid=CTL-1 | maturity = "3" | title="x"\n',
    'Change to maturity:int=3',
    '@CONTROL rid=CTL-1 | maturity:int=3 | title="x"\n',
  )
  expectFix(
    '@CONTROL rid=CTL-1 | title:str="a \\"b\\" \\u00e9"\n',
    'Change to title="a \\"b\\" é"',
    '@CONTROL rid=CTL-1 | title="a \\"b\\" é"\n',
  )
  expectFix('@CONTROL rid="CTL-1"\n', 'Change to rid=CTL-1', '@CONTROL rid=CTL-1\n')
  const long = 'x'.repeat(80)
  expectFix(
    `@CONTROL rid=CTL-1 | title:string="${long}"\n`,
    'Change to title="…"',
    `@CONTROL rid=CTL-1 | title="${long}"\n`,
  )
})

test('escapes that a file cannot do without stay', () =>
  expectFixAll(
    '@CONTROL rid=CTL-1 | title:str="\\ud83d \\n \\u2028 \\u0007"\n',
    '@CONTROL rid=CTL-1 | title="\\ud83d \\n \\u2028 \\u0007"\n',
  ))

test('a value with a syntax problem is left as it is', () => {
  expectProblems(`
@CONTROL rid="CTL-1"x | title="y"
#                   ^ syntax: "x" follows a complete value; write | before a field, or \\" for a quote in a text.
@CONTROL rid=CTL-1 | title:string="y
#                                 ^^ unclosed-string: CONTROL.title starts with a quote that is not closed on its line; write " at the end of the text.
`)
  expectFixAll('@CONTROL rid="CTL-1" x\n', '@CONTROL rid="CTL-1" x\n')
})

test('rid: or ref: before the id of a reference', () => {
  const settings = { others: { 'controls.rec': '@CONTROL rid=CTL-1\n@CONTROL rid=CTL-2\n' } }
  expectProblems(
    `
@FINDING rid=F-1 | control_ref=rid:CTL-1
#                  ^^^^^^^^^^^^^^^^^^^^^ notation: FINDING.control_ref is written with rid: or ref: before an id; the canonical notation is control_ref="CTL-1".
@FINDING rid=F-2 | control_ref="ref: CTL-2"
#                  ^^^^^^^^^^^^^^^^^^^^^^^^ notation: FINDING.control_ref is written with rid: or ref: before an id; the canonical notation is control_ref="CTL-2".
@FINDING rid=F-3 | control_ref="rid:CTL-9"
#                  ^^^^^^^^^^^^^^^^^^^^^^^ notation: FINDING.control_ref is written with rid: or ref: before an id; the canonical notation is control_ref="CTL-9".
#                                   ^^^^^ dangling-reference: FINDING.control_ref is "CTL-9", but no CONTROL has that id; write an existing id, or add the record.
@FINDING rid=F-4 | control_ref="rid:"
#                               ^^^^ dangling-reference: FINDING.control_ref is "rid:", but no CONTROL has that id; write an existing id, or add the record.
`,
    settings,
  )
  expectFix(
    '@SERVICE rid=S-1 | dependencies="rid:A, ref:B,C"\n',
    'Change to dependencies="A, B,C"',
    '@SERVICE rid=S-1 | dependencies="A, B,C"\n',
  )
})

test('up to 60 characters of the canonical notation are shown', () => {
  const shown = `title="${'x'.repeat(52)}"`
  expectFix(`@CONTROL title=${'x'.repeat(52)} | rid=A\n`, `Change to ${shown}`, `@CONTROL ${shown} | rid=A\n`)
  const long = `@CONTROL title="${'x'.repeat(53)}" | rid=A\n`
  expectFix(`@CONTROL title=${'x'.repeat(53)} | rid=A\n`, 'Change to title="…"', long)
  const number = '9'.repeat(60)
  expectFix(`@RUNBOOK step=${number}\n`, 'Change to step:int=…', `@RUNBOOK step:int=${number}\n`)
})

test('a prefix is removed from references only, and not unseen', () => {
  expectNoProblems('@CONTROL rid=CTL-1 | title="rid:x"\n')
  expectFixAll('@FINDING rid=F-1 | control_ref="rid:CTL-1"\n', '@FINDING rid=F-1 | control_ref="rid:CTL-1"\n')
})

test('a field behind a comma is left as it is', () =>
  expectProblems(`
@CONTROL rid=CTL-1, maturity=3 ; title=x | owner=y
#                 ^ missing-separator
#                                          ^^^^^^^ notation
`))
