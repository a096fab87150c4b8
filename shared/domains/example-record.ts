import { canonicalField } from './notation.ts'
import type { FieldDefinition, Tag } from './registry.ts'

/** The fields that a new record starts with: the required ones, the id first, then those that most records have. */
export const firstFields = (tag: Tag): FieldDefinition[] => [...requiredFields(tag), ...usualFieldsOf(tag)]

/** The required fields of a tag, the id first. */
export const requiredFields = ({ required, identityField }: Tag): FieldDefinition[] =>
  [...required].sort((one, other) => Number(other.name === identityField) - Number(one.name === identityField))

const usualFieldsOf = ({ fields }: Tag): FieldDefinition[] =>
  [...fields.values()].filter(({ required, usual, deprecated }) => !required && usual && !deprecated)

/** All fields of a tag: those that a new record starts with, then the others in the order of the descriptor. */
export const requiredFirst = (tag: Tag): FieldDefinition[] => [...firstFields(tag), ...otherFields(tag)]

/** The fields of a tag that a new record does not start with. */
const otherFields = ({ fields }: Tag): FieldDefinition[] =>
  [...fields.values()].filter(({ required, usual, deprecated }) => !required && (!usual || deprecated))

/**
 * A record with the examples of some fields of a tag, each field on its own line; undefined if none has an example.
 *
 * @param fields by default all, in the order of the descriptor
 */
export function exampleRecord(tag: Tag, fields: Iterable<FieldDefinition> = tag.fields.values()): string | undefined {
  const written = [...fields].flatMap(field =>
    field.example === undefined ? [] : [canonicalField(field, field.example)],
  )
  return written.length === 0 ? undefined : `@${tag.name} ${written.join('\n  | ')}`
}
