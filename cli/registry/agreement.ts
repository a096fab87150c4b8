import { readDescriptorFile } from '../../shared/config/descriptors/descriptor-file.ts'
import { foreignReferenceProblems } from '../../shared/config/descriptors/descriptor-set.ts'
import { extensionProblems } from '../../shared/config/descriptors/extension-problems.ts'
import { installedPath, type LockedDomain } from '../../shared/registry/lock.ts'
import { type ReadDescriptor, registryOf } from '../plan/read-descriptors.ts'

/**
 * Why descriptors from elsewhere cannot count together: one of them names a part of another one that the version of
 * that does not have.
 *
 * @param chosen the descriptors, by domain
 * @param own the folder's own descriptors, which count too
 * @returns a sentence; undefined if they agree
 */
export function disagreementOf(
  chosen: ReadonlyMap<string, LockedDomain & { readonly text: string }>,
  own: readonly ReadDescriptor[],
): string | undefined {
  const read = Array.from(chosen, ([domain, { text }]): ReadDescriptor => {
    const path = installedPath(domain)
    return { name: path, source: { file: path, path }, text, file: readDescriptorFile(text) }
  })
  const registry = registryOf([...read, ...own])
  for (const { file } of read) {
    const problems = [...foreignReferenceProblems(file, registry), ...extensionProblems(file, registry)]
    const error = problems.find(({ severity }) => severity === 'error')
    if (!error || !file.descriptor) continue
    const { domain, version } = file.descriptor
    const others = [...chosen].flatMap(([path, one]) => (path === domain ? [] : [`${path} ${one.version}`]))
    const what =
      others.length > 0 ? `${domain} ${version} does not go with ${others.join(', ')}` : `${domain} ${version}`
    return `${what}: ${error.message.replace(/; [^;]*$/, '')}; choose versions that agree.`
  }
  return undefined
}
