import { fieldOf, type Registry, type Tag } from '../../../shared/domains/registry.ts'
import type { NameFact, ValuesFact } from './facts.ts'
import { pathOfRecord } from './name-facts.ts'

/** The tag whose records a fact means; undefined if the descriptors do not have it. */
export const tagOfFact = ({ domain, tag }: NameFact | ValuesFact, { domains }: Registry): Tag | undefined =>
  domains.get(domain)?.tags.get(tag)

/**
 * What a fact is about that the descriptors of a reduce do not have; undefined if they have all. If a field refers to
 * another tag in them, problems would be lost too.
 *
 * @param tag as `tagOfFact` has it
 * @param follows whether a rule reads a field of the tag that the descriptors do not have
 */
export function unknownIn(
  fact: NameFact | ValuesFact,
  tag: Tag | undefined,
  { tags }: Registry,
  follows: (name: string) => boolean,
): string | undefined {
  const path = tag?.fullName.path ?? `${fact.domain}.${fact.tag}`
  if (fact.kind === 'reference') {
    const own = pathOfRecord(fact.record)
    const referring = tags.get(own)
    const isKnown = tag && referring && fieldOf(referring, fact.field)?.target?.path === path
    return isKnown ? undefined : `references from ${own}.${fact.field} to ${path}`
  }
  if (!tag) return path
  if (fact.kind !== 'values') return undefined
  for (const name in fact.data.values) if (!fieldOf(tag, name) && !follows(name)) return `${path}.${name}`
  return undefined
}
