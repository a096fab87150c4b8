import { type Hit, searchDescriptors } from './descriptor-search.ts'
import type { Domain, Registry, Tag } from './registry.ts'

/** A tag that a search has found, or a domain. */
export interface RankedTag {
  readonly domain: Domain
  /** Undefined for a domain. */
  readonly tag: Tag | undefined
  /** The names of its fields that have a word. */
  readonly fields: readonly string[]
  /** Whether it has all words of the search: itself, in its fields, or in the name of its domain. */
  readonly hasAll: boolean
}

/**
 * The tags and domains that have words of a search, as `searchDescriptors` finds each of them. First come those with
 * all words, then those whose words few others have. A word in a name counts more than one in a text, and a tag more
 * than its fields. A tag counts once with those that extend it.
 */
export function rankedTags(registry: Registry, words: readonly string[]): RankedTag[] {
  const distinct = [...new Set(words.map(word => word.toLowerCase()))]
  const found = new Map<string, FoundTag>()
  const namedDomains: ReadonlySet<Domain>[] = []
  const rarities: number[] = []
  for (const [place, word] of distinct.entries()) {
    const hits = searchDescriptors(registry, [word])
    const rarity = 1 / Math.sqrt(hits.length)
    rarities.push(rarity)
    namedDomains.push(new Set(hits.flatMap(({ domain, tag, isNamed }) => (isNamed && !tag ? domain : []))))
    for (const hit of hits) addHit(found, hit, place, rarity)
  }
  const ranked = Array.from(found.values(), one => {
    const { domain, tag, scores } = one
    // The name of the domain helps to tell its tags apart, but says of none of them that it is meant.
    if (tag)
      for (const [place, domains] of namedDomains.entries())
        if (domains.has(domain) && !scores.has(place)) scores.set(place, rarities[place]! / 2)
    const score = [...scores.values()].reduce((sum, other) => sum + other, 0)
    return { domain, tag, fields: [...one.fields], hasAll: scores.size === distinct.length, score }
  })
  return ranked.sort((one, other) => Number(other.hasAll) - Number(one.hasAll) || other.score - one.score)
}

interface FoundTag {
  readonly domain: Domain
  readonly tag: Tag | undefined
  readonly fields: Set<string>
  /** How much each word counts that it has, by the place of the word. */
  readonly scores: Map<number, number>
}

function addHit(found: Map<string, FoundTag>, hit: Hit, place: number, rarity: number): void {
  const { domain, tag, field } = hit
  const key = tag?.nameOfRecords.path ?? ` ${domain.path}`
  const one: FoundTag = found.get(key) ?? { domain, tag, fields: new Set(), scores: new Map() }
  found.set(key, one)
  if (field) one.fields.add(field.name)
  one.scores.set(place, Math.max(one.scores.get(place) ?? 0, rarity * weightOfHit(hit)))
}

function weightOfHit({ tag, field, isNamed }: Hit): number {
  const weight = tag && !field ? 2 : 1
  return isNamed ? 2 * weight : weight
}
