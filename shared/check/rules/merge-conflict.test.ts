import { expect, test } from 'vitest'
import { expectNoProblems, expectProblems } from '../../../test/records.ts'

const alone = { others: {} }

test('one problem for each conflict; records on the sides are checked, but not compared', () =>
  expectProblems(
    `
@CONTROL rid=CTL-0
<<<<<<< HEAD
#<- merge-conflict: This merge conflict between HEAD and feature/x is not resolved; keep one side, or combine both.
@CONTROL rid=CTL-1 | maturity:int=9
#                                 ^ out-of-range: CONTROL.maturity is 9; it must be from 1 to 5.
@CONTROL rid=CTL-2
@CONTROL rid=CTL-2
#            ^^^^^ duplicate-rid: CONTROL "CTL-2" exists twice; an id must be unique among the records of its tag, so change one of them.
||||||| 1a2b3c4
@CONTROL rid=CTL-1
=======
@CONTROL rid=CTL-1 | titel="b"
#                    ^^^^^ unknown-field: titel is not a field of CONTROL; did you mean title?
@CONTROL rid=CTL-0
#            ^^^^^ duplicate-rid: CONTROL "CTL-0" exists twice; an id must be unique among the records of its tag, so change one of them.
>>>>>>> feature/x
@FINDING rid=F-1 | control_ref="CTL-1"
`,
    alone,
  ))

test('a conflict between the lines of a record belongs to the record', () => {
  expectProblems(
    `
@CONTROL rid=CTL-1
<<<<<<< HEAD
#<- merge-conflict
  | title="a" | maturity:int=9
#                            ^ out-of-range
=======
  | title="b"
>>>>>>> feature/x
  | status="tested"
@CREDENTIAL rid=C-1
<<<<<<<
#<- merge-conflict: This merge conflict is not resolved; keep one side, or combine both.
=======
  | issuer="ETH"
>>>>>>>
  | owner="me"
#   ^^^^^ unknown-field
`,
    alone,
  )
})

test('a record whose last lines are common to both sides goes on below the conflict', () =>
  expectProblems(
    `
<<<<<<< HEAD
#<- merge-conflict
@CONTROL rid=CTL-1 | title="a"
=======
@CONTROL rid=CTL-1 | title="b"
>>>>>>> x
  | status="tested"
`,
    alone,
  ))

test('markers that are no conflict', () =>
  expectProblems(`
=======
#<- syntax: ======= marks a side of a merge conflict, but the other lines of the conflict are missing; remove the line.
<<<<<<< HEAD
#<- syntax: <<<<<<< marks a side of a merge conflict, but the other lines of the conflict are missing; remove the line.
>>>>>>> x
#<- syntax: >>>>>>> marks a side of a merge conflict, but the other lines of the conflict are missing; remove the line.
<<<<<<< HEAD
#<- merge-conflict
=======
>>>>>>> x
`))

test('lines that are no markers', () => {
  expectProblems(`
<<<<<<<< HEAD
#<- syntax: These 3 lines from "<<<<<<<< HEAD" on are neither records, which start with @, nor comments, which start with #.
=======x
 >>>>>>> x
`)
  expectNoProblems('# <<<<<<< HEAD\n@BEGIN\n<<<<<<< HEAD\n=======\n>>>>>>> x\n@END\n')
  expect(() => expectNoProblems('<<<<<<< HEAD\n=======\n>>>>>>> x\n')).toThrow()
})

test('a side without a name is not named, and a long name is cut', () => {
  expectProblems(`
<<<<<<< HEAD
#<- merge-conflict: This merge conflict is not resolved; keep one side, or combine both.
=======
>>>>>>>
<<<<<<<
#<- merge-conflict: This merge conflict is not resolved; keep one side, or combine both.
=======
>>>>>>> x
<<<<<<< ${'a'.repeat(50)}
#<- merge-conflict: This merge conflict between ${'a'.repeat(39)}… and ${'b'.repeat(39)}… is not resolved; keep one side, or combine both.
=======
>>>>>>> ${'b'.repeat(50)}
`)
})
