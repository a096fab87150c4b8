import compliance from '../../descriptors/practice/compliance.json'
import devops from '../../descriptors/practice/devops.json'
import education from '../../descriptors/practice/education.json'
import fintech from '../../descriptors/practice/fintech.json'
import health from '../../descriptors/practice/health.json'
import hr from '../../descriptors/practice/hr.json'
import infrastructure from '../../descriptors/practice/infrastructure.json'
import insurance from '../../descriptors/practice/insurance.json'
import legal from '../../descriptors/practice/legal.json'
import research from '../../descriptors/practice/research.json'
import security from '../../descriptors/practice/security.json'
import { builtinDescriptors, descriptorText } from './built-in.ts'
import type { Descriptor, FieldDescriptor } from './descriptor.ts'
import { baseNamedBy } from './extension.ts'
import { localize } from './localize.ts'
import { createRegistry, type Domain, type Tag } from './registry.ts'

/**
 * The extensions of the built-in domains that come with Recline: what practitioners need and the specification lacks.
 * Each is in force only where a `recline.json` lets it stand for its base, or another descriptor extends it. The
 * bundles of the playground and of the library have none of them.
 */
export const practiceDescriptors: readonly Descriptor[] = (
  [
    compliance,
    devops,
    education,
    fintech,
    health,
    hr,
    infrastructure,
    insurance,
    legal,
    research,
    security,
  ] as unknown as readonly (Descriptor | undefined)[]
).flatMap(descriptor => (descriptor ? { ...descriptor, isOnRequest: true } : []))

/** Their paths. */
export const practicePaths: readonly string[] = practiceDescriptors.map(({ domain }) => domain)

/** The text of the descriptor of an extension that comes with Recline; undefined for another domain. */
export function practiceText(path: string): string | undefined {
  const descriptor = practiceDescriptors.find(({ domain }) => domain === path)
  return descriptor && descriptorText(descriptor)
}

/** Whether a descriptor comes with Recline. */
export const comesWithRecline = (descriptor: Descriptor): boolean =>
  builtinDescriptors.includes(descriptor) || practiceDescriptors.includes(descriptor)

/** The extension of a domain that comes with Recline. */
export const practiceOf = (base: string): Descriptor | undefined =>
  practiceDescriptors.find(descriptor => baseNamedBy(descriptor)?.path === base)

/**
 * A built-in domain as the extension that comes with Recline has it, which is not in force without a configuration;
 * undefined for a domain without such an extension.
 */
export function practiceDomain({ path, written }: Domain): Domain | undefined {
  if (!builtinDescriptors.includes(written)) return undefined
  let known = practiceDomains.get(path)
  if (!known) {
    const practice = practiceOf(path)?.domain
    known = practice === undefined ? {} : { domain: createRegistry(withBuiltIn([], [practice])).domains.get(practice) }
    practiceDomains.set(path, known)
  }
  return known.domain
}

const practiceDomains = new Map<string, { readonly domain?: Domain | undefined }>()

/** The tags that the extension of a built-in domain has and the domain lacks. */
export const practiceTags = (domain: Domain): Tag[] =>
  [...(practiceDomain(domain)?.tags.values() ?? [])].filter(({ name }) => !domain.tags.has(name))

/** Where an extension that comes with Recline counts, as a sentence; undefined for another domain. */
export const requestText = ({ path, base, written }: Domain): string | undefined =>
  written.isOnRequest && base
    ? localize('It counts where a recline.json has {setting}.', {
        setting: `"extensions": { "${base.path}": "${path}" }`,
      })
    : undefined

/** Whether a list of all domains would have a tag or field twice, because an extension of Recline only repeats it. */
export const isOnlyInherited = ({ written }: Domain, part: Pick<FieldDescriptor, 'origin'> | undefined): boolean =>
  written.isOnRequest === true && part?.origin !== undefined

/** The extension with a path that comes with Recline, with the domain that it extends. */
export function practiceNamed(path: string): { readonly base: string; readonly extension: string } | undefined {
  const found = practiceDescriptors.find(({ domain }) => domain === path)
  return found && { base: baseNamedBy(found)!.path, extension: path }
}

/**
 * The user's descriptors with all that come with Recline and count beside them: the built-in ones, and the extensions
 * that something names.
 *
 * @param named the domains that configurations name
 */
export function withBuiltIn(own: readonly Descriptor[], named: Iterable<string> = []): readonly Descriptor[] {
  const wanted = new Set([...named, ...own.flatMap(descriptor => baseNamedBy(descriptor)?.path ?? [])])
  const defined = new Set(own.map(({ domain }) => domain))
  const asked = practiceDescriptors.filter(({ domain }) => wanted.has(domain) && !defined.has(domain))
  return [...builtinDescriptors, ...asked, ...own]
}
