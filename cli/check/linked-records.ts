import { groupBy } from '../../shared/basics/group.ts'
import { declaredRules, type RulesInForce } from '../../shared/check/declared/declared-rules.ts'
import type { FollowedColumns } from '../../shared/check/declared/followed-columns.ts'
import { acrossEvaluator } from '../../shared/check/declared/rule-evaluation.ts'
import { type FieldDefinition, fieldOf, type Registry, type Tag, tagOfPath } from '../../shared/domains/registry.ts'
import { Circles, idsOfValue } from '../../shared/expression/run/circles.ts'
import type { ReachableRecords, RecordValues, Timestamp } from '../../shared/expression/run/values.ts'
import type { FollowedRows } from '../../shared/scan/followed-rows.ts'
import type { NameHash, NameHasher } from '../../shared/scan/names.ts'
import { IdGroups } from './id-groups.ts'
import { inOrderOfText, type LinkedRecord, LinkedTable } from './linked-table.ts'

/**
 * The records of all parts that rules can reach, as rows of tables. Hashes of ids become numbers of ids once, so that a
 * reference leads to its record without a search.
 */
export class LinkedRecords implements ReachableRecords {
  private readonly tables = new Map<Tag, LinkedTable>()
  /** By the path in the names of the records: the tables of a tag and of those that extend it. Most have one. */
  private readonly sameNames = new Map<string, LinkedTable[]>()
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
    private readonly registry: Registry,
    private readonly hasher: NameHasher,
  ) {
    for (const [path, rows] of groupBy(all, ({ path }) => path)) {
      const tag = tagOfPath(registry, path)
      const own = tag && columns.get(tag)
      if (!own) continue
      let above = 0
      for (const one of rows) {
        this.firstRows.set(one, above)
        above += one.length
      }
      const same = this.sameNames.get(tag.nameOfRecords.path) ?? []
      const first = same.reduce((sum, { length }) => sum + length, 0)
      const table = new LinkedTable(tag, own, rows, this, first)
      this.tables.set(tag, table)
      this.sameNames.set(tag.nameOfRecords.path, [...same, table])
    }
    const targets = new Set(
      [...this.tables.keys()].flatMap(tag => columns.get(tag)!.map(({ field }) => field.target?.path)),
    )
    const isReferredTo = ({ tag }: LinkedTable): boolean => targets.has(tag.nameOfRecords.path)
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
    const tag = tagOfPath(this.registry, rows.path)
    const table = tag && this.tables.get(tag)
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
    return this.recordOfId(tag.nameOfRecords.path, this.numberOf(tag, id))
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
    const [table, ...others] = this.tablesOfName(tag.nameOfRecords.path)
    if (!table) return []
    return others.length === 0 ? table.referringTo(name, id) : inOrderOfText([table, ...others], name, id)
  }

  /** The tables of the records with the same path in their names. */
  tablesOfName(path: string): readonly LinkedTable[] {
    return this.sameNames.get(path) ?? []
  }

  /** The only record with an id, of those with a path in their names. */
  recordOfId(path: string, id: number): LinkedRecord | undefined {
    const row = this.ids.rowOf(id)
    const tables = this.tablesOfName(path)
    return row < 0 ? undefined : tables.find(({ firstRow, length }) => row < firstRow + length)?.recordOfName(row)
  }

  /** The number of an id; 0 if no record has it. */
  numberOf(tag: Tag, id: string): number {
    return this.ids.numberOf(this.hashOf(tag.nameOfRecords.path, id))
  }

  hashOf(path: string, id: string): NameHash {
    return this.hasher.of({ path, id })
  }
}
