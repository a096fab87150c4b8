import type { Domain, FieldDefinition, Tag } from '../domains/registry.ts'

/** What a domain demands and a form of it cannot say: what it is, and the names of the tags, fields and rules. */
export interface Unsaid {
  readonly what: string
  readonly names: readonly string[]
}

/** A field with the tag that has it. */
export interface TagField {
  readonly tag: Tag
  readonly field: FieldDefinition
}

/** All fields of a domain, in its order. */
const fieldsOfDomain = ({ tags }: Domain): TagField[] =>
  [...tags.values()].flatMap(tag => [...tag.fields.values()].map(field => ({ tag, field })))

/** The fields for which something is true, as what a form cannot say. */
export const unsaidFields = (domain: Domain, what: string, isUnsaid: (field: TagField) => boolean): Unsaid => ({
  what,
  names: fieldsOfDomain(domain)
    .filter(isUnsaid)
    .map(({ field }) => field.label),
})

/** What no form says: the rules and the transitions. */
export const unsaidByAll = (domain: Domain): readonly Unsaid[] => [
  ...[...domain.tags.values()].map(({ name, descriptor }) => ({
    what: `rules of ${name}`,
    names: (descriptor.rules ?? []).map(({ id }) => id),
  })),
  unsaidFields(domain, 'the order of states', ({ field }) => field.transitions !== undefined),
]

/** A known form of texts, with its check digits. */
export const unsaidFormats = (domain: Domain): Unsaid =>
  unsaidFields(domain, 'known forms of texts', ({ field }) => field.format !== undefined)

/** The lists of fields that no two records share. */
export const unsaidKeys = (domain: Domain): Unsaid => ({
  what: 'fields that no two records share',
  names: [...domain.tags.values()].flatMap(({ name, keys }) =>
    keys.map(({ fields }) => `${name} ${fields.map(field => field.name).join(' + ')}`),
  ),
})

/**
 * What stands at the top of a form: where it comes from, and what it cannot say, by name.
 *
 * @param notes sentences about how the form writes values
 */
export function headLines(domain: Domain, unsaid: readonly Unsaid[], notes: readonly string[] = []): readonly string[] {
  const missing = unsaid.filter(({ names }) => names.length > 0)
  return [
    `${domain.path} ${domain.descriptor.version}, written by recline descriptors export.`,
    ...notes,
    ...(missing.length > 0 ? ['Recline also checks what this cannot say:'] : []),
    ...missing.map(({ what, names }) => `- ${what}: ${names.join(', ')}`),
  ]
}
