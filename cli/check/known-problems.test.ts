import { expect, test } from 'vitest'
import type { Failure } from '../files/failure.ts'
import { allAtOnce, type FileResult, type PlacedProblem } from '../output/file-result.ts'
import { problemKey } from '../output/problem-identity.ts'
import { addKnown, type KnownProblems, withoutKnown } from './known-problems.ts'

/** A problem that is identified by its code and its record. */
const problem = (code: string, record: string, line: number): PlacedProblem => ({
  code,
  severity: 'error',
  message: '',
  line,
  column: 1,
  endLine: line,
  endColumn: 2,
  domain: null,
  tag: null,
  field: null,
  identity: { record, value: '' },
})

async function* resultsOf(
  files: Readonly<Record<string, readonly PlacedProblem[]>>,
): AsyncGenerator<FileResult | Failure> {
  yield { failure: 'gone.rec could not be read.' }
  for (const [file, problems] of Object.entries(files))
    yield { file, records: 2, bytes: 30, problems: allAtOnce(problems) }
}

test('as many problems are removed as are known, in whatever file they are', async () => {
  const known: KnownProblems = new Map()
  for (const one of [problem('a', 'R-1', 1), problem('a', 'R-1', 2), problem('b', 'R-1', 3), problem('c', 'R-1', 4)])
    addKnown(known, problemKey(one))
  const found: unknown[] = []
  const results = resultsOf({
    'a.rec': [problem('a', 'R-1', 5), problem('a', 'R-2', 6), problem('b', 'R-1', 7)],
    'b.rec': [problem('a', 'R-1', 8), problem('a', 'R-1', 9), problem('b', 'R-1', 10)],
  })
  for await (const result of withoutKnown(results, known)) {
    if ('failure' in result) {
      found.push(result.failure)
      continue
    }
    const { file, records, bytes, problems } = result
    const lines: number[] = []
    for await (const some of problems) lines.push(...some.map(({ line }) => line))
    found.push([file, records, bytes, lines])
  }
  expect(found).toEqual(['gone.rec could not be read.', ['a.rec', 2, 30, [6]], ['b.rec', 2, 30, [9, 10]]])
  expect([...known]).toEqual([[problemKey(problem('c', 'R-1', 4)), 1]])
})
