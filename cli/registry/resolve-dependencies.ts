import type { Config } from '../../shared/config/config.ts'
import { readDescriptorFile } from '../../shared/config/descriptors/descriptor-file.ts'
import { baseNamedBy, mostLevels } from '../../shared/domains/extension.ts'
import { nearest } from '../../shared/domains/nearest.ts'
import { hashOfFile } from '../../shared/registry/hash.ts'
import { type IndexedVersion, isYanked } from '../../shared/registry/index-file.ts'
import type { Lock, LockedDomain } from '../../shared/registry/lock.ts'
import { parseSource, placeOfSource } from '../../shared/registry/source.ts'
import { isVersionInRange, parseRange } from '../../shared/registry/versions.ts'
import type { Failure } from '../files/failure.ts'
import { neededBy } from './needs.ts'
import { type Origin, openOrigin } from './origin.ts'

/** A descriptor that was chosen, and its text as the file of the folder gets it. */
interface Chosen extends LockedDomain {
  readonly text: string
  /** The domains that lead to it, from the one in the configuration on; it is the last one. */
  readonly way: readonly string[]
}

/** What decides which descriptors are chosen. */
export interface Wanted {
  /** The folder of the configuration. */
  readonly folder: string
  readonly dependencies: Config['dependencies']
  /** What is kept as it is, by domain: what the lock names and the folder has. */
  readonly kept: ReadonlyMap<string, LockedDomain & { readonly text: string }>
  /** What the lock names, by domain. A version of these that is yanked stays until there is a newer one. */
  readonly locked: Lock['domains']
  /** The domains of the folder's own descriptors. */
  readonly own: ReadonlySet<string>
  /** How long each download may take. */
  readonly milliseconds: number
}

/** The descriptors that were chosen, by domain, and the places that were asked, by their names in sources. */
export interface ResolvedDependencies {
  readonly chosen: ReadonlyMap<string, Chosen>
  readonly origins: ReadonlyMap<string, Origin>
}

/** A domain that is needed. */
interface Need {
  readonly domain: string
  readonly source: string
  /** The domains that lead to it, itself the last one. */
  readonly way: readonly string[]
}

/** Stops the search with a sentence for the user. */
class DependencyRefusal extends Error {}

/**
 * Chooses a version of each domain that a folder depends on, and of all domains that these need. Of two that need the
 * same domain, both must get the same file.
 */
export async function resolveDependencies(wanted: Wanted): Promise<ResolvedDependencies | Failure> {
  const { folder, dependencies, kept, locked, own, milliseconds } = wanted
  const chosen = new Map<string, Chosen>()
  const origins = new Map<string, Origin>()
  const open = async (text: string): Promise<Origin> => {
    const source = parseSource(text)
    if ('reason' in source) throw new DependencyRefusal(source.reason)
    const place = placeOfSource(text)
    const known = origins.get(place)
    if (known) return known
    const origin = await openOrigin(source, folder, milliseconds)
    if ('failure' in origin) throw new DependencyRefusal(origin.failure)
    origins.set(place, origin)
    return origin
  }
  const choose = async ({ domain, source, way }: Need): Promise<Chosen> => {
    const before = kept.get(domain)
    if (before && before.source === source) return { ...before, way }
    const origin = await open(source)
    const had = Object.hasOwn(locked, domain) ? locked[domain]!.version : undefined
    return { ...(await takeVersion(origin, domain, versionFor(origin, { domain, source, way }, had), source)), way }
  }
  const check = async ({ domain, source, way }: Need, known: Chosen): Promise<void> => {
    if (placeOfSource(source) === placeOfSource(known.source)) return
    const origin = await open(source)
    const versions = origin.versionsOf(domain)
    if (versions.length === 0) return
    const same = versions.find(({ version }) => version === known.version)
    if (same && (await takeVersion(origin, domain, same, source)).hash === known.hash) return
    const other = same ? `another file for ${same.version}` : `version ${versions[0]!.version}`
    throw new DependencyRefusal(
      `There are two versions of ${domain}: ${known.way.join(' > ')} leads to version ${known.version} from ${known.source}, and ${way.join(' > ')} to ${other} from ${source}; only one can count.`,
    )
  }
  const needs: Need[] = Object.entries(dependencies).map(([domain, source]) => ({ domain, source, way: [domain] }))
  try {
    for (const need of needs) {
      const { domain, source, way } = need
      const known = chosen.get(domain)
      if (known) {
        await check(need, known)
        continue
      }
      if (way.length > mostLevels)
        throw new DependencyRefusal(`${way[0]} leads to more than ${mostLevels} domains in a row: ${way.join(' > ')}.`)
      const taken = await choose(need)
      const { descriptor } = readDescriptorFile(taken.text)
      const others = neededBy(descriptor!).filter(other => !own.has(other))
      const { needs: _, ...alone } = taken
      chosen.set(domain, { ...alone, ...(others.length > 0 && { needs: others }) })
      const base = baseNamedBy(descriptor!)
      for (const other of others)
        needs.push({
          domain: other,
          source: sourceWith(placeOfSource(source), other === base?.path ? base.versions : undefined),
          way: [...way, other],
        })
    }
  } catch (error) {
    if (error instanceof DependencyRefusal) return { failure: error.message }
    throw error
  }
  return { chosen, origins }
}

