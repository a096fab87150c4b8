import type { Failure } from '../files/failure.ts'
import type { FileResult, PlacedProblem } from '../output/file-result.ts'
import { problemKey } from '../output/problem-identity.ts'

/** Problems that are known from before, by their keys from `keyOf`, with how many there are of each. */
export type KnownProblems = Map<string, number>

/** Removes known problems from results. Those that are left in `known` at the end were not found. */
export async function* withoutKnown(
  results: AsyncIterable<FileResult | Failure>,
  known: KnownProblems,
): AsyncGenerator<FileResult | Failure> {
  for await (const result of results)
    yield 'failure' in result ? result : { ...result, problems: newProblems(result, known) }
}

async function* newProblems({ problems }: FileResult, known: KnownProblems): AsyncGenerator<readonly PlacedProblem[]> {
  for await (const some of problems) yield some.filter(problem => !take(known, problemKey(problem)))
}

/** Takes one problem with a key away; false if none is left. */
function take(known: KnownProblems, key: string): boolean {
  const count = known.get(key) ?? 0
  if (count > 1) known.set(key, count - 1)
  else known.delete(key)
  return count > 0
}

/** Adds a problem with a key. */
export function addKnown(known: KnownProblems, key: string): void {
  known.set(key, (known.get(key) ?? 0) + 1)
}
