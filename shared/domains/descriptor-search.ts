import { plainLetters } from '../basics/letters.ts'
import type { Domain, FieldDefinition, Registry, Tag } from './registry.ts'
import { domainWords, foreignMeanings, foreignWords } from './texts/part-texts.ts'

/** A search result: a domain, a tag of it or a field of that tag. */
export interface Hit {
  readonly domain: Domain
  readonly tag?: Tag
  readonly field?: FieldDefinition
  /** Whether a word is in its own name. */
  readonly isNamed: boolean
}

/**
 * Finds the domains, tags and fields with all words in their names, other words in all languages, keywords and texts.
 * Each word is the beginning of a word there, in any case: `vacc` finds vaccination, and `BMI` does not find submitted.
 * Japanese has no blanks between words, so that its words are found anywhere: `休暇` finds `有給休暇`.
 *
 * @param words for a field, some of them may be in the names of its tag and domain instead, but not all; the same goes
 *   for a tag and its domain
 * @returns first those with a word in their own name; nothing if there are no words
 */
export function searchDescriptors({ domains }: Registry, words: readonly string[]): Hit[] {
  // The beginning of `vaccines` without its s is that of `vaccine` too.
  const wanted = words
    .map(word => searchableText(word).replace(/(?<=\p{L}{3})s$/u, ''))
    .filter(word => word !== ' ')
    .map(word => (japaneseStart.test(word) ? word.slice(1) : word))
  const named: Hit[] = []
  const others: Hit[] = []
  const look = (
    hit: Omit<Hit, 'isNamed'>,
    around: string,
    name: string,
    texts: readonly (string | undefined)[],
  ): void => {
    const own = searchableText([name, ...texts].join('\n'))
    const context = searchableText(around)
    const isFound =
      wanted.some(word => own.includes(word)) && wanted.every(word => own.includes(word) || context.includes(word))
    if (!isFound) return
    const isNamed = wanted.some(word => searchableText(name).includes(word))
    ;(isNamed ? named : others).push({ ...hit, isNamed })
  }
  for (const domain of domains.values()) {
    const { description, meta } = domain.descriptor
    look({ domain }, '', domain.path, [description, meta?.tagline, ...domainWords(domain)])
    for (const tag of domain.tags.values()) {
      const { purpose, when_to_use, related_standards = [] } = meta?.tag_context?.[tag.name] ?? {}
      look({ domain, tag }, domain.path, tag.name, [
        tag.descriptor.description,
        ...(tag.descriptor.aliases ?? []),
        ...(tag.descriptor.keywords ?? []),
        ...foreignWords(tag),
        purpose,
        when_to_use,
        ...related_standards,
      ])
      const names = `${domain.path} ${tag.name}`
      for (const field of tag.fields.values()) {
        const { name, description, unit, enum: values = [], enumDescriptions = {}, aliases = [], keywords = [] } = field
        look({ domain, tag, field }, names, name, [
          description,
          unit,
          ...aliases,
          ...keywords,
          ...foreignWords(tag, field),
          ...foreignMeanings(tag, field),
          ...values,
          ...Object.values(enumDescriptions),
        ])
      }
    }
  }
  return [...named, ...others]
}

const japaneseStart = /^ [\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** A text as it is searched: plain letters, with one blank before each word and nothing else between words. */
const searchableText = (text: string): string =>
  ` ${plainLetters(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()}`
