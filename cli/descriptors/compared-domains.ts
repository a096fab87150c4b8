import type { Domain, Registry } from '../../shared/domains/registry.ts'
import type { DomainChange } from '../../shared/evolution/change.ts'
import { domainChanges } from '../../shared/evolution/domain-changes.ts'
import type { Failure } from '../files/failure.ts'
import type { DescriptorVersions } from '../plan/configs.ts'
import type { ReadDescriptor } from '../plan/read-descriptors.ts'
import { domainsHere } from '../plan/registry.ts'
import { isRegistry } from '../registry/registry-folder.ts'
import {
  type DescriptorVersion,
  readDescriptorVersion,
  registryOfVersion,
  versionsForPlan,
} from './descriptor-versions.ts'

/** Two versions of a domain. */
export interface ComparedDomain {
  readonly path: string
  /** Undefined for a new domain. */
  readonly before: Domain | undefined
  /** Undefined for a domain that is gone. */
  readonly after: Domain | undefined
  /** Its file: the new one, or else the old one. */
  readonly file: ReadDescriptor
  readonly changes: readonly DomainChange[]
}

/** Two versions of domains. */
export interface ComparedDomains {
  readonly before: Registry
  readonly after: Registry
  readonly domains: readonly ComparedDomain[]
  /** The files of both versions. */
  readonly versions: DescriptorVersions
}

/**
 * Compares two versions of domains. One descriptor is compared with another one even if their domains have other names.
 *
 * @param descriptors paths of other descriptors that they extend or refer to; by default those of the configuration
 */
export async function compareDomains(
  old: DescriptorVersion,
  now: DescriptorVersion,
  descriptors: readonly string[],
): Promise<ComparedDomains | Failure> {
  const here = await domainsHere(descriptors)
  const others = [...here.registry.domains.values()].map(({ written }) => written)
  const before = registryOfVersion(old, now, others)
  if ('failure' in before) return before
  const after = registryOfVersion(now, old, others)
  if ('failure' in after) return after
  const [oldPath, newPath] = [[...old.keys()], [...now.keys()]]
  const isOnePair = oldPath.length === 1 && newPath.length === 1
  const paths = isOnePair ? newPath : [...new Set([...newPath, ...oldPath])].sort()
  const domains = paths.map((path): ComparedDomain => {
    const oldName = isOnePair ? oldPath[0]! : path
    const was = old.has(oldName) ? before.domains.get(oldName) : undefined
    const is = now.has(path) ? after.domains.get(path) : undefined
    const changes = domainChanges(was?.descriptor, is?.descriptor)
    return { path, before: was, after: is, file: (now.get(path) ?? old.get(oldName))!, changes }
  })
  return { before, after, domains, versions: versionsForPlan(old, now) }
}

/** Reads and compares two versions of domains: files, folders, or `REV:path`. */
export async function compareNamed(
  oldName: string,
  newName: string,
  descriptors: readonly string[],
): Promise<ComparedDomains | Failure> {
  const old = await readDescriptorVersion(oldName)
  if ('failure' in old) return old
  const now = await readDescriptorVersion(newName)
  return 'failure' in now ? now : compareDomains(ofRegistry(oldName, old, now), now, descriptors)
}

/** Of a registry, only the domains that another version has: it has those of others, too. */
export const ofRegistry = (name: string, version: DescriptorVersion, other: DescriptorVersion): DescriptorVersion =>
  isRegistry(name) ? new Map([...version].filter(([domain]) => other.has(domain))) : version
