import { expect, test } from 'vitest'
import { expectFix, expectNoProblems, expectProblems, fixTitles } from '../../../test/records.ts'

const others = { 'controls.rec': '@CONTROL rid=CTL-1\n@CONTROL rid=CTL-22\n' }

test('a reference to an id that no file has', () =>
  expectProblems(
    `
@FINDING rid=F-1 | control_ref="CTL-9"
#                               ^^^^^ dangling-reference: FINDING.control_ref is "CTL-9", but no CONTROL has that id; write an existing id, or add the record.
@EVIDENCE control_ref:ref=CTL-1x
#                         ^^^^^^ dangling-reference
`,
    { others },
  ))

test('records of this file and of others, and an empty reference', () =>
  expectNoProblems(
    `
@FINDING rid=F-1 | control_ref="CTL-1"
@FINDING rid=F-2 | control_ref="CTL-5"
@CONTROL rid=CTL-5
@EVIDENCE control_ref=""
`,
    { others },
  ))

test('each item of a list', () =>
  expectProblems(
    `
@SERVICE rid=S-1 | dependencies="S-1, S-2"
#                                     ^^^ dangling-reference: SERVICE.dependencies is "S-2", but no SERVICE has that id; write an existing id, or add the record.
`,
    { settingDomains: ['infrastructure'], others: {} },
  ))

test('the nearest ids are fixes, and so is the missing record', () => {
  expectFix(
    '@FINDING rid=F-1 | control_ref="CTL-2"\n',
    'Change to CTL-22',
    '@FINDING rid=F-1 | control_ref="CTL-22"\n',
    { others },
  )
  expectFix(
    '@FINDING rid=F-1\r\n  | control_ref="CTL-9"\r\n',
    'Create @CONTROL CTL-9',
    '@FINDING rid=F-1\r\n  | control_ref="CTL-9"\r\n@CONTROL rid=CTL-9\r\n',
    { others },
  )
  expectFix(
    '@FINDING rid=F-1 | control_ref="CTL 9"',
    'Create @CONTROL CTL 9',
    '@FINDING rid=F-1 | control_ref="CTL 9"\n@CONTROL rid="CTL 9"',
    { others },
  )
  expect(fixTitles('@FINDING rid=F-1 | control_ref="xyzzy"\n', { others })).toEqual(['Create @CONTROL xyzzy'])
})
