import { test } from 'vitest'
import { expectNoProblems, expectProblems } from '../../test/records.ts'

test('a number outside the range', () => expectProblems(`
@CONTROL rid=C-1 | maturity:int=6
@CONTROL rid=C-4 | maturity="0"
@CONTROL rid=C-4 | maturity:int=-99999999999999999999999999999999999999999999999
@FEEDBACK rating:float=5.01
`))

test('the unit is part of the message, unless it says the range once more', () => expectProblems(`
@VITALS bp="120/80" | hr:int=300 | temp_c:float=29.9
@VULNERABILITY cvss:float=11
`))

test('both ends are allowed, and fields without a range', () => expectNoProblems(`
@CONTROL rid=C-2 | maturity:int=5
@CONTROL rid=C-3 | maturity:int=1
@FEEDBACK rating:float=5.0
@COURSE rid=C-1 | credits:int=-1000
`))
