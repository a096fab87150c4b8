import { test } from 'vitest'
import { expectNoProblems, expectProblems } from '../../../test/records.ts'

test('the whole value must match', () =>
  expectProblems(`
@VITALS bp="abc120/80xyz"
#          ^^^^^^^^^^^^^^ pattern-mismatch: VITALS.bp is "abc120/80xyz"; it must match the pattern \\d+/\\d+, such as 118/76. Write a pressure by palpation, such as 80/P, as a VITAL record with the LOINC code 8480-6.
@VITALS bp="120-80"
#          ^^^^^^^^ pattern-mismatch: VITALS.bp is "120-80"; it must match the pattern \\d+/\\d+, such as 118/76. Write a pressure by palpation, such as 80/P, as a VITAL record with the LOINC code 8480-6.
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
          { name: 'codes', type: 'string', list: true, pattern: '[A-Z]+' },
          { name: 'long', type: 'string', pattern: 'a'.repeat(250), example: 'b'.repeat(250) },
        ],
      },
    ],
  },
] as const

test('no pattern may freeze the checker', () => {
  expectProblems(
    `
@TEST slow="${'a'.repeat(60)}"
#          ${'^'.repeat(62)} pattern-mismatch: TEST.slow is "${'a'.repeat(39)}…"; it must match the pattern (a+)+b.
@TEST slow="aab" | broken="any\\nthing"
`,
    { descriptors },
  )
})

test('each item of a list must match', () => {
  expectNoProblems('@TEST codes=[A, BC]\n@TEST codes=[]\n@TEST codes="A, BC"\n', { descriptors })
  expectProblems(
    `
@TEST codes=[A, bc, d]
#               ^^ pattern-mismatch: TEST.codes has the item "bc"; it must match the pattern [A-Z]+.
#                   ^ pattern-mismatch: TEST.codes has the item "d"; it must match the pattern [A-Z]+.
`,
    { descriptors },
  )
})

test('long patterns and examples are cut', () =>
  expectProblems(
    `
@TEST long="x"
#          ^^^ pattern-mismatch: TEST.long is "x"; it must match the pattern ${'a'.repeat(199)}…, such as ${'b'.repeat(199)}….
`,
    { descriptors },
  ))
