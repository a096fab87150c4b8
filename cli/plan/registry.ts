import { builtinDescriptors } from '../../shared/domains/built-in.ts'
import { createRegistry } from '../../shared/domains/registry.ts'
import { Configs } from './configs.ts'
import type { OwnDomains } from './own-domains.ts'

/** The domains of a run, and where the user's own are. */
export interface RunDomains extends OwnDomains {
  readonly paths: readonly string[]
}

/**
 * The built-in domains and the user's own: those of the descriptor files that the command line names, or else of those
 * that the configurations name which counted so far. Tells of mistakes in the configurations too.
 */
export async function domainsOfRun(descriptors: readonly string[], configs: Configs): Promise<RunDomains> {
  const own = descriptors.length > 0 ? { paths: descriptors, failures: [] } : await configs.descriptors()
  const { registry, ...read } = await registryWith(own.paths)
  const configured = await configs.problems(registry)
  return {
    registry,
    paths: own.paths,
    failures: [...configured.failures, ...own.failures, ...read.failures],
    warnings: [...configured.warnings, ...read.warnings],
  }
}

/** The domains that count in the working directory. */
export async function domainsHere(descriptors: readonly string[]): Promise<RunDomains> {
  const configs = new Configs()
  await configs.settingsOf({ file: 'any.rec', path: undefined })
  return domainsOfRun(descriptors, configs)
}

/** The code that reads descriptors is loaded only where there are any. */
async function registryWith(descriptors: readonly string[]): Promise<OwnDomains> {
  if (descriptors.length === 0) return { registry: createRegistry(builtinDescriptors), failures: [], warnings: [] }
  const { readOwnDomains } = await import('./own-domains.ts')
  return readOwnDomains(descriptors)
}
