import { test } from 'vitest'
import { expectNoProblems, expectProblems } from '../../../test/records.ts'

test('a number outside the range', () =>
  expectProblems(`
@CONTROL rid=C-1 | maturity:int=6
#                               ^ out-of-range: CONTROL.maturity is 6; it must be from 1 to 5.
@CONTROL rid=C-4 | maturity="0"
#                  ^^^^^^^^^^^^ notation: CONTROL.maturity is written in quotes and without its type; the canonical notation is maturity:int=0.
#                           ^^^ out-of-range: CONTROL.maturity is 0; it must be from 1 to 5.
@CONTROL rid=C-4 | maturity:int=-99999999999999999999999999999999999999999999999
#                               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ out-of-range: CONTROL.maturity is -99999999999999999999999999999999999999…; it must be from 1 to 5.
@FEEDBACK rating:float=5.01
#                      ^^^^ out-of-range: FEEDBACK.rating is 5.01; it must be from 0 to 5.
`))

test('the unit is part of the message, unless it says the range once more', () =>
  expectProblems(`
@VITALS bp="120/80" | hr:int=300 | temp_c:float=29.9
#                            ^^^ out-of-range: VITALS.hr is 300 bpm; it must be from 30 to 250 bpm.
#                                               ^^^^ out-of-range: VITALS.temp_c is 29.9 degrees Celsius; it must be from 30 to 45 degrees Celsius.
@VULNERABILITY cvss:float=11
#                         ^^ out-of-range: VULNERABILITY.cvss is 11; it must be from 0 to 10.
`))

test('both ends are allowed, and fields without a range', () =>
  expectNoProblems(`
@CONTROL rid=C-2 | maturity:int=5
@CONTROL rid=C-3 | maturity:int=1
@FEEDBACK rating:float=5.0
@COURSE rid=C-1 | credits:int=1000
`))

test('both ends are allowed in any writing', () =>
  expectProblems(`
@CONTROL rid=C-2 | maturity="5"
#                  ^^^^^^^^^^^^ notation
@CONTROL rid=C-3 | maturity="1"
#                  ^^^^^^^^^^^^ notation
`))

test('text has no range', () => {
  const field = { name: 'text', type: 'string', range: [1, 5] } as const
  const descriptors = [
    { domain: 'core.test', version: '1', description: '', records: [{ tag: 'TEST', fields: [field] }] },
  ]
  expectNoProblems('@TEST text="x"\n', { descriptors })
})
