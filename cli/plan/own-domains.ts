import type { Registry } from '../../shared/domains/registry.ts'
import type { Failure } from '../files/failure.ts'
import { readDescriptors, registryOf } from './read-descriptors.ts'

/** The domains that there are with those of the user. */
export interface OwnDomains {
  readonly registry: Registry
  /** What could not be read, so that domains are missing. */
  readonly failures: readonly Failure[]
  /** Sentences on files that count although something is wrong with them. */
  readonly warnings: readonly string[]
}

/**
 * The built-in domains and those of the user's descriptor files.
 *
 * @param paths where the files are: files, folders, globs
 */
export async function readOwnDomains(paths: readonly string[]): Promise<OwnDomains> {
  const { read, failures } = await readDescriptors(paths)
  const wrong = read.filter(({ file }) => file.problems.length > 0)
  const advice = (name: string): string => `"recline descriptors check ${name}" lists them.`
  return {
    registry: registryOf(read),
    failures: [
      ...failures,
      ...wrong
        .filter(({ file }) => !file.descriptor)
        .map(({ name }) => ({ failure: `${name} has problems and is ignored; ${advice(name)}` })),
    ],
    warnings: wrong.filter(({ file }) => file.descriptor).map(({ name }) => `${name} has problems; ${advice(name)}`),
  }
}
