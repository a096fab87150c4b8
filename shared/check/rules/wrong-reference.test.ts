import { test } from 'vitest'
import { expectFix, expectProblems } from '../../../test/records.ts'

const others = { 'others.rec': '@FINDING rid=C-1\n@CONTROL rid=C-2\n@DEPLOY rid=D-1\n' }

test('an id that exists, but under another tag', () =>
  expectProblems(
    `
@FINDING rid=F-1 | control_ref="C-1"
#                               ^^^ wrong-reference: FINDING.control_ref is "C-1", the id of a FINDING; it must be the id of a CONTROL.
@FINDING rid=F-2 | control_ref="D-1"
#                               ^^^ wrong-reference: FINDING.control_ref is "D-1", the id of a DEPLOY of core.devops; it must be the id of a CONTROL.
@FINDING rid=F-3 | control_ref="C-2"
`,
    { others },
  ))

test('the nearest ids of the right tag are fixes', () =>
  expectFix('@FINDING rid=F-1 | control_ref="C-1"\n', 'Change to C-2', '@FINDING rid=F-1 | control_ref="C-2"\n', {
    others,
  }))
