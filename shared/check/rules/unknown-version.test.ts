import { test } from 'vitest'
import { expectFix, expectFixAll, expectNoProblems, expectProblems } from '../../../test/records.ts'

test('a version that the registry does not have; the one it has is used', () =>
  expectProblems(`
@DOC domain=core.compliance@2.0
#                          ^^^^ unknown-version: core.compliance has no version "2.0"; version 1.0 is used.
@CONTROL rid=CTL-1 | maturity:int=9
#                                 ^ out-of-range: CONTROL.maturity is 9; it must be from 1 to 5.
@DOC domain=[compliance@1.0, health@1, hr@]
#                                  ^^ unknown-version: core.health has no version "1"; version 1.0 is used.
#                                        ^ unknown-version: core.hr has no version ""; version 1.0 is used.
@DOC domain=compliance@1.0@2
#                     ^^^^^^ unknown-version: core.compliance has no version "1.0@2"; version 1.0 is used.
`))

test('the version it has, and none', () =>
  expectNoProblems('@DOC domain=core.compliance@1.0\n@DOC domain=compliance\n'))

test('the version it has is the fix', () => {
  expectFix('@DOC domain=[compliance@2, hr]\n', 'Change to version 1.0', '@DOC domain=[compliance@1.0, hr]\n')
  expectFixAll('@DOC domain=compliance@2\n', '@DOC domain=compliance@2\n')
})

test('a domain that is not known has no version that is not known', () =>
  expectProblems(`
@DOC domain=xyzzy@2
#           ^^^^^^^ unknown-domain
`))

test('a later version with the same first number does, and no other', () => {
  const descriptors = [{ domain: 'acme.fleet', version: '2.3.1', description: '', records: [] }]
  for (const version of ['2.0', '2.3', '2.3.1'])
    expectNoProblems(`@DOC domain=acme.fleet@${version}\n`, { descriptors })
  for (const version of ['1.9', '2.3.2', '2.4', '3.0'])
    expectFix(`@DOC domain=acme.fleet@${version}\n`, 'Change to version 2.3.1', '@DOC domain=acme.fleet@2.3.1\n', {
      descriptors,
    })
})
