import * as v from 'valibot'
import { mapSchema } from '../basics/map-schema.ts'
import { compareVersions, parseVersion } from './versions.ts'

/** The name of the file of a registry that lists its domains. */
export const indexFileName = 'index.json'

const nullableText = v.nullish(v.string())

/** A version of a domain, in registries that list them all. */
const indexedVersion = v.looseObject({
  version: v.string(),
  /** `active`, or `yanked` if nobody should begin to use it. */
  state: nullableText,
  /** The hash of the descriptor file, as `hashOfFile` makes it. */
  hash: nullableText,
  /** When it was published, as a time of ISO 8601. */
  date: nullableText,
  notice: nullableText,
})

const indexedDomain = v.looseObject({
  id: v.string(),
  /** The newest version that is not yanked. */
  version: v.string(),
  status: nullableText,
  tier: nullableText,
  verified: v.nullish(v.boolean()),
  score: v.nullish(v.number()),
  notice: nullableText,
  description: nullableText,
  /** The number of tags. */
  records: v.nullish(v.number()),
  versions: v.optional(v.array(indexedVersion)),
})

const indexedNamespace = v.looseObject({
  tier: nullableText,
  owner: v.nullish(v.union([v.string(), v.looseObject({ name: nullableText, organization: nullableText })])),
  type: nullableText,
  state: nullableText,
  notice: nullableText,
  domains: v.array(indexedDomain),
})

const registryIndex = v.looseObject({
  version: v.optional(v.string()),
  generated: v.optional(v.string()),
  namespaces: mapSchema(indexedNamespace),
})

/** The list of a registry: its namespaces with their domains. Keys that Recline does not know are kept. */
export type RegistryIndex = v.InferOutput<typeof registryIndex>
export type IndexedNamespace = v.InferOutput<typeof indexedNamespace>
export type IndexedDomain = v.InferOutput<typeof indexedDomain>
export type IndexedVersion = v.InferOutput<typeof indexedVersion>

/** A registry without domains. */
export const emptyIndex: RegistryIndex = { version: '2.0', generated: '', namespaces: {} }

/**
 * Reads the `index.json` of a registry.
 *
 * @returns the index, or why the text is none, as the end of a sentence
 */
export function readIndex(text: string): { readonly index: RegistryIndex } | { readonly reason: string } {
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return { reason: 'it is not JSON' }
  }
  const read = v.safeParse(registryIndex, json)
  if (!read.success) {
    const [issue] = read.issues
    const path = v.getDotPath(issue)
    return { reason: path === null ? 'it is not the index of a registry' : `"${path}" is missing or has a wrong form` }
  }
  return { index: read.output }
}

/** Prints an index as the file has it. */
export const indexText = (index: RegistryIndex): string => `${JSON.stringify(index, undefined, 2)}\n`

/** What a registry lists about a domain; undefined if it does not have it. */
export function domainInIndex({ namespaces }: RegistryIndex, domain: string): IndexedDomain | undefined {
  const name = namespaceOf(domain)
  const namespace = Object.hasOwn(namespaces, name) ? namespaces[name] : undefined
  return namespace?.domains.find(({ id }) => id === domain)
}

/**
 * The versions of a domain, the highest first. A registry that does not list them all has only the newest one. What is
 * no version is left out.
 */
export const versionsInIndex = ({ version, status, notice, versions }: IndexedDomain): IndexedVersion[] =>
  (versions ?? [{ version, state: status, notice }])
    .filter(one => parseVersion(one.version))
    .sort((one, other) => compareVersions(other.version, one.version))

/** Whether nobody should begin to use a version. */
export const isYanked = ({ state }: IndexedVersion): boolean => state === 'yanked'

/** The namespace of a domain: `acme` of `acme.fleet`. */
export const namespaceOf = (domain: string): string => domain.slice(0, domain.indexOf('.'))

/** The path of a version of a domain in its registry: `acme/fleet/1.0.json`. The domain must have the form of one. */
export const pathInRegistry = (domain: string, version: string): string => `${domain.replace('.', '/')}/${version}.json`

/** Names that no file can have on Windows, whatever its ending is. */
const reservedNames = /^(?:con|prn|aux|nul|com\d|lpt\d)$/

/**
 * Whether a part of the path of a domain is a name that Windows reserves, so that its files cannot be written there.
 */
export const hasReservedName = (domain: string): boolean => domain.split('.').some(part => reservedNames.test(part))

/**
 * Whether a text has the form of the path of a domain, so that it cannot lead anywhere else as part of a file name.
 */
export const isDomainPath = (text: string): boolean => /^[a-z][a-z0-9_-]{0,99}\.[a-z][a-z0-9_-]{0,99}$/.test(text)
