import { declaredRules, type RulesInForce } from '../../shared/check/declared/declared-rules.ts'
import type { FollowedColumns } from '../../shared/check/declared/followed-columns.ts'
import { acrossEvaluator } from '../../shared/check/declared/rule-evaluation.ts'
import { type FieldDefinition, fieldOf, type Registry, type Tag } from '../../shared/domains/registry.ts'
import { Circles, idsOfValue } from '../../shared/expression/run/circles.ts'
import type { ReachableRecords, RecordValues, Timestamp } from '../../shared/expression/run/values.ts'
import type { FollowedRows } from '../../shared/scan/followed-rows.ts'
import type { NameHash, NameHasher } from '../../shared/scan/names.ts'
import { IdGroups } from './id-groups.ts'
import { type LinkedRecord, LinkedTable } from './linked-table.ts'

/**
 * The records of all parts that rules can reach, as rows of tables. Hashes of ids become numbers of ids once, so that a
 * reference leads to its record without a search.
 */
export class LinkedRecords implements ReachableRecords {
  private readonly tables = new Map<Tag, LinkedTable>()
  private readonly byPath = new Map<string, LinkedTable>()
  /** In its table, the first row of each part. */
  private readonly firstRows = new Map<FollowedRows, number>()
  readonly ids: IdGroups
  private readonly circles = new Map<FieldDefinition, Circles>()

  /**
   * @param all the rows of all parts
   * @param columns those of the rows
   */
  constructor(
    all: readonly FollowedRows[],
    columns: FollowedColumns,
    registry: Registry,
    private readonly hasher: NameHasher,
  ) {
    const paths = new Set(all.map(({ path }) => path))
    for (const tag of registry.tags.values()) {
      const { path } = tag.fullName
      const own = paths.has(path) && columns.get(tag)
      if (!own) continue
      const rows = all.filter(one => one.path === path)
      let above = 0
      for (const one of rows) {
        this.firstRows.set(one, above)
        above += one.length
      }
      const table = new LinkedTable(tag, own, rows, this)
      this.tables.set(tag, table)
      this.byPath.set(path, table)
    }
    const targets = new Set(
      [...this.tables.keys()].flatMap(tag => columns.get(tag)!.map(({ field }) => field.target?.path)),
    )
    const isReferredTo = ({ tag }: LinkedTable): boolean => targets.has(tag.fullName.path)
    const tables = [...this.tables.values()]
    this.ids = new IdGroups(tables.filter(isReferredTo).reduce((sum, table) => sum + table.idCount, 0))
    for (const table of tables) table.addIds(isReferredTo(table))
    for (const table of tables) table.link()
  }

  /**
   * The records of some rows that break a rule about several records, with the index of their row.
   *
   * @param now what `now` means in the rules
   */
  *breaking(rows: FollowedRows, rules: RulesInForce, now: Timestamp): Generator<{ row: number; record: LinkedRecord }> {
    const table = this.byPath.get(rows.path)
    if (!table || declaredRules(table.tag, rules).across.length === 0) return
    const above = this.firstRows.get(rows)!
    const subject = table.record(above)
    const isBroken = acrossEvaluator(rules, this, now)
    for (let row = 0; row < rows.length; row++) {
      subject.row = above + row
      if (isBroken(subject, table.tag)) yield { row, record: table.record(subject.row) }
    }
  }

  find(tag: Tag, id: string): RecordValues | undefined {
    const table = this.tables.get(tag)
    return table?.recordOfId(this.numberOf(tag, id))
  }

  referrers(tag: Tag, field: string, id: string): readonly RecordValues[] {
    const target = fieldOf(tag, field)?.target
    return target ? this.referringTo(tag, field, this.ids.numberOf(this.hashOf(target.path, id))) : []
  }

  isInCircle(tag: Tag, field: FieldDefinition, id: string): boolean | undefined {
    if (!this.find(tag, id)) return undefined
    const circles = this.circles.get(field) ?? new Circles(other => idsOfValue(this.find(tag, other)?.get(field)))
    this.circles.set(field, circles)
    return circles.has(id)
  }

  /** The records of a tag whose field refers to the id with a number. */
  referringTo(tag: Tag, name: string, id: number): readonly RecordValues[] {
    return this.tables.get(tag)?.referringTo(name, id) ?? []
  }

  /** The table of the records that a field refers to. */
  targetOf({ target }: FieldDefinition): LinkedTable | undefined {
    return target && this.byPath.get(target.path)
  }

  /** The number of an id; 0 if no record has it. */
  numberOf(tag: Tag, id: string): number {
    return this.ids.numberOf(this.hashOf(tag.fullName.path, id))
  }

  hashOf(path: string, id: string): NameHash {
    return this.hasher.of({ path, id })
  }
}
