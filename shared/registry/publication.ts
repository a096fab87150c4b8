import canonicalize from 'canonicalize'
import type { Descriptor } from '../domains/descriptor.ts'
import { ownerName } from '../domains/domain-facts.ts'
import { hashOfFile } from './hash.ts'
import {
  domainInIndex,
  hasReservedName,
  type IndexedDomain,
  type IndexedNamespace,
  type IndexedVersion,
  isYanked,
  namespaceOf,
  type RegistryIndex,
  versionsInIndex,
} from './index-file.ts'
import { compareVersions } from './versions.ts'

/** A descriptor to publish, with its text. */
export interface Publication {
  readonly descriptor: Descriptor
  readonly text: string
}

/**
 * Why a registry cannot take a descriptor, as a sentence; undefined if it can, or has it already.
 *
 * @param published the text of this version in the registry; undefined if there is none
 */
export function whyNotPublished(
  index: RegistryIndex,
  { descriptor, text }: Publication,
  published: string | undefined,
): string | undefined {
  const { domain, version } = descriptor
  if (hasReservedName(domain))
    return `${domain} has a name that Windows reserves for devices, so that its files cannot be written there; choose another name.`
  const known = domainInIndex(index, domain)
  const indexed = known && versionsInIndex(known)
  const entry = indexed?.find(one => one.version === version)
  const same = indexed?.find(one => one.version !== version && compareVersions(one.version, version) === 0)
  if (same) return `The registry has ${domain} ${same.version}, and ${version} is the same version; raise the version.`
  const isOther = published === undefined ? isOtherHash(entry, text) : !isSameJson(published, text)
  if (isOther)
    return `The registry has ${domain} ${version} with other content, and a version never changes; raise the version.`
  const name = namespaceOf(domain)
  const namespace = ownNamespace(index, name)
  const owner = namespace && ownerOf(namespace)
  const own = ownerOfNamespace(descriptor)
  if (owner !== undefined && owner !== own) {
    const instead = own === undefined ? 'names no owner' : `names ${own}`
    return `The namespace ${name} belongs to ${owner}, and the descriptor of ${domain} ${instead}; write the owner, or take another namespace.`
  }
  return undefined
}

/** Whether the index says another content for a version whose file is missing. */
const isOtherHash = (entry: IndexedVersion | undefined, text: string): boolean =>
  typeof entry?.hash === 'string' && entry.hash !== hashOfFile(text)

/** Whether the index of a registry has a version with the hash of its file. */
export function isIndexed(index: RegistryIndex, domain: string, version: string, text: string): boolean {
  const known = domainInIndex(index, domain)
  const entry = known && versionsInIndex(known).find(one => one.version === version)
  // An index that does not list all versions has no hashes.
  return entry !== undefined && (typeof entry.hash !== 'string' || entry.hash === hashOfFile(text))
}

/** Whether two texts are the same JSON. */
const isSameJson = (one: string, other: string): boolean =>
  hashOfFile(one) === hashOfFile(other) || canonicalText(one) === canonicalText(other)

function canonicalText(text: string): string | undefined {
  try {
    return canonicalize(JSON.parse(text.replace(/^\ufeff/, '')))
  } catch {
    return undefined
  }
}

