import type { RuleSettings } from '../../shared/domains/descriptor.ts'
import { withBuiltIn } from '../../shared/domains/practice.ts'
import { createRegistry } from '../../shared/domains/registry.ts'
import { Configs, type DescriptorVersions } from './configs.ts'
import type { OwnDomains } from './own-domains.ts'

/** The domains of a run. */
export interface RunDomains extends OwnDomains {
  /** What was read for them: files, folders and globs. */
  readonly paths: readonly string[]
}

/**
 * The built-in domains and the user's own. The user's descriptors are those that the command line names. If it names
 * none, they are those of the configurations that count. The result also tells the problems of these configurations.
 *
 * @param named extensions that come with Recline and are there although no configuration names them
 */
export async function domainsOfRun(
  descriptors: readonly string[],
  configs: Configs,
  named: readonly string[] = [],
): Promise<RunDomains> {
  const own = await (descriptors.length > 0 ? namedDescriptors(descriptors, configs) : configs.descriptors())
  const { registry, ...read } = await registryWith(own.paths, configs, named)
  const configured = await configs.problems(registry)
  return {
    registry,
    paths: own.paths,
    failures: [...configured.failures, ...own.failures, ...read.failures],
    warnings: [...configured.warnings, ...read.warnings],
  }
}

/** The descriptors that the command line names: files, folders and globs. */
async function namedDescriptors(
  paths: readonly string[],
  configs: Configs,
): Promise<Pick<RunDomains, 'paths' | 'failures'>> {
  if (!configs.comparesVersions) return { paths, failures: [] }
  const { descriptorFiles } = await import('./read-descriptors.ts')
  const found = await descriptorFiles(paths)
  return { paths: configs.withVersions(new Set(found.paths)), failures: found.failures }
}

/**
 * The domains that count in the working directory, and the rules of its configuration.
 *
 * @param named as for `domainsOfRun`
 * @param versions files of descriptors that count only if they say so
 */
export async function domainsHere(
  descriptors: readonly string[],
  named?: readonly string[],
  versions?: DescriptorVersions,
): Promise<RunDomains & { readonly rules: RuleSettings['rules'] }> {
  const configs = new Configs()
  if (versions) configs.compare(versions)
  const { ruleSettings } = await configs.settingsOf({ file: 'any.rec', path: undefined })
  const domains = await domainsOfRun(descriptors, configs, named)
  return { ...domains, paths: [...configs.paths, ...domains.paths], rules: ruleSettings?.rules ?? [] }
}

/** Loads the code that reads descriptors only if there are any. */
async function registryWith(
  descriptors: readonly string[],
  configs: Configs,
  also: readonly string[],
): Promise<OwnDomains> {
  const named = [...(await configs.namedDomains()), ...also]
  if (descriptors.length === 0) return { registry: createRegistry(withBuiltIn([], named)), failures: [], warnings: [] }
  const { readOwnDomains } = await import('./own-domains.ts')
  return readOwnDomains(descriptors, named, async ({ source }) => (await configs.settingsOf(source)).severity)
}
