import { type FieldDefinition, fieldOf, sameFieldOf, type Tag } from '../../domains/registry.ts'
import { perRules, type RulesInForce } from './declared-rules.ts'
import { followedFields, rulesAcross } from './followed-records.ts'
import { type ByTag, TagGroups } from './tag-groups.ts'

/** A field that rules about several records read, and how many records keep its values in little memory. */
export interface FollowedColumn {
  readonly field: FieldDefinition
  /** What is kept as a number: the value, its index in the enum, or the hash of an id. Nothing of other texts. */
  readonly kind: 'number' | 'bool' | 'time' | 'word' | 'link' | 'text'
  /** The path of the tag whose ids the hashes are of. */
  readonly target: string | undefined
  /** Whether the text is kept too. Otherwise rules only follow it to another record. */
  readonly hasText: boolean
}

/** The columns of each tag whose records the rules about several records read. */
export type FollowedColumns = ByTag<readonly FollowedColumn[]>

/** The columns, without the texts that only messages about the record itself tell. */
export const followedColumns = perRules(
  context => new TagGroups(context.registry, tags => columnsFollowed(tags, context)),
)

function columnsFollowed(tags: readonly Tag[], context: RulesInForce): Map<Tag, readonly FollowedColumn[]> {
  const { registry } = context
  const fieldsOf = followedFields(context)
  const values = new Set<FieldDefinition>()
  const ordered = new Set<Tag>()
  const ids = new Set<Tag>()
  for (const rule of rulesAcross(tags, context)) {
    const { needs } = rule
    for (const field of needs.values) values.add(field)
    for (const { nameOfRecords } of needs.ordered)
      for (const tag of registry.tagsOfName(nameOfRecords.path)) ordered.add(tag)
    for (const { field } of needs.links) {
      for (const target of registry.tagsOfName(field.target!.path)) ids.add(target)
    }
  }
  // A rule about a tag may also read the records of its extension, whose fields are other objects.
  const isRead = (field: FieldDefinition, { nameOfRecords: { path } }: Tag): boolean =>
    registry.tagsOfName(path).some(other => {
      const same = sameFieldOf(other, field)
      return same !== undefined && values.has(same)
    })
  return new Map(
    tags.flatMap(tag => {
      const fields = fieldsOf.get(tag)
      if (!fields) return []
      const id = fieldOf(tag, tag.identityField)
      // The order of records depends on all their values.
      const isKept = (field: FieldDefinition): boolean =>
        field !== id || ids.has(tag) || isRead(field, tag) || ordered.has(tag)
      const columns = fields.filter(isKept).map(field => columnOf(field, tag, isRead(field, tag) || ordered.has(tag)))
      return [[tag, columns]]
    }),
  )
}

function columnOf(field: FieldDefinition, tag: Tag, isRead: boolean): FollowedColumn {
  const { type, list, target, enum: allowed } = field
  const isId = field.name === tag.identityField
  // The texts of ids that refer as well are hashed when they are needed, once for each meaning.
  const isLink = !list && (target ? !isId : isId && type === 'string')
  if (isLink) return { field, kind: 'link', target: (target ?? tag.nameOfRecords).path, hasText: isRead }
  if (list || target) return { field, kind: 'text', target: undefined, hasText: true }
  if (type === 'string') {
    const hasWords = allowed !== undefined
    return { field, kind: hasWords ? 'word' : 'text', target: undefined, hasText: !hasWords }
  }
  const kinds = { int: 'number', float: 'number', bool: 'bool', ts: 'time' } as const
  return { field, kind: kinds[type], target: undefined, hasText: false }
}
