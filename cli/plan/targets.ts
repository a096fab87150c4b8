import type { Failure } from '../files/failure.ts'
import { type Target, targetsFor } from '../files/target.ts'
import { findFiles } from './find-files.ts'
import type { Plan } from './plan.ts'

/**
 * The paths that the results of a run are written to, as `targetsFor` has them.
 *
 * @param read what the run reads: files, folders, globs, and `-` for standard input
 * @param haveRecords whether the results are records themselves
 */
export async function targetsOfRun(
  paths: readonly string[],
  read: readonly string[],
  haveRecords = false,
): Promise<readonly Target[] | Failure> {
  // Most runs write no file, and need not look for what they read.
  if (paths.length === 0) return []
  return targetsFor(paths, { read: await filesRead(read), haveRecords })
}

/** The files that files, folders, globs, and `-` for standard input stand for. */
export async function filesRead(read: readonly string[]): Promise<string[]> {
  const files: string[] = []
  for await (const found of findFiles(read)) if (!('failure' in found)) files.push(found.path ?? '-')
  return files
}

/** What a plan reads: its files, and the configurations and descriptors that count. */
export const readByPlan = ({ files, origins }: Plan): string[] => [
  ...files.map(({ source: { path } }) => path ?? '-'),
  ...origins,
]

/** The one file that the results of a run are written to; undefined for standard output. */
export async function targetOfRun(
  path: string | undefined,
  read: readonly string[],
  haveRecords = false,
): Promise<Target | Failure | undefined> {
  const targets = await targetsOfRun(path === undefined ? [] : [path], read, haveRecords)
  return 'failure' in targets ? targets : targets[0]
}
