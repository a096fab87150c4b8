import { compareText } from '../../basics/text.ts'
import { itemsOf, signOfLists } from '../../domains/list-items.ts'
import { type FieldDefinition, fieldOf, type Registry, sameFieldOf, type Tag } from '../../domains/registry.ts'
import type { OwnCondition } from '../../expression/expression.ts'
import { Circles, idsOfValue } from '../../expression/run/circles.ts'
import { ParsedRecord } from '../../expression/run/parsed-record.ts'
import { isTimestamp, type ReachableRecords, type RecordValues, type Value } from '../../expression/run/values.ts'
import type { RecordNode } from '../../syntax/nodes.ts'
import { allRules, type DeclaredRule, declaredRules, perRules, type RulesInForce } from './declared-rules.ts'
import { type ByTag, TagGroups } from './tag-groups.ts'

/** The fields of each tag that rules about several records read, with the field of the id. */
export type FollowedFields = ByTag<readonly FieldDefinition[]>

/**
 * The fields that rules about several records read, of all tags: those of the records that the rules are about, and of
 * those that they reach. Most tags have none.
 */
export const followedFields = perRules(
  context => new TagGroups(context.registry, tags => fieldsFollowed(rulesAcross(tags, context), context.registry)),
)

function fieldsFollowed(rules: readonly DeclaredRule[], registry: Registry): Map<Tag, readonly FieldDefinition[]> {
  const followed = new Map<Tag, Set<FieldDefinition>>()
  const add = (tag: Tag, fields: Iterable<FieldDefinition>): void => {
    const id = fieldOf(tag, tag.identityField)
    const all = followed.get(tag) ?? new Set(id ? [id] : [])
    for (const field of fields) all.add(field)
    followed.set(tag, all)
  }
  for (const { tag, needs } of rules) {
    add(tag, needs.own)
    for (const [path, fields] of needs.others) {
      for (const other of registry.tagsOfName(path))
        add(
          other,
          [...fields].flatMap(field => sameFieldOf(other, field) ?? []),
        )
    }
  }
  return new Map([...followed].map(([tag, fields]) => [tag, [...fields]]))
}

/** The rules about several records of some tags, in all files. */
export const rulesAcross = (tags: readonly Tag[], context: RulesInForce): DeclaredRule[] =>
  allRules(context).flatMap(rules => tags.flatMap(tag => declaredRules(tag, rules).across))

/**
 * The conditions without which a record of a tag breaks no rule about several records, and no such rule needs it; they
 * read only the record itself. Undefined if it may be needed in any case.
 */
export function conditionsToFollow(tag: Tag, context: RulesInForce): readonly OwnCondition[] | undefined {
  if (reachedTags(context).has(tag)) return undefined
  const conditions = declaredRules(tag, context).across.map(rule => rule.ownStart)
  return conditions.every(condition => condition !== undefined) ? conditions : undefined
}

/** The tags whose records rules reach from other records. */
const reachedTags = perRules(
  context =>
    new TagGroups(context.registry, tags => {
      const paths = new Set(rulesAcross(tags, context).flatMap(({ needs }) => [...needs.others.keys()]))
      return new Map(tags.filter(tag => paths.has(tag.nameOfRecords.path)).map(tag => [tag, true]))
    }),
)

/**
 * The followed values of a record, in the order of the fields of its tag: undefined for a field that it does not have,
 * null for a value that is not allowed. Threads can send them to each other.
 */
export type FollowedValues = readonly (Value | null | undefined)[]

/** The followed values of a record, from all its values. */
export const followedValues = (fields: readonly FieldDefinition[], record: RecordValues): FollowedValues =>
  fields.map(field => record.get(field) ?? (record.isWritten(field) ? null : undefined))

/** The followed values of a record of a file; undefined if nothing of its tag is followed. */
export function followedValuesIn(record: RecordNode, tag: Tag, context: RulesInForce): FollowedValues | undefined {
  const fields = followedFields(context).get(tag)
  return fields && followedValues(fields, new ParsedRecord(record))
}

/** The followed values of a record, without its text. */
export class FollowedRecord implements RecordValues {
  /** Its index among the records of its tag, which `RecordsOfTag` sets. */
  place = -1
  private known: string | undefined

  /**
   * @param fields the names of the fields that the values are of
   * @param all the values of this record, or of several records, one after the other
   * @param first where the values of this record start among them
   */
  constructor(
    readonly fields: readonly string[],
    private readonly all: FollowedValues,
    private readonly first = 0,
  ) {}

