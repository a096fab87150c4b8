import { expect, test } from 'vitest'
import type { Failure } from '../files/failure.ts'
import { allAtOnce, type FileResult, type PlacedProblem } from '../output/file-result.ts'
import { problemKey } from '../output/problem-identity.ts'
import { KnownProblems, withoutKnown } from './known-problems.ts'

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

test('a problem of a record without an id is known after a change of the record, in the same file', async () => {
  const [old, other, fresh] = ['0123456789abcdef', '1123456789abcdef', '2123456789abcdef'].map(
    digest => (line: number) => problem('a', `core.X ${digest}`, line),
  ) as [(line: number) => PlacedProblem, (line: number) => PlacedProblem, (line: number) => PlacedProblem]
  const left = async (file: string, ...found: readonly PlacedProblem[]): Promise<number[]> => {
    const known = new KnownProblems()
    known.add('a.rec', old(1))
    known.add('a.rec', other(2))
    const lines: number[] = []
    for await (const result of withoutKnown(resultsOf({ [file]: found }), known))
      if (!('failure' in result)) for await (const some of result.problems) lines.push(...some.map(({ line }) => line))
    return lines
  }
  expect(await left('a.rec', fresh(1), other(2))).toEqual([])
  expect(await left('a.rec', fresh(1), old(2), other(3))).toEqual([1])
  expect(await left('a.rec', fresh(1), problem('b', 'core.X 1', 2), old(3), fresh(4), fresh(5))).toEqual([2, 4, 5])
  expect(await left('b.rec', fresh(1), old(2))).toEqual([1])
  expect(await left('a.rec', problem('a', 'core.X 1', 1))).toEqual([1])
})

test('as many problems are removed as are known, in whatever file they are', async () => {
  const known = new KnownProblems()
  for (const one of [problem('a', 'R-1', 1), problem('a', 'R-1', 2), problem('b', 'R-1', 3), problem('c', 'R-1', 4)])
    known.add('a.rec', one)
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
  expect(known.left(problemKey(problem('c', 'R-1', 4)))).toBe(1)
  expect(known.left(problemKey(problem('a', 'R-1', 4)))).toBe(0)
})
