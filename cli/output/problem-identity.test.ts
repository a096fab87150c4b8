import { expect, test } from 'vitest'
import { problemsOf } from '../../shared/check/check.ts'
import { check } from '../../test/records.ts'
import { placedProblems } from './placed-problems.ts'

/** The identities of the problems of a text. */
function identities(text: string): string[] {
  const file = check(text)
  return placedProblems('a.rec', file, problemsOf(file), { identities: true }).map(
    ({ code, field, identity }) => `${code} ${field ?? '-'} | ${identity!.record} | ${identity!.value}`,
  )
}

test('the identity of a problem is that of its record, and its value without quotes', () => {
  expect(identities('\n@CONTROL maturity:int=9 | rid="CTL-1"')).toEqual([
    'out-of-range maturity | core.compliance.CONTROL CTL-1 | 9',
    'notation rid | core.compliance.CONTROL CTL-1 | rid="CTL-1"',
  ])
  const red = identities('@CONTROL rid=CTL-1 | status="red"')
  expect(identities('@CONTROL owner="me" | rid=CTL-1\n  | status=\'red\'')).toContain(red[0])
  expect(identities('@CONTROL rid=CTL-1 | status="blue"')).not.toEqual(red)
  expect(identities('@CONTROL rid=CTL-2 | status="red"')).not.toEqual(red)
})

test('fields that are missing are part of it', () => {
  expect(identities('@CREDENTIAL title="x"')).toEqual([
    expect.stringMatching(/^missing-field - \| core\.education\.CREDENTIAL [0-9a-f]{16} \| rid, issuer$/) as string,
  ])
})

test('a record without an id has that of its fields; their order, layout, quotes and types make no difference', () => {
  const before = identities('@CONTROL maturity:int=9\n  | status="red"')
  expect(identities('  @CONTROL maturity:int=9\r\n | status="red"\r\n')).toEqual(before)
  expect(new Set(identities('@CONTROL status="red" | maturity:int=9'))).toEqual(new Set(before))
  expect(identities("@CONTROL maturity:int=9|status='red'")).toEqual(before)
  expect(identities('@CONTROL maturity=9 | status=red').filter(one => !one.startsWith('notation'))).toEqual(before)
  expect(identities('@CONTROL maturity:int=9 | owner="me"').slice(0, 1)).not.toEqual(before.slice(0, 1))
})

test('text between records has no record', () => {
  expect(identities('x\n')).toEqual(['syntax - |  | x'])
})
