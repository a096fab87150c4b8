import type { Failure } from '../../files/failure.ts'
import type { FileResult, PlacedProblem } from '../../output/file-result.ts'
import type { Plan } from '../../plan/plan.ts'
import type { Revision } from './revision.ts'

/** Removes the problems from results that are in records without changes since a revision. */
export async function* onlyChanged(
  results: AsyncIterable<FileResult | Failure>,
  { files }: Plan,
  revision: Revision,
): AsyncGenerator<FileResult | Failure> {
  const paths = new Map(files.map(({ source }) => [source.file, source.path!]))
  for await (const result of results) {
    yield 'failure' in result
      ? result
      : { ...result, problems: changedProblems(result, paths.get(result.file)!, revision) }
  }
}

async function* changedProblems(
  { problems }: FileResult,
  path: string,
  revision: Revision,
): AsyncGenerator<readonly PlacedProblem[]> {
  let isChanged: ((line: number) => boolean) | undefined
  for await (const some of problems) {
    if (some.length === 0) continue
    // If the file cannot be read any longer, all its problems are shown.
    const is = isChanged ?? (await revision.changedLinesOf(path).catch(() => () => true))
    isChanged = is
    yield some.filter(({ line }) => is(line))
  }
}
