import { expect, test } from 'vitest'
import { problemsOf } from '../../shared/check/check.ts'
import { check } from '../../test/records.ts'
import { newProblems, recordKeyIn } from './problems.ts'

/** The records with problems that a text has and another one had not, with their codes. */
function added(before: string, after: string): string[] {
  const [old, now] = [before, after].map(text => {
    const file = check(text)
    return { file, problems: problemsOf(file) }
  })
  return Array.from(newProblems([old!], [now!]), ({ entry, code }) => `${recordKeyIn(now!.file, entry)}: ${code}`)
}

test('a problem that one record loses and another one gets is new', () => {
  const records = (...levels: number[]): string =>
    levels.map((level, index) => `@CONTROL rid=C-${index} | maturity:int=${level}\n`).join('')
  expect(added(records(9, 1, 2), records(9, 1, 2))).toEqual([])
  expect(added(records(9, 1, 2), records(1, 9, 2))).toEqual(['core.compliance.CONTROL C-1: out-of-range'])
  expect(added(records(9, 1, 9), records(9, 9, 9))).toEqual(['core.compliance.CONTROL C-1: out-of-range'])
  expect(added(records(9, 9, 9), records(9, 1, 9))).toEqual([])
})
