import { expect, test } from 'vitest'
import type { Severities } from '../../../shared/check/problem.ts'
import type { Details, PlacedProblem } from '../../output/file-result.ts'
import type { FoundProblem } from '../found-problem.ts'
import { wantedProblem } from './wanted-problem.ts'

const plain: PlacedProblem = {
  code: 'notation',
  severity: 'information',
  message: 'It is written without quotes.',
  line: 3,
  column: 5,
  endLine: 3,
  endColumn: 8,
  domain: null,
  tag: null,
  field: null,
}
const details = {
  identity: { record: 'R-1', value: 'abc' },
  excerpt: { text: 'x=abc', column: 3, isCut: false },
  related: [{ file: 'b.rec', line: 1, message: 'Another.' }],
  isFixable: true,
  fixes: [{ title: 'Add quotes', isSafe: true, changes: [] }],
}
const found: FoundProblem = { entry: 2, start: 4, code: 'notation', placed: { ...plain, ...details } }

const wanted = (
  problem: FoundProblem,
  some: Details,
  severities: Severities = {},
  lines: Readonly<Record<number, string>> = {},
): FoundProblem => wantedProblem(problem, severities, some, line => lines[line])

test('a problem has only the details that are wanted', () => {
  expect(wanted(found, {})).toStrictEqual({ ...found, placed: plain })
  for (const [wish, name] of [
    ['identities', 'identity'],
    ['excerpts', 'excerpt'],
    ['related', 'related'],
    ['fixability', 'isFixable'],
    ['fixes', 'fixes'],
  ] as const)
    expect(wanted(found, { [wish]: true })).toStrictEqual({ ...found, placed: { ...plain, [name]: details[name] } })
})

test('a problem without fixes is not fixable', () => {
  const placed = wanted({ ...found, placed: plain }, { fixability: true, fixes: true }).placed
  expect(placed).toStrictEqual({ ...plain, isFixable: false, fixes: [] })
})

test('the severity is that of the run; a problem that is off has no place, but is found', () => {
  expect(wanted(found, {}, { notation: 'error' }).placed?.severity).toBe('error')
  const off = { ...found, placed: undefined }
  expect(wanted(found, {}, { notation: 'off' })).toStrictEqual(off)
  expect(wanted(off, {})).toStrictEqual(off)
})

test('a problem without an excerpt shows its line if the file can be read', () => {
  const problem = { ...found, placed: { ...plain, line: 2, column: 4 } }
  expect(wanted(problem, { excerpts: true }, {}, { 2: '🙂b abc' }).placed?.excerpt).toEqual({
    text: '🙂b abc',
    column: 1,
    isCut: false,
  })
  const long = `${'🙂'.repeat(100)}abc`
  const far = { ...found, placed: { ...plain, line: 2, column: 101 } }
  const { excerpt } = wanted(far, { excerpts: true }, {}, { 2: long }).placed!
  expect(excerpt!.text.length).toBeLessThan(long.length)
  expect([...long].slice(excerpt!.column - 1).join('')).toMatch(excerpt!.text)
  expect(wanted(problem, { excerpts: true }).placed).toStrictEqual({ ...problem.placed, excerpt: undefined })
})
