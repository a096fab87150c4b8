import { expect, test } from 'vitest'
import { expectFix, expectNoProblems, expectProblems, fixTitles } from '../../test/records.ts'

test('a value that is not one of the allowed', () => expectProblems(`
@FINDING rid=F-1 | severity="severe"
@FINDING rid=F-1 | severity="High"
@FINDING rid=F-1 | severity=""
@FINDING rid=F-1 | severity=hihg
@FINDING rid=F-1 | severity="high "
@FINDING rid=F-1 | severity=[low, high]
`))

test('allowed values, whatever their writing', () => {
  expectNoProblems('@FINDING rid=F-1 | severity="critical"\n@FINDING rid=F-1 | severity="h\\u0069gh"\n@SIEM_ALERT protocol="TCP"\n')
  expectProblems(`
@FINDING rid=F-1 | severity=high
`)
})

test('the nearest values are fixes, wrong case first', () => {
  expectFix('@FINDING rid=F-1 | severity="High"\n', 'Change to high', '@FINDING rid=F-1 | severity="high"\n')
  expectFix('@FINDING rid=F-1 | status=In_Progress | title="x"\n', 'Change to in-progress', '@FINDING rid=F-1 | status="in-progress" | title="x"\n')
  expect(fixTitles('@CONTROL rid=C-1 | status="Effective"\n')).toEqual(['Change to effective', 'Change to ineffective'])
  expect(fixTitles('@DX severity="milt"\n')).toEqual(['Change to mild'])
  expect(fixTitles('@FINDING rid=F-1 | severity="xyzzy"\n')).toEqual([])
})
