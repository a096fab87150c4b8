import { test } from 'vitest'
import { expectNoProblems, expectProblems } from '../../test/records.ts'

test('the whole value must match', () => expectProblems(`
@VITALS bp="abc120/80xyz"
@VITALS bp="120-80"
@VULNERABILITY cve="CVE-2026-1"
@VULNERABILITY cve="cve-2026-1234"
`))

test('values that match', () => expectNoProblems(`
@VITALS bp="120/80"
@VULNERABILITY cve="CVE-2026-12345"
`))

test('no pattern may freeze the checker', () => {
  const descriptors = [{ domain: 'core.test', version: '1', description: '', records: [{ tag: 'TEST', fields: [
    { name: 'slow', type: 'string', pattern: '(a+)+b' },
    { name: 'broken', type: 'string', pattern: '(' },
  ] }] }] as const
  expectProblems(`
@TEST slow="${'a'.repeat(60)}"
@TEST slow="aab" | broken="any\\nthing"
`, { descriptors })
})
