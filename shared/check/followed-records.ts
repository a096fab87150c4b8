import type { FileContext } from '../domains/domains-in-force.ts'
import { type FieldDefinition, fieldOf, type Registry, type Tag, tagOfPath } from '../domains/registry.ts'
import type { ReachableRecords, RecordValues, Value } from '../expression/values.ts'
import { declaredRules } from './declared-rules.ts'

/** The fields of each tag that rules about several records read, with the field of the id. */
export type FollowedFields = ReadonlyMap<Tag, readonly FieldDefinition[]>

/**
 * The fields that rules about several records read, of all tags: those of the records that the rules are about, and of
 * those that they reach. Most tags have none.
 */
export function followedFields(context: Pick<FileContext, 'registry' | 'ruleSettings'>): FollowedFields {
  const { registry, ruleSettings = usual } = context
  let bySettings = known.get(registry)
  if (!bySettings) {
    bySettings = new WeakMap()
    known.set(registry, bySettings)
  }
  let fields = bySettings.get(ruleSettings)
  if (!fields) {
    fields = findFollowedFields(context)
    bySettings.set(ruleSettings, fields)
  }
  return fields
}

const usual = {}
const known = new WeakMap<Registry, WeakMap<object, FollowedFields>>()

function findFollowedFields(context: Pick<FileContext, 'registry' | 'ruleSettings'>): FollowedFields {
  const { registry } = context
  const followed = new Map<Tag, Set<FieldDefinition>>()
  const add = (tag: Tag, fields: Iterable<FieldDefinition>): void => {
    const id = fieldOf(tag, tag.identityField)
    const all = followed.get(tag) ?? new Set(id ? [id] : [])
    for (const field of fields) all.add(field)
    followed.set(tag, all)
  }
  for (const { tags } of registry.domains.values()) {
    for (const tag of tags.values()) {
      for (const { reads } of declaredRules(tag, context).across) {
        add(tag, reads.own)
        for (const [path, fields] of reads.others) {
          const other = tagOfPath(registry, path)
          if (other) add(other, fields)
        }
      }
    }
  }
  return new Map([...followed].map(([tag, fields]) => [tag, [...fields]]))
}

/**
 * The followed values of a record, in the order of the fields of its tag: undefined for a field that it does not have,
 * null for a value that is not allowed. Threads can send them to each other.
 */
export type FollowedValues = readonly (Value | null | undefined)[]

/** The followed values of a record, from all its values. */
export const followedValues = (fields: readonly FieldDefinition[], record: RecordValues): FollowedValues =>
  fields.map(field => record.get(field) ?? (record.isWritten(field) ? null : undefined))

/** A record of which only the followed values are known. */
export class FollowedRecord implements RecordValues {
  /** @param fields the names of the fields that the values are of */
  constructor(
    private readonly fields: readonly string[],
    private readonly values: FollowedValues,
  ) {}

  get({ name }: FieldDefinition): Value | undefined {
    return this.values[this.fields.indexOf(name)] ?? undefined
  }

  isWritten({ name }: FieldDefinition): boolean {
    return this.values[this.fields.indexOf(name)] !== undefined
  }
}

/** The records that rules can reach from other records, by the path of their tag, id and reference. */
export class FollowedRecords implements ReachableRecords {
  private readonly byTag = new Map<string, RecordsOfTag>()

  /** @param path of the tag of the record */
  add(path: string, record: RecordValues): void {
    this.of(path).change(record, 'add')
  }

  /** @param record one that was added */
  remove(path: string, record: RecordValues): void {
    this.of(path).change(record, 'delete')
  }

  find(tag: Tag, id: string): RecordValues | undefined {
    const field = fieldOf(tag, tag.identityField)
    const found = field && this.byTag.get(tag.fullName.path)?.tableOf(field).get(id)
    if (!Array.isArray(found)) return found
    return found.length === 1 ? found[0] : undefined
  }

  referrers(tag: Tag, name: string, id: string): readonly RecordValues[] {
    const field = fieldOf(tag, name)
    return [(field && this.byTag.get(tag.fullName.path)?.tableOf(field).get(id)) ?? []].flat()
  }

  private of(path: string): RecordsOfTag {
    const records = this.byTag.get(path) ?? new RecordsOfTag()
    this.byTag.set(path, records)
    return records
  }
}

type Table = Map<string, RecordValues | RecordValues[]>

/** The records of one tag. Tables of ids and references are made when they are needed first, and kept up to date. */
class RecordsOfTag {
  private readonly all = new Set<RecordValues>()
  private readonly tables = new Map<string, { readonly field: FieldDefinition; readonly table: Table }>()

  change(record: RecordValues, change: 'add' | 'delete'): void {
    this.all[change](record)
    for (const { field, table } of this.tables.values()) {
      for (const id of idsIn(record, field)) {
        if (change === 'add') addTo(table, id, record)
        else
          table.set(
            id,
            [table.get(id) ?? []].flat().filter(other => other !== record),
          )
      }
    }
  }

  /** The records by the ids in a field. */
  tableOf(field: FieldDefinition): Table {
    const known = this.tables.get(field.name)
    if (known) return known.table
    const table: Table = new Map()
    this.tables.set(field.name, { field, table })
    for (const record of this.all) for (const id of idsIn(record, field)) addTo(table, id, record)
    return table
  }
}

/** The ids in a field, each once. */
function idsIn(record: RecordValues, field: FieldDefinition): Iterable<string> {
  const value = record.get(field)
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? new Set(value as string[]) : []
}

function addTo(table: Table, id: string, record: RecordValues): void {
  const others = table.get(id)
  if (Array.isArray(others)) others.push(record)
  else table.set(id, others ? [others, record] : record)
}
