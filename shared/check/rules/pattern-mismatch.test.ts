import { test } from 'vitest'
import { expectNoProblems, expectProblems } from '../../../test/records.ts'

test('the whole value must match', () =>
  expectProblems(`
@VITALS bp="abc120/80xyz"
#          ^^^^^^^^^^^^^^ pattern-mismatch: VITALS.bp is "abc120/80xyz"; it must match the pattern \\d+/\\d+, such as 118/76.
@VITALS bp="120-80"
#          ^^^^^^^^ pattern-mismatch: VITALS.bp is "120-80"; it must match the pattern \\d+/\\d+, such as 118/76.
@VULNERABILITY cve="CVE-2026-1"
#                  ^^^^^^^^^^^^ pattern-mismatch: VULNERABILITY.cve is "CVE-2026-1"; it must match the pattern ^CVE-\\d{4}-\\d{4,}$, such as CVE-2021-44228.
@VULNERABILITY cve="cve-2026-1234"
#                  ^^^^^^^^^^^^^^^ pattern-mismatch: VULNERABILITY.cve is "cve-2026-1234"; it must match the pattern ^CVE-\\d{4}-\\d{4,}$, such as CVE-2021-44228.
`))

test('values that match', () =>
  expectNoProblems(`
@VITALS bp="120/80"
@VULNERABILITY cve="CVE-2026-12345"
`))

test('no pattern may freeze the checker', () => {
  const descriptors = [
    {
      domain: 'core.test',
      version: '1',
      description: '',
      records: [
        {
          tag: 'TEST',
          fields: [
            { name: 'slow', type: 'string', pattern: '(a+)+b' },
            { name: 'broken', type: 'string', pattern: '(' },
          ],
        },
      ],
    },
  ] as const
  expectProblems(
    `
@TEST slow="${'a'.repeat(60)}"
#          ${'^'.repeat(62)} pattern-mismatch
@TEST slow="aab" | broken="any\\nthing"
`,
    { descriptors },
  )
})
