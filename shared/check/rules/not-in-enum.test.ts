import { expect, test } from 'vitest'
import { expectFix, expectNoProblems, expectProblems, fixChoices, fixTitles } from '../../../test/records.ts'

test('a value that is not one of the allowed', () =>
  expectProblems(`
@FINDING rid=F-1 | severity="severe"
#                           ^^^^^^^^ not-in-enum: FINDING.severity is "severe"; it must be low, medium, high or critical.
@FINDING rid=F-1 | severity="High"
#                           ^^^^^^ not-in-enum: FINDING.severity is "High"; it must be low, medium, high or critical.
@FINDING rid=F-1 | severity=""
#                           ^^ not-in-enum: FINDING.severity is ""; it must be low, medium, high or critical.
@FINDING rid=F-1 | severity=hihg
#                  ^^^^^^^^^^^^^ notation: FINDING.severity is written without quotes; the canonical notation is severity="hihg".
#                           ^^^^ not-in-enum: FINDING.severity is "hihg"; it must be low, medium, high or critical.
@FINDING rid=F-1 | severity="high "
#                           ^^^^^^^ not-in-enum: FINDING.severity is "high "; it must be low, medium, high or critical.
@FINDING rid=F-1 | severity=[low, high]
#                           ^^^^^^^^^^^ not-in-enum: FINDING.severity is "[low, high]"; it must be low, medium, high or critical.
`))

test('allowed values, whatever their writing', () => {
  expectNoProblems(
    '@FINDING rid=F-1 | severity="critical"\n@FINDING rid=F-1 | severity="h\\u0069gh"\n@SIEM_ALERT protocol="TCP"\n',
  )
  expectProblems(`
@FINDING rid=F-1 | severity=high
#                  ^^^^^^^^^^^^^ notation: FINDING.severity is written without quotes; the canonical notation is severity="high".
`)
})

test('the nearest values are fixes, wrong case first', () => {
  expectFix('@FINDING rid=F-1 | severity="High"\n', 'Change to high', '@FINDING rid=F-1 | severity="high"\n')
  expectFix(
    '@FINDING rid=F-1 | status=In_Progress | title="x"\n',
    'Change to in-progress',
    '@FINDING rid=F-1 | status="in-progress" | title="x"\n',
  )
  expect(fixTitles('@CONTROL rid=C-1 | status="Effective"\n')).toEqual(['Change to effective', 'Change to ineffective'])
  expect(fixTitles('@DX severity="milt"\n')).toEqual(['Change to mild'])
  expect(fixTitles('@FINDING rid=F-1 | severity="xyzzy"\n')).toEqual([])
})

test('each item of a list is one of the allowed', () => {
  const descriptors = [
    {
      domain: 'core.test',
      version: '1',
      description: '',
      records: [{ tag: 'TEST', fields: [{ name: 'kinds', type: 'string', list: true, enum: ['a', 'b c'] }] }],
    },
  ] as const
  expectNoProblems('@TEST kinds=[a, b c]\n@TEST kinds="b c,a"\n@TEST kinds=[]\n', { descriptors })
  const text = `
@TEST kinds=[a, d, e]
#               ^ not-in-enum: TEST.kinds has the item "d"; an item must be a or b c.
#                  ^ not-in-enum: TEST.kinds has the item "e"; an item must be a or b c.
@TEST kinds="a, \\u0062d"
#               ^^^^^^^ not-in-enum: TEST.kinds has the item "bd"; an item must be a or b c.
@TEST kinds="ab"
#            ^^ not-in-enum: TEST.kinds has the item "ab"; an item must be a or b c.
`
  expectProblems(text, { descriptors })
  expect(fixTitles('@TEST kinds="xyz"\n', { descriptors })).toEqual([])
  const fixed = '@TEST kinds=[a, b c, a]\n'
  expectFix('@TEST kinds=[a, B-C, a]\n', 'Change to b c', fixed, { descriptors })
})

test('of values that differ only in case, the first one is preferred', () => {
  const kind = { name: 'kind', type: 'string', enum: ['high', 'HIGH'] } as const
  const descriptors = [
    { domain: 'core.test', version: '1', description: '', records: [{ tag: 'TEST', fields: [kind] }] },
  ]
  expect(fixChoices('@TEST kind="High"\n', { descriptors })).toEqual([['* Change to high', 'Change to HIGH']])
})
