import type { Failure } from '../files/failure.ts'
import { type ReadText, readText } from '../files/read-text.ts'
import { type ReadVersion, readVersion } from '../files/read-version.ts'
import type { PlannedFile } from './plan.ts'

/**
 * Reads a file of a plan that may be replaced later. The result has a version if it can be replaced, so not for
 * standard input or a pipe.
 */
export async function readPlanned({ source }: PlannedFile): Promise<ReadVersion | ReadText | Failure> {
  const { file, path } = source
  return (path === undefined ? undefined : await readVersion(file, path)) ?? readText(source)
}
