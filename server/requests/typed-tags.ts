import type { Section } from '../../shared/domains/domains-in-force.ts'
import { choicesOf } from '../../shared/domains/field-text.ts'
import { fieldWithoutValue } from '../../shared/domains/notation.ts'
import type { Domain, FieldDefinition, Tag } from '../../shared/domains/registry.ts'
import type { TypedField, TypedSection, TypedTag } from '../../shared/protocol/typing.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** The tags that records of a file can have, by its sections; once for headers with the same text. */
export function typedTags({ file }: Snapshot): TypedSection[] {
  const tagsOf = (domain: Domain): TypedTag[] => [...domain.tags.values()].map(typedTag)
  const countOf = (domain: Domain): number => file.counts.get(domain) ?? 0
  const sections = file.sections.map(({ header, domains }) => ({
    header: firstLineOf(header),
    tags: domains.toSorted((one, other) => countOf(other) - countOf(one)).flatMap(tagsOf),
  }))
  return [...new Map(sections.map(section => [section.header, section])).values()]
}

const firstLineOf = (header: Section['header']): string => /^[^\r\n]*/.exec(header?.text ?? '')![0].trim()

const typedTag = ({ name, fields }: Tag): TypedTag => ({ name, fields: [...fields.values()].map(typedField) })

const typedField = (field: FieldDefinition): TypedField => ({
  name: field.name,
  ...fieldWithoutValue(field),
  isRequired: field.required === true,
  hasList: field.target !== undefined || choicesOf(field) !== undefined,
})
