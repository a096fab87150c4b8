import { groupBy } from '../basics/group.ts'
import type { FieldDefinition, Registry, Tag } from './registry.ts'

/** A field of a tag. */
export interface FieldOfTag {
  readonly tag: Tag
  readonly field: FieldDefinition
}

/** The fields of all tags whose values refer to the records of a tag. */
export function fieldsThatReferTo(registry: Registry, { nameOfRecords }: Tag): readonly FieldOfTag[] {
  const byTarget = knownReferrers.get(registry) ?? groupBy(referenceFields(registry), ({ field }) => field.target!.path)
  knownReferrers.set(registry, byTarget)
  return byTarget.get(nameOfRecords.path) ?? []
}

const referenceFields = ({ tags }: Registry): FieldOfTag[] =>
  [...tags.values()].flatMap(tag =>
    [...tag.fields.values()].filter(({ target }) => target).map(field => ({ tag, field })),
  )

const knownReferrers = new WeakMap<Registry, Map<string, FieldOfTag[]>>()
