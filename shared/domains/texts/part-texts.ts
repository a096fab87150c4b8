import type { FieldDescriptor } from '../descriptor.ts'
import type { Domain, FieldDefinition, Tag } from '../registry.ts'
import { type PartTexts, textsOfDomain } from './catalogs.ts'
import { type TextLanguage, textLanguages } from './languages.ts'

/**
 * The texts of a tag, or of a field of it, in a language. What a domain inherits has the texts of the domain that
 * defines it.
 *
 * @param language undefined for English
 * @returns undefined if there are none, so that the English ones of the descriptor count
 */
export function partTexts(
  language: TextLanguage | undefined,
  tag: Tag,
  field?: Pick<FieldDefinition, 'name' | 'origin'>,
): PartTexts | undefined {
  if (language === undefined) return undefined
  const { origin = tag.domain.path } = field ?? tag.descriptor
  const parts = textsOfDomain(language, origin)?.parts
  const path = field ? `${tag.name}.${field.name}` : tag.name
  return parts && Object.hasOwn(parts, path) ? parts[path] : undefined
}

/** What a tag or field is called in a language; undefined if there is no text, or if it says no more than the name. */
export function localTitle(
  language: TextLanguage | undefined,
  tag: Tag,
  field?: Pick<FieldDefinition, 'name' | 'origin'>,
): string | undefined {
  const title = partTexts(language, tag, field)?.title
  return title?.toLowerCase() === (field ?? tag).name.toLowerCase() ? undefined : title
}

/** The words for a domain in all languages but English. */
export const domainWords = ({ path }: Domain): readonly string[] =>
  textLanguages.flatMap(language => titleAndAliases(textsOfDomain(language, path)))

/** The words for a tag, or for a field of it, in all languages but English. */
export const foreignWords = (tag: Tag, field?: FieldDefinition): readonly string[] =>
  textLanguages.flatMap(language => titleAndAliases(partTexts(language, tag, field)))

/** What the allowed values of a field mean in all languages but English. */
export const foreignMeanings = (tag: Tag, field: FieldDefinition): readonly string[] =>
  textLanguages.flatMap(language => Object.values(partTexts(language, tag, field)?.enumDescriptions ?? {}))

/** The title and the aliases, the title first. */
export const titleAndAliases = (texts: PartTexts | undefined): readonly string[] =>
  texts ? [texts.title, ...(texts.aliases ?? [])] : []

/** A tag or field as it is shown in a language: another object, whose names, values and type are the same. */
export function shownIn<Part extends Pick<FieldDescriptor, 'aliases' | 'enumDescriptions'>>(
  part: Part,
  texts: PartTexts | undefined,
): Part {
  if (!texts) return part
  const { aliases = [], enumDescriptions } = texts
  return {
    ...part,
    aliases: [...aliases, ...(part.aliases ?? [])],
    ...(enumDescriptions && { enumDescriptions: { ...part.enumDescriptions, ...enumDescriptions } }),
  }
}
