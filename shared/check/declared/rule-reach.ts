import { type FieldDefinition, fieldOf, type Tag, targetOf } from '../../domains/registry.ts'
import { type DeclaredRule, declaredRules, perRules, type RulesInForce } from './declared-rules.ts'
import { type FollowedRecord, type FollowedRecords, idsIn } from './followed-records.ts'
import { type ByTag, TagGroups } from './tag-groups.ts'

/** A record of a known tag. */
export interface TaggedRecord extends FollowedRecord {
  readonly tag: Tag
}

/** What a rule reads, and how it gets from a record to the others that it reads. */
export interface Reach {
  /** The tag whose records the rule is about. */
  readonly subject: Tag
  /** How many references lie between a record and the farthest other one at most. */
  readonly hops: number
  readonly links: readonly ReachLink[]
  /** The names of the fields that it reads, by the path of their tag. */
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>
}

/** A field that refers, which a rule follows: from the record with the field, or with `referrers` to it. */
interface ReachLink {
  readonly tag: Tag
  readonly field: FieldDefinition
  readonly target: Tag
  readonly isReverse: boolean
}

/** For each tag, the reaches of all rules about several records that can concern it. */
export const reachesOf: (context: RulesInForce) => ByTag<readonly Reach[]> = perRules(
  context =>
    new TagGroups(context.registry, tags => {
      const reaches = tags.flatMap(tag => declaredRules(tag, context).across.map(rule => reachOf(rule, context)))
      return new Map(tags.map(tag => [tag, reaches]))
    }),
)

function reachOf({ tag: subject, needs }: DeclaredRule, { registry }: RulesInForce): Reach {
  const fields = new Map(
    [...needs.others].map(([path, fields]) => [path, new Set([...fields].map(({ name }) => name))]),
  )
  const { path } = subject.nameOfRecords
  fields.set(path, new Set([...(fields.get(path) ?? []), ...needs.own.map(({ name }) => name)]))
  const links = needs.links.flatMap(({ tag, field, isReverse }) => {
    const target = targetOf(registry, field)
    return target ? { tag, field, target, isReverse } : []
  })
  return { subject, hops: needs.hops, links, fields }
}

/**
 * The records for which a rule may have another result after a change of some records. Sometimes there are more. All
 * changed records are followed at once, as the ways from many of them lead through the same records.
 *
 * @param changedIn the names of the fields of a record that changed; undefined if the record is new or gone, or has
 *   another id
 * @param records all records, the changed ones included
 */
export function recordsReading<Tagged extends TaggedRecord>(
  changed: readonly Tagged[],
  changedIn: (record: Tagged) => ReadonlySet<string> | undefined,
  { subject, hops, links, fields }: Reach,
  records: FollowedRecords<Tagged>,
): Tagged[] {
  const isRead = (record: Tagged): boolean => {
    const read = fields.get(record.tag.nameOfRecords.path)
    const names = changedIn(record)
    return read !== undefined && (!names || [...names].some(name => read.has(name)))
  }
  let latest: readonly Tagged[] = changed.filter(isRead)
  const found = new Set(latest)
  for (let hop = 0; hop < hops && latest.length > 0; hop++) {
    const next = latest.flatMap(record => links.flatMap(link => recordsBefore(record, link, records)))
    latest = next.filter(record => !found.has(record) && found.add(record))
  }
  return [...found].filter(({ tag }) => tag === subject)
}

/**
 * Makes the tables in which a rule and `recordsReading` look records up, before there are records. To make one for all
 * records of a workspace takes up to a second.
 */
export function prepareReach({ links }: Reach, records: Pick<FollowedRecords, 'prepare'>): void {
  for (const { tag, field, target } of links) {
    records.prepare(tag, field)
    const idField = fieldOf(target, target.identityField)
    if (idField) records.prepare(target, idField)
  }
}

/** The records from which a link leads to a record. */
function recordsBefore<Tagged extends TaggedRecord>(
  record: Tagged,
  { tag, field, target, isReverse }: ReachLink,
  records: FollowedRecords<Tagged>,
): readonly Tagged[] {
  const idField = fieldOf(target, target.identityField)
  if (!idField || record.tag.nameOfRecords.path !== (isReverse ? tag : target).nameOfRecords.path) return []
  const at = isReverse ? ([target, field, idField] as const) : ([tag, idField, field] as const)
  const [other, own, wanted] = at
  return [...idsIn(record, own)].flatMap(id => records.holding(other, wanted, id))
}
