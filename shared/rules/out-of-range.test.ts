import { test } from 'vitest'
import { expectProblems } from '../../test/records.ts'

test('a number outside the range; both ends are allowed', () => expectProblems(`
@CONTROL rid=C-1 | maturity:int=6
#                               ^ out-of-range: CONTROL.maturity is 6; it must be from 1 to 5.
@CONTROL rid=C-2 | maturity:int=5
@CONTROL rid=C-3 | maturity:int=1
@CONTROL rid=C-4 | maturity="0"
#                  ^^^^^^^^^^^^ notation
#                           ^^^ out-of-range: CONTROL.maturity is 0; it must be from 1 to 5.
`))

test('the unit is part of the message', () => expectProblems(`
@VITALS bp="120/80" | hr:int=300 | temp_c:float=29.9
#                            ^^^ out-of-range: VITALS.hr is 300 bpm; it must be from 30 to 250 bpm.
#                                               ^^^^ out-of-range: VITALS.temp_c is 29.9 degrees Celsius; it must be from 30 to 45 degrees Celsius.
`))
