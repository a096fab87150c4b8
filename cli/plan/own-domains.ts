import type { Registry } from '../../shared/domains/registry.ts'
import type { Failure } from '../files/failure.ts'
import { readDescriptors, registryOf } from './read-descriptors.ts'

/** The built-in domains and those of the user. */
export interface OwnDomains {
  readonly registry: Registry
  /** Files that could not be read, so that domains are missing. */
  readonly failures: readonly Failure[]
  /** Sentences about files that have problems and count nevertheless. */
  readonly warnings: readonly string[]
}

/**
 * Reads the user's descriptors, and adds their domains to the built-in ones.
 *
 * @param paths files, folders, globs
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