  get values(): FollowedValues {
    const { fields, all, first } = this
    return all.length === fields.length ? all : all.slice(first, first + fields.length)
  }

  /** All that rules can know of it: a text that is the same for records with the same values. */
  get text(): string {
    this.known ??= JSON.stringify(
      this.values.map(value => (value === undefined ? [] : [typeof value === 'bigint' ? String(value) : value])),
    )
    return this.known
  }

  /** The names of the fields with other values in another record; undefined if other fields of it are followed. */
  changedFields(other: FollowedRecord): Set<string> | undefined {
    const { fields } = this
    if (fields !== other.fields && fields.join(' ') !== other.fields.join(' ')) return undefined
    return new Set(fields.filter((_, index) => !isSameValue(this.at(index), other.at(index))))
  }

  get({ name }: FieldDefinition): Value | undefined {
    return this.at(this.fields.indexOf(name)) ?? undefined
  }

  isWritten({ name }: FieldDefinition): boolean {
    return this.at(this.fields.indexOf(name)) !== undefined
  }

  /** The value of a field; undefined for an index of -1. */
  private at(index: number): FollowedValues[number] {
    return index < 0 ? undefined : this.all[this.first + index]
  }
}

const isSameValue = (one: FollowedValues[number], other: FollowedValues[number]): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other))

/** Makes a record from all its values. These fields are followed. */
export const followedRecord = (fields: readonly FieldDefinition[], record: RecordValues): FollowedRecord =>
  new FollowedRecord(
    fields.map(({ name }) => name),
    followedValues(fields, record),
  )

/** All fields of a tag and others that expressions read, each once. */
export const fieldsToFollow = (tag: Tag, read: ReadonlySet<FieldDefinition>): FieldDefinition[] => [
  ...new Set([...tag.fields.values(), tag.rid, ...[...read].flatMap(field => sameFieldOf(tag, field) ?? [])]),
]

/** The records that rules can reach from other records, by the path in their names, id and reference. */
export class FollowedRecords<Followed extends FollowedRecord = FollowedRecord> implements ReachableRecords {
  private readonly byTag = new Map<string, RecordsOfTag<Followed>>()

  /** @param path the path in the name of the record */
  add(path: string, record: Followed): void {
    this.of(path).add(record)
  }

  /** @param record one that was added */
  remove(path: string, record: Followed): void {
    this.of(path).remove(record)
  }

  find(tag: Tag, id: string): Followed | undefined {
    const found = this.named(tag, id)
    return found.length === 1 ? found[0] : undefined
  }

  /** Whether there are records of a tag with an id. */
  has(tag: Tag, id: string): boolean {
    return this.named(tag, id).length > 0
  }

  private named(tag: Tag, id: string): readonly Followed[] {
    const field = fieldOf(tag, tag.identityField)
    return field ? this.holding(tag, field, id) : []
  }

  referrers(tag: Tag, name: string, id: string): readonly Followed[] {
    const field = fieldOf(tag, name)
    return field ? this.holding(tag, field, id) : []
  }

  /** The records of a tag that have an id in a field, in an order that depends only on their values. */
  holding(tag: Tag, field: FieldDefinition, id: string): readonly Followed[] {
    return this.byTag.get(tag.nameOfRecords.path)?.holding(field, id) ?? []
  }

  isInCircle(tag: Tag, field: FieldDefinition, id: string): boolean | undefined {
    if (!this.find(tag, id)) return undefined
    return this.of(tag.nameOfRecords.path)
      .circlesOf(tag, field, other => idsOfValue(this.find(tag, other)?.get(field)))
      .has(id)
  }

  /** Whether there were records of a tag, or tables for it were made. */
  hasTag({ nameOfRecords }: Tag): boolean {
    return this.byTag.has(nameOfRecords.path)
  }

  /** Makes the table of the ids in a field of a tag's records now, and so not for all records at once later. */
  prepare({ nameOfRecords }: Tag, field: FieldDefinition): void {
    this.of(nameOfRecords.path).prepare(field)
  }

  private of(path: string): RecordsOfTag<Followed> {
    const records = this.byTag.get(path) ?? new RecordsOfTag()
    this.byTag.set(path, records)
    return records
  }
}

