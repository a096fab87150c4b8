import { test } from 'vitest'
import { expectFix, expectFixAll, expectNoProblems, expectProblems } from '../../../test/records.ts'

test('a type other than the declared one', () =>
  expectProblems(`
@CONTROL rid=CTL-1 | maturity:float=3
#                             ^^^^^ type-mismatch: CONTROL.maturity is written with the type float; it is declared as int.
@CONTROL rid=CTL-1 | title:int="x"
#                          ^^^ type-mismatch: CONTROL.title is written with the type int; it is declared as string.
@CONTROL rid=CTL-1 | maturity:str="nine"
#                             ^^^ type-mismatch: CONTROL.maturity is written with the type str; it is declared as int.
#                                 ^^^^^^ invalid-value: CONTROL.maturity is "nine", not a whole number; write digits only, such as 5.
@OBLIGATION deadline : string = "2026-06-30"
#                      ^^^^^^ type-mismatch: OBLIGATION.deadline is written with the type string; it is declared as ts.
`))

test('a type from elsewhere, of which the value is not checked', () =>
  expectProblems(`
@CONTROL rid=CTL-1 | maturity:bytes=9 | title:vector=x
#                             ^^^^^ type-mismatch: CONTROL.maturity is written with the type bytes; it is declared as int.
#                                             ^^^^^^ type-mismatch: CONTROL.title is written with the type vector; it is declared as string.
@CONTROL rid=CTL-1 | title:ref="x" | status:stream="nonsense"
#                          ^^^ type-mismatch: CONTROL.title is written with the type ref; it is declared as string.
#                                           ^^^^^^ type-mismatch: CONTROL.status is written with the type stream; it is declared as string.
`))

test('ref on a field that refers to records, and any known type on a field that nobody declared', () => {
  expectNoProblems('@FINDING rid=F-1 | control_ref:ref="CTL-1"\n')
  expectProblems(`
@XYZZY a:int=1 | b:bytes=2 | c:ref=3 | d:stream=4 | e:vector=[5]
#^^^^^ unknown-tag: XYZZY is not a tag of any domain, so its fields are not checked.
`)
})

test('another type on a field that refers to records', () =>
  expectProblems(`
@FINDING rid=F-1 | control_ref:int="CTL-1"
#                              ^^^ type-mismatch
`))

test('a type without = is a missing value only', () =>
  expectProblems(`
@CONTROL rid=CTL-1 | maturity:float
#                    ^^^^^^^^^^^^^^ missing-value: CONTROL.maturity has no value; write maturity:int=… or remove the field.
`))

test('the declared type, with the value in its notation', () => {
  expectFix(
    '@CONTROL rid=CTL-1 | maturity:float="3"\n',
    'Change the type to int',
    '@CONTROL rid=CTL-1 | maturity:int=3\n',
  )
  expectFix('@CONTROL rid=CTL-1 | title:int=x\n', 'Remove the type int', '@CONTROL rid=CTL-1 | title="x"\n')
})

test('a value that is not of the declared type, or not checked, stays as it is', () => {
  expectFix(
    '@CONTROL rid=CTL-1 | maturity : float = 3.5\n',
    'Change the type to int',
    '@CONTROL rid=CTL-1 | maturity:int= 3.5\n',
  )
  expectFix(
    '@CONTROL rid=CTL-1 | maturity:bytes="3"\n',
    'Change the type to int',
    '@CONTROL rid=CTL-1 | maturity:int="3"\n',
  )
  expectFix('@CONTROL rid=CTL-1 | title:int=[a, b]\n', 'Remove the type int', '@CONTROL rid=CTL-1 | title=[a, b]\n')
  expectFix(
    '@CONTROL rid=CTL-1 | maturity:float="3"x\n',
    'Change the type to int',
    '@CONTROL rid=CTL-1 | maturity:int="3"x\n',
  )
})

test('it is safe where the value is of the declared type', () => {
  expectFixAll('@CONTROL rid=CTL-1 | maturity:float=3\n', '@CONTROL rid=CTL-1 | maturity:int=3\n')
  expectFixAll('@CONTROL rid=CTL-1 | maturity:float=3.5\n', '@CONTROL rid=CTL-1 | maturity:float=3.5\n')
  expectFixAll('@CONTROL rid=CTL-1 | maturity:bytes=3\n', '@CONTROL rid=CTL-1 | maturity:bytes=3\n')
})

test('a field without a value, or whose value is not closed, gets the type only', () => {
  expectFix('@CONTROL rid=CTL-1 | maturity:float=\n', 'Change the type to int', '@CONTROL rid=CTL-1 | maturity:int=\n')
  expectFix(
    '@CONTROL rid=CTL-1 | maturity:float="3\n',
    'Change the type to int',
    '@CONTROL rid=CTL-1 | maturity:int="3\n',
  )
})
