import { expect, test } from 'vitest'
import { expectFix, expectNoProblems, expectProblems, fixTitles } from '../../../test/records.ts'
import { typeNames } from '../../domains/value-types/index.ts'

const types = `${typeNames.slice(0, -1).join(', ')} and ${typeNames.at(-1)}`

test('a word that is no type', () =>
  expectProblems(`
@CONTROL rid=CTL-1 | maturity:integer=3
#                             ^^^^^^^ unknown-type: CONTROL.maturity has the unknown type "integer"; it is declared as int.
@XYZZY a:date=2026-06-30 | b:Int=3
#^^^^^ unknown-tag: XYZZY is not a tag of any domain, so its fields are not checked.
#        ^^^^ unknown-type: XYZZY.a has the unknown type "date"; the types are ${types}.
#                            ^^^ unknown-type: XYZZY.b has the unknown type "Int"; the types are ${types}.
@CONTROL rid=CTL-1 | maturity:=3 | title : = "x"
#                            ^ unknown-type: CONTROL.maturity has an empty type; it is declared as int.
#                                       ^^ unknown-type: CONTROL.title has an empty type; it is declared as string.
`))

test('the value is checked as the declared type all the same', () =>
  expectProblems(`
@CONTROL rid=CTL-1 | maturity:number=9
#                             ^^^^^^ unknown-type: CONTROL.maturity has the unknown type "number"; it is declared as int.
#                                    ^ out-of-range: CONTROL.maturity is 9; it must be from 1 to 5.
`))

test('the known types and those from elsewhere', () => {
  expectNoProblems(
    '@CONTROL rid=CTL-1 | maturity:int=3\n@FINDING rid=F-1 | control_ref:ref=CTL-1\n@DOC a:string="x" | b:str="x" | c:float=1 | d:ts=x | e:bool=x\n',
  )
  expectNoProblems('@DOC a:ref=x | b:bytes=x | c:stream=x | d:vector=[x]\n')
})

test('the declared type is the fix, or the nearest where none is declared', () => {
  expectFix(
    '@CONTROL rid=CTL-1 | maturity:number=3\n',
    'Change the type to int',
    '@CONTROL rid=CTL-1 | maturity:int=3\n',
  )
  expectFix('@CONTROL rid=CTL-1 | title :text = "x"\n', 'Remove the type', '@CONTROL rid=CTL-1 | title= "x"\n')
  expectFix('@XYZZY a:Integer=3\n', 'Change the type to int', '@XYZZY a:int=3\n')
  expectFix('@XYZZY a:boolaen=true\n', 'Change the type to bool', '@XYZZY a:bool=true\n')
  expectFix('@XYZZY a:datetime=x\n', 'Change the type to ts', '@XYZZY a:ts=x\n')
  expectFix('@XYZZY a:=x\n', 'Remove the type', '@XYZZY a=x\n')
  expect(fixTitles('@CONTROL rid=CTL-1 | maturity:double=3\n')).toEqual([
    'Change the type to int',
    'Change the type to float',
  ])
  expect(fixTitles('@DOC a:xyzzy=3\n')).toEqual([])
})

test('a type without = is a missing value only', () =>
  expectProblems(`
@CONTROL rid=CTL-1 | maturity:number
#                    ^^^^^^^^^^^^^^^ missing-value
`))
