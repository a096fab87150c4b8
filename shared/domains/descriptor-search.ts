import type { Domain, FieldDefinition, Registry, Tag } from './registry.ts'

/** A search result: a domain, a tag of it or a field of that tag. */
export interface Hit {
  readonly domain: Domain
  readonly tag?: Tag
  readonly field?: FieldDefinition
}

/**
 * Finds the domains, tags and fields whose names and texts contain all words, case-insensitively.
 *
 * @param words for a field, some of them may be in the names of its tag and domain instead, but not all; the same goes
 *   for a tag and its domain
 * @returns first those with a word in their own name; nothing if there are no words
 */
export function searchDescriptors({ domains }: Registry, words: readonly string[]): Hit[] {
  const wanted = words.map(word => word.toLowerCase())
  const named: Hit[] = []
  const others: Hit[] = []
  const look = (hit: Hit, context: string, name: string, texts: readonly (string | undefined)[]): void => {
    const own = [name, ...texts].join('\n').toLowerCase()
    const isFound =
      wanted.some(word => own.includes(word)) && wanted.every(word => own.includes(word) || context.includes(word))
    if (isFound) (wanted.some(word => name.toLowerCase().includes(word)) ? named : others).push(hit)
  }
  for (const domain of domains.values()) {
    const { description, meta } = domain.descriptor
    look({ domain }, '', domain.path, [description, meta?.tagline])
    for (const tag of domain.tags.values()) {
      const { purpose, when_to_use, related_standards = [] } = meta?.tag_context?.[tag.name] ?? {}
      look({ domain, tag }, domain.path, tag.name, [
        tag.descriptor.description,
        ...(tag.descriptor.aliases ?? []),
        purpose,
        when_to_use,
        ...related_standards,
      ])
      const names = `${domain.path} ${tag.name}`.toLowerCase()
      for (const field of tag.fields.values()) {
        const { name, description, unit, enum: values = [], enumDescriptions = {}, aliases = [] } = field
        look({ domain, tag, field }, names, name, [
          description,
          unit,
          ...aliases,
          ...values,
          ...Object.values(enumDescriptions),
        ])
      }
    }
  }
  return [...named, ...others]
}