/** A record, or several of them; `sorted` has them in the order of their values when that is known. */
type RecordsOfId<Followed> = Followed | { readonly all: Set<Followed>; sorted: readonly Followed[] | undefined }

interface TableById<Followed> {
  readonly field: FieldDefinition
  readonly byId: Map<string, RecordsOfId<Followed>>
}

/** The records of one tag. Tables of ids and references are made when they are needed first, and kept up to date. */
class RecordsOfTag<Followed extends FollowedRecord> {
  /** In no order. A set of them would take several times as long, and much memory. */
  private readonly all: Followed[] = []
  private readonly tables: TableById<Followed>[] = []
  private readonly circles = new Map<string, { readonly circles: Circles; readonly idField: FieldDefinition }>()

  /** The circles of the references in a field. They are found when they are needed first, and kept up to date. */
  circlesOf(tag: Tag, field: FieldDefinition, referred: (id: string) => readonly string[]): Circles {
    const known = this.circles.get(field.name)
    if (known) return known.circles
    const circles = new Circles(referred)
    this.circles.set(field.name, { circles, idField: fieldOf(tag, tag.identityField)! })
    return circles
  }

  private changeCircles(record: Followed): void {
    for (const { circles, idField } of this.circles.values())
      for (const id of idsIn(record, idField)) circles.change(id)
  }

  add(record: Followed): void {
    this.changeCircles(record)
    record.place = this.all.push(record) - 1
    for (const table of this.tables) addTo(table, record)
  }

  remove(record: Followed): void {
    this.changeCircles(record)
    const last = this.all.pop()
    if (last && last !== record) {
      this.all[record.place] = last
      last.place = record.place
    }
    for (const table of this.tables) removeFrom(table, record)
  }

  /** The records that have an id in a field. */
  holding(field: FieldDefinition, id: string): readonly Followed[] {
    const entry = this.tableOf(field).byId.get(id)
    if (!entry) return []
    if (entry instanceof FollowedRecord) return [entry]
    entry.sorted ??= [...entry.all].sort(byText)
    return entry.sorted
  }

  prepare(field: FieldDefinition): void {
    this.tableOf(field)
  }

  private tableOf(field: FieldDefinition): TableById<Followed> {
    for (const table of this.tables) if (table.field.name === field.name) return table
    const table: TableById<Followed> = { field, byId: new Map() }
    this.tables.push(table)
    for (const record of this.all) addTo(table, record)
    return table
  }
}

function addTo<Followed extends FollowedRecord>({ field, byId }: TableById<Followed>, record: Followed): void {
  for (const id of idsIn(record, field)) {
    const entry = byId.get(id)
    if (!entry) byId.set(id, record)
    else if (entry instanceof FollowedRecord) byId.set(id, { all: new Set([entry, record]), sorted: undefined })
    else {
      entry.all.add(record)
      entry.sorted = undefined
    }
  }
}

function removeFrom<Followed extends FollowedRecord>({ field, byId }: TableById<Followed>, record: Followed): void {
  for (const id of idsIn(record, field)) {
    const entry = byId.get(id)
    if (!entry || entry instanceof FollowedRecord || entry.all.size === 1) byId.delete(id)
    else {
      entry.all.delete(record)
      entry.sorted = undefined
    }
  }
}

const byText = (one: FollowedRecord, other: FollowedRecord): number => compareText(one.text, other.text)

/** The ids in a field, each once. A field for one reference can have several. */
export function idsIn(record: RecordValues, field: FieldDefinition): readonly string[] {
  const value = record.get(field)
  if (typeof value === 'string') return field.target ? (severalIds(value) ?? [value]) : [value]
  return Array.isArray(value) ? [...new Set(value as string[])] : []
}

/** The ids in the text of a field for one reference, each once; undefined if it is the text of one id. */
export const severalIds = (text: string): readonly string[] | undefined =>
  signOfLists.test(text) ? [...new Set(itemsOf(text))] : undefined

/** Whether a value from outside can be that of a field, so that expressions get the types that they expect. */
export function isValueOf({ list, target, type }: FieldDefinition, value: Value): boolean {
  if (list) return Array.isArray(value)
  if (target) return typeof value === 'string'
  switch (type) {
    case 'int':
    case 'float':
      return typeof value === 'number' || typeof value === 'bigint'
    case 'bool':
      return typeof value === 'boolean'
    case 'ts':
      return isTimestamp(value)
    case 'string':
      return typeof value === 'string'
  }
}