/**
 * A place with the versions that are meant. A package and a commit have one version, which is checked when it is there.
 */
function sourceWith(place: string, versions: string | undefined): string {
  const source = parseSource(place)
  return versions !== undefined && 'range' in source ? `${place}#${versions}` : place
}

/** @param had the version in the lock */
function versionFor(origin: Origin, { domain, source: text, way }: Need, had: string | undefined): IndexedVersion {
  const versions = origin.versionsOf(domain)
  const source = parseSource(text)
  const range = 'range' in source && source.range !== undefined ? parseRange(source.range) : undefined
  const fitting = versions.filter(({ version }) => !range || isVersionInRange(version, range))
  // Who names exactly one version may have it, and who has one keeps it. The versions are sorted, the highest first.
  const found = fitting.find(one => !isYanked(one) || range?.same === 'patch' || one.version === had)
  if (found) return found
  const needed = way.length > 1 ? `, which ${way.at(-2)} needs` : ''
  if (versions.length === 0) {
    const [meant] = nearest(domain, origin.domains)
    throw new DependencyRefusal(
      `${placeOfSource(text)} has no domain ${domain}${needed}${meant === undefined ? '' : `; ${meant} may be meant`}.`,
    )
  }
  const all = versions.map(one => (isYanked(one) ? `${one.version} (yanked)` : one.version)).join(', ')
  throw new DependencyRefusal(
    `${placeOfSource(text)} has no version of ${domain} that fits "${text}"${needed}; it has ${all}.`,
  )
}

/** Takes a version of a domain from a place that may be hostile. */
async function takeVersion(
  origin: Origin,
  domain: string,
  { version, hash: expected }: IndexedVersion,
  source: string,
): Promise<LockedDomain & { readonly text: string }> {
  const read = await origin.read(domain, version)
  if ('failure' in read) throw new DependencyRefusal(read.failure)
  const text = read.text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
  const hash = hashOfFile(text)
  const what = `${domain} ${version} from ${read.resolved}`
  if (typeof expected === 'string' && expected !== hash)
    throw new DependencyRefusal(`${what} is not the file that the index names: it has another hash.`)
  const { descriptor, problems } = readDescriptorFile(text)
  if (!descriptor)
    throw new DependencyRefusal(`${what} is no descriptor: ${problems[0]?.message ?? 'it names no domain.'}`)
  if (descriptor.domain !== domain) throw new DependencyRefusal(`${what} defines another domain, ${descriptor.domain}.`)
  if (descriptor.version !== version)
    throw new DependencyRefusal(`${what} says that its version is ${descriptor.version}.`)
  const wrong = problems.find(({ severity }) => severity === 'error')
  if (wrong) throw new DependencyRefusal(`${what} has an error: ${wrong.message}`)
  return { source, version, hash, resolved: read.resolved, text }
}
