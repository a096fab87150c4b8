import type { FieldDescriptor, RecordDescriptor } from '../descriptor.ts'
import { localTemplate } from '../localize.ts'
import { anyRid, type Domain, type FieldDefinition, type Tag } from '../registry.ts'
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
  const path = partPath(tag, field)
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

/** What a domain is called in a language; undefined if there is no text. */
export const domainTitle = (language: TextLanguage | undefined, { path }: Pick<Domain, 'path'>): string | undefined =>
  language && textsOfDomain(language, path)?.title

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

/** A tag as it is shown in a language: another object, whose name and fields are the same. */
export const shownTag = (language: TextLanguage | undefined, tag: Tag): RecordDescriptor =>
  shownIn(language, tag.descriptor, tag)

/** A field as it is shown in a language: another object, whose name, values and type are the same. */
export const shownField = (language: TextLanguage | undefined, tag: Tag, field: FieldDefinition): FieldDefinition =>
  field.description === anyRid.description
    ? { ...field, description: localTemplate(anyRid.description!) }
    : shownIn(language, field, tag, field)

/** What the descriptor of a domain says in a sentence or two, in a language. */
export const shownDescription = (language: TextLanguage | undefined, { path, descriptor }: Domain): string =>
  (language && textsOfDomain(language, path)?.description) ?? descriptor.description

/** What a domain is about: its tagline, or else its description. Only English has taglines. */
export const aboutDomain = (language: TextLanguage | undefined, { path, descriptor }: Domain): string =>
  (language && textsOfDomain(language, path)?.description) ?? descriptor.meta?.tagline ?? descriptor.description

function shownIn<Part extends ShownPart>(
  language: TextLanguage | undefined,
  part: Part,
  tag: Tag,
  field?: FieldDefinition,
): Part {
  const texts = partTexts(language, tag, field)
  if (!texts) return part
  const { aliases = [] } = texts
  const description = ownText(language!, 'description', tag, field)
  const advice = ownText(language!, 'advice', tag, field)
  const meanings = ownText(language!, 'enumDescriptions', tag, field)
  return {
    ...part,
    ...(description !== undefined && { description }),
    ...(advice !== undefined && { advice }),
    aliases: [...aliases, ...(part.aliases ?? [])],
    ...(meanings && { enumDescriptions: { ...part.enumDescriptions, ...meanings } }),
  }
}

type ShownPart = Pick<FieldDescriptor, 'description' | 'advice' | 'aliases' | 'enumDescriptions'>

/**
 * A text of a tag or field in a language. An extension can say anew what it inherits, and then only its own texts
 * count: those of the domain that it extends would say something else.
 */
function ownText<Key extends 'description' | 'advice' | 'enumDescriptions'>(
  language: TextLanguage,
  key: Key,
  tag: Tag,
  field: FieldDefinition | undefined,
): PartTexts[Key] | undefined {
  for (let domain: Domain | undefined = tag.domain; domain; domain = domain.base) {
    const record = domain.written.records.find(one => one.tag === tag.name)
    const written: ShownPart | undefined = field ? record?.fields.find(({ name }) => name === field.name) : record
    if (written?.[key] !== undefined) return textsOfDomain(language, domain.path)?.parts[partPath(tag, field)]?.[key]
  }
  return undefined
}

const partPath = (tag: Tag, field: Pick<FieldDefinition, 'name'> | undefined): string =>
  field ? `${tag.name}.${field.name}` : tag.name