/** The index of a registry with one more version of a domain. The domain is described by its highest version. */
export function withVersion(index: RegistryIndex, { descriptor, text }: Publication, date: string): RegistryIndex {
  const { domain, version } = descriptor
  const name = namespaceOf(domain)
  const before: IndexedNamespace = ownNamespace(index, name) ?? { domains: [] }
  const known = domainInIndex(index, domain)
  const listed = known?.versions ?? (known ? versionsInIndex(known) : [])
  const indexed = listed.find(one => one.version === version)
  // An entry with a wrong hash, or without its file, keeps what else it says: it can be yanked.
  const added: IndexedVersion = { state: 'active', date, ...indexed, version, hash: hashOfFile(text) }
  const versions = sorted([...listed.filter(one => one !== indexed), added])
  const isHighest = versions.find(one => !isYanked(one)) === added
  const entry: IndexedDomain = { ...known, ...(isHighest || !known ? indexedDomainOf(descriptor) : known), versions }
  const domains = [...before.domains.filter(({ id }) => id !== domain), entry].sort((one, other) =>
    one.id < other.id ? -1 : 1,
  )
  const { namespace: own } = descriptor.registry ?? {}
  const after: IndexedNamespace = {
    tier: before.tier ?? own?.type ?? descriptor.tier ?? null,
    owner: before.owner ?? ownerOfNamespace(descriptor) ?? null,
    type: before.type ?? own?.type ?? null,
    state: before.state ?? own?.state ?? 'active',
    notice: before.notice ?? own?.notice ?? null,
    ...withoutNothing(before),
    domains,
  }
  const namespaces = Object.entries({ ...index.namespaces, [name]: after }).sort(([one], [other]) =>
    one < other ? -1 : 1,
  )
  return { ...index, generated: date, namespaces: Object.fromEntries(namespaces) }
}

/**
 * The index of a registry in which a version is yanked: it stays where it is, and nobody gets it anew.
 *
 * @param highest the descriptor of the highest version that is not yanked then; undefined if there is none
 */
export function withYanked(
  index: RegistryIndex,
  { domain, version, notice }: { readonly domain: string; readonly version: string; readonly notice: string },
  highest: Descriptor | undefined,
  date: string,
): RegistryIndex {
  const name = namespaceOf(domain)
  const namespace = ownNamespace(index, name)!
  const yank = (entry: IndexedDomain): IndexedDomain => {
    const versions = versionsInIndex(entry).map(one =>
      one.version === version ? { ...one, state: 'yanked', notice } : one,
    )
    return highest
      ? { ...entry, ...indexedDomainOf(highest), versions }
      : { ...entry, status: 'yanked', notice, versions }
  }
  const domains = namespace.domains.map(entry => (entry.id === domain ? yank(entry) : entry))
  return { ...index, generated: date, namespaces: { ...index.namespaces, [name]: { ...namespace, domains } } }
}

function indexedDomainOf(descriptor: Descriptor): IndexedDomain {
  const { domain, version, status, state, tier, verified, notice, description, records } = descriptor
  return {
    id: domain,
    version,
    status: state !== undefined && state !== 'active' ? state : (status ?? 'active'),
    tier: tier ?? null,
    verified: verified ?? false,
    score: (descriptor as { readonly score?: number }).score ?? null,
    notice: notice ?? null,
    description,
    records: records.length,
  }
}

/** The keys of an object that have a value: also those that Recline does not know. */
const withoutNothing = (object: object): object =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined && value !== null))

const sorted = (versions: readonly IndexedVersion[]): IndexedVersion[] =>
  [...versions].sort((one, other) => compareVersions(other.version, one.version))

const ownNamespace = ({ namespaces }: RegistryIndex, name: string): IndexedNamespace | undefined =>
  Object.hasOwn(namespaces, name) ? namespaces[name] : undefined

/** The owner of a namespace of a registry; undefined if it has none. */
const ownerOf = ({ owner }: IndexedNamespace): string | undefined =>
  typeof owner === 'string' ? owner : ownerName(withoutNulls(owner ?? {}))

const withoutNulls = (owner: { name?: string | null | undefined; organization?: string | null | undefined }) => ({
  ...(typeof owner.name === 'string' && { name: owner.name }),
  ...(typeof owner.organization === 'string' && { organization: owner.organization }),
})

/** The owner of its namespace as a descriptor names it; undefined if it names none. */
const ownerOfNamespace = ({ owner, registry = {} }: Descriptor): string | undefined =>
  ownerName(registry.namespace?.owner ?? owner ?? registry.domain?.owner)
