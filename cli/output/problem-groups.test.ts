import { expect, test } from 'vitest'
import type { PlacedProblem } from './file-result.ts'
import { ProblemGroups } from './problem-groups.ts'

const problem = (
  code: string,
  tag: string | null,
  field: string | null,
  line: number,
  domain = 'a.b',
): PlacedProblem => ({
  code,
  severity: 'error',
  message: '',
  domain: tag === null ? null : domain,
  tag,
  field,
  line,
  column: 3,
  endLine: line,
  endColumn: 4,
})

test('problems are counted by code, tag and field, the most frequent first, each with its first place', () => {
  const groups = new ProblemGroups()
  groups.add('a.rec', [problem('unknown-field', 'TASK', 'note', 2), problem('syntax', null, null, 3)])
  groups.add(
    'b.rec',
    Array.from({ length: 1403 }, (_, line) => problem('unknown-field', 'TASK', 'note', line)),
  )
  groups.add('b.rec', [problem('not-in-enum', 'TASK', 'note', 9), problem('unknown-tag', 'TSK', null, 10)])
  expect(groups.count).toBe(1407)
  expect(groups.lines()).toEqual([
    'unknown-field TASK.note ×1,404, first a.rec:2:3\n',
    'not-in-enum TASK.note ×1, first b.rec:9:3\n',
    'syntax ×1, first a.rec:3:3\n',
    'unknown-tag TSK ×1, first b.rec:10:3\n',
  ])
  expect(groups.lines(text => `<${text}>`)[0]).toMatch(/^<unknown-field> TASK/)
})

test('a tag of several domains has its domain, and no name moves the cursor', () => {
  const groups = new ProblemGroups()
  groups.add('a\u001b.rec', [problem('x', 'TASK', 'a\u001bb', 1), problem('x', 'TASK', 'c', 2, 'd.e')])
  expect(groups.lines()).toEqual([
    'x a.b.TASK.a\\u001bb ×1, first a\\u001b.rec:1:3\n',
    'x d.e.TASK.c ×1, first a\\u001b.rec:2:3\n',
  ])
})
