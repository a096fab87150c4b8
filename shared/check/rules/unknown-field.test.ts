import { expect, test } from 'vitest'
import { expectFix, expectNoProblems, expectProblems, fixTitles } from '../../../test/records.ts'

test('a field that the tag does not define', () =>
  expectProblems(`
@CONTROL rid=CTL-1 | titel="x" | Status="draft"
#                    ^^^^^ unknown-field: titel is not a field of CONTROL; did you mean title?
#                                ^^^^^^ unknown-field: Status is not a field of CONTROL; did you mean status?
@VITALS bp="120/80" | pulse:int=60
#                     ^^^^^ unknown-field: pulse is not a field of VITALS, which has bp, hr, temp_c, spo2, rr, weight, height.
`))

test('an rid is allowed on every record', () => expectNoProblems('@VITALS rid=V-1 | bp="120/80"\n'))

test('fields of an unknown tag and of a header are not known or unknown', () => {
  expectNoProblems('@DOC anything="x"\n')
  expectProblems(`
@XYZZY anything=x
#^^^^^ unknown-tag: XYZZY is not a tag of any domain, so its fields are not checked.
`)
})

test('the nearest fields that the record does not have yet are fixes', () => {
  expectFix('@CONTROL rid=CTL-1 | titel="x"\n', 'Change to title', '@CONTROL rid=CTL-1 | title="x"\n')
  expectFix(
    '@FINDING rid=F-1 | control-ref:ref = CTL-1\n',
    'Change to control_ref',
    '@FINDING rid=F-1 | control_ref:ref = CTL-1\n',
  )
  expect(fixTitles('@CONTROL rid=CTL-1 | titel="x" | title="y"\n')).toEqual(['Remove titel'])
  expect(fixTitles('@CONTROL rid=CTL-1 | Title="x"\n')).toEqual(['Change to title', 'Remove Title'])
})

test('or it goes', () =>
  expectFix('@CONTROL rid=CTL-1 | xyzzy="x" | title="y"\n', 'Remove xyzzy', '@CONTROL rid=CTL-1 | title="y"\n'))

test('a long name is cut', () =>
  expectProblems(`
@CONTROL rid=CTL-1 | ${'x'.repeat(50)}=1
#                    ${'^'.repeat(50)} unknown-field: ${'x'.repeat(39)}… is not a field of CONTROL, which has rid, framework, title, status, owner, maturity.
`))

test('the name alone is changed, and not to that of a field that is there', () => {
  expectFix('@CONTROL rid=CTL-1 | titel : str = "x"\n', 'Change to title', '@CONTROL rid=CTL-1 | title : str = "x"\n')
  expect(fixTitles('@EVIDENCE collector="x" | ollected="y"\n')).toEqual(['Change to collected', 'Remove ollected'])
})
