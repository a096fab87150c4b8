import { builtinDescriptors } from '../../shared/builtin.ts'
import { createRegistry } from '../../shared/registry.ts'
import type { OwnDomains } from './descriptors/own-domains.ts'

/**
 * The built-in domains and the user's own.
 *
 * @param descriptors where the user's descriptor files are; the code that reads them is loaded only where there are any
 */
export async function registryWith(descriptors: readonly string[]): Promise<OwnDomains> {
  if (descriptors.length === 0) return { registry: createRegistry(builtinDescriptors), failures: [], warnings: [] }
  const { readOwnDomains } = await import('./descriptors/own-domains.ts')
  return readOwnDomains(descriptors)
}
