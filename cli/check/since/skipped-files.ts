import { resolve } from 'node:path'
import type { Failure } from '../../files/failure.ts'
import type { Choices, Plan } from '../../plan/plan.ts'
import { openIndex, openSkipped } from '../../repository/revision.ts'
import { atContents } from './at-contents.ts'

/**
 * Adds the files to a plan that a sparse checkout leaves out of the working directory, as they are in the index: they
 * are not deleted, and records refer to theirs. They are there only during the run.
 *
 * @param run what to do with the plan
 */
export async function withSkipped<Result>(
  paths: readonly string[],
  choices: Choices,
  plan: Plan,
  run: (plan: Plan) => Promise<Result>,
): Promise<Result | Failure> {
  const skipped = await openSkipped(paths)
  if ('failure' in skipped) return skipped
  if (skipped.files.length === 0) return run(plan)
  const index = await openIndex(paths)
  if ('failure' in index) return index
  const here = process.cwd()
  // The configurations that count for them can be saved.
  const saved = index.files.map(({ path }) => path).filter(path => path.endsWith('.json'))
  return atContents({ ...skipped, unmerged: saved }, paths, choices, plan, contents => {
    const known = new Set(plan.files.map(({ source }) => source.file))
    const absent = contents.files
      .filter(({ source }) => !known.has(source.file))
      .map(({ source, settings }) => ({ settings, source: { ...source, path: resolve(source.path!) } }))
    process.chdir(here)
    return run({ ...plan, files: [...plan.files, ...absent] })
  })
}
