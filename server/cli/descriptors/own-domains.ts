import type { Registry } from '../../../shared/registry.ts'
import { complain } from '../exit.ts'
import { readDescriptors, registryOf } from './read-descriptors.ts'

/**
 * The built-in domains and those of the user's descriptor files. What cannot be read of them is said on standard error.
 *
 * @param paths where the files are: files, folders, globs
 */
export async function readOwnDomains(paths: readonly string[]): Promise<{ readonly registry: Registry; readonly isComplete: boolean }> {
  const { read, failures } = await readDescriptors(paths)
  for (const { failure } of failures) complain(failure)
  for (const { name, file } of read) {
    if (file.problems.length === 0) continue
    complain(`${name} has problems${file.descriptor ? '' : ' and is left out'}; "recline descriptors check ${name}" lists them.`)
  }
  return { registry: registryOf(read), isComplete: failures.length === 0 && read.every(({ file }) => file.descriptor) }
}
