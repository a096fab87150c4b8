import { expect, test } from 'vitest'
import { diagnosticsOf, snapshotOf } from '../../../test/editor.ts'
import { expectFix, expectProblems } from '../../../test/records.ts'
import type { Problem } from '../problem.ts'

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

test('an id of several tags, and the first five places where it is defined', () => {
  const records = '@FINDING rid=X-1\n'.repeat(6)
  const others = { 'b.rec': `${records}@DEPLOY rid=X-1\n` }
  const places = [1, 2, 3, 4, 5].map(line => ` → b.rec ${line}:14`).join('')
  expect(diagnosticsOf('@EVIDENCE control_ref="X-1"\n', { others })).toEqual([
    `1:24 wrong-reference: EVIDENCE.control_ref is "X-1", the id of a FINDING and a DEPLOY of core.devops; it must be the id of a CONTROL.${places}`,
  ])
})

test('the place says what is defined there', () => {
  const { across } = snapshotOf('@EVIDENCE control_ref="C-1"\n', { others })
  const [problem] = across() as Problem[]
  expect(problem!.related!().map(({ message }) => message)).toEqual(['"C-1" is defined here.'])
})
