import pc from 'picocolors'
import { expect, test } from 'vitest'
import { allAtOnce, type FileResult, type PlacedProblem } from '../file-result.ts'
import type { Run } from './format.ts'
import { text } from './text.ts'

test('many problems that come together are written some at a time, in one layout', async () => {
  const problems = Array.from(
    { length: 2500 },
    (_, index): PlacedProblem => ({
      code: 'a-code',
      severity: 'error',
      message: 'It is wrong.',
      line: index + 1,
      column: 1,
      endLine: index + 1,
      endColumn: 2,
      domain: null,
      tag: null,
      field: null,
    }),
  )
  const results = async function* (): AsyncGenerator<FileResult> {
    yield { file: 'a.rec', records: 2500, bytes: 1, problems: allAtOnce(problems) }
  }
  const summary = { files: 1, records: 2500, error: 2500, warning: 0, information: 0, fixable: 0, answerable: 0 }
  const run: Run = {
    results: results(),
    summary,
    failures: new Set(),
    which: undefined,
    hasFixed: false,
    hasFixedAll: false,
    colors: pc.createColors(false),
    mostListed: Infinity,
  }
  const written: string[] = []
  for await (const some of text.output(run)) written.push(some)
  // The groups of more than 100 problems.
  expect(written.pop()).toBe('\n2,500 problems\n  a-code ×2,500, first a.rec:1:1\n')
  expect(written.map(some => some.split('\n').length - 1)).toEqual([1001, 1000, 500])
  expect(written.join('')).toBe(
    `a.rec\n${problems.map(({ line }) => `  ${`${line}:1`.padEnd(6)}  error  a-code  It is wrong.\n`).join('')}`,
  )
})
