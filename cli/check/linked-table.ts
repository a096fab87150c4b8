import { compareText } from '../../shared/basics/text.ts'
import type { FollowedColumn } from '../../shared/check/declared/followed-columns.ts'
import { type FieldDefinition, sameFieldOf, type Tag } from '../../shared/domains/registry.ts'
import type { ReachableRecords, RecordLinks, RecordValues, Value } from '../../shared/expression/run/values.ts'
import {
  type FollowedRows,
  State,
  type TextColumns,
  textColumns,
  valueOfNumber,
} from '../../shared/scan/followed-rows.ts'
import type { NameHash } from '../../shared/scan/names.ts'
import type { IdGroups } from './id-groups.ts'
import { ReferenceCircles, type RowsOfIds, rowsOfIds } from './row-references.ts'

/** What a table needs to know of the records of all tags. */
interface RecordsOfAllTags extends Pick<ReachableRecords, 'find'> {
  readonly ids: IdGroups
  referringTo(tag: Tag, field: string, id: number): readonly RecordValues[]
  tablesOfName(path: string): readonly LinkedTable[]
  recordOfId(path: string, id: number): LinkedRecord | undefined
  numberOf(tag: Tag, id: string): number
  hashOf(path: string, id: string): NameHash
}

/** The records of one tag, a row each. */
export class LinkedTable {
  readonly length: number
  private readonly width: number
  private readonly numbers: Float64Array
  private readonly integers: Int32Array
  private readonly states: Uint8Array
  private readonly texts: (Value | undefined)[]
  /** The same as in `FollowedRows`, of all parts. When they are linked, the third number is that of the id. */
  private readonly listedIds: Int32Array
  /** The whole numbers that a number does not hold exactly, by their slots. */
  private readonly large = new Map<number, bigint>()
  /** The column of each field, also of a field of another tag whose records have the same names; -1 without one. */
  private readonly columnOf: Map<FieldDefinition, number>
  private readonly textColumns: TextColumns
  private readonly idColumn: number
  /** By the names of fields. */
  private readonly referring = new Map<string, RowsOfIds>()
  /** By column. */
  private readonly circles = new Map<number, ReferenceCircles>()

  constructor(
    readonly tag: Tag,
    private readonly columns: readonly FollowedColumn[],
    parts: readonly FollowedRows[],
    private readonly records: RecordsOfAllTags,
    /** How many records with the same path in their names are in tables before this one. */
    readonly firstRow = 0,
  ) {
    this.width = columns.length
    this.length = parts.reduce((sum, { length }) => sum + length, 0)
    this.numbers = new Float64Array(this.length * this.width)
    this.states = new Uint8Array(this.length * this.width)
    this.integers = new Int32Array(this.numbers.buffer)
    let at = 0
    for (const { numbers, states } of parts) {
      this.numbers.set(numbers, at)
      this.states.set(states, at)
      at += states.length
    }
    this.texts = parts.flatMap(({ texts }) => texts)
    this.listedIds = joinedIds(parts)
    let above = 0
    for (const { large, length } of parts) {
      for (const [row, column, value] of large) this.large.set((above + row) * this.width + column, value)
      above += length
    }
    this.columnOf = new Map(columns.map(({ field }, index) => [field, index]))
    this.textColumns = textColumns(columns)
    this.idColumn = columns.findIndex(({ field }) => field.name === tag.identityField)
  }

  /** How many ids these records have at most. */
  get idCount(): number {
    const { idColumn } = this
    if (idColumn < 0) return 0
    let count = this.length
    if (this.columns[idColumn]!.field.list)
      for (let row = 0; row < this.length; row++) count += this.textsAt(row, idColumn).length
    return count
  }

  /**
   * Adds the ids of these records, and replaces their hashes by the numbers of the ids.
   *
   * @param areReferredTo whether a column of any table refers to these records. If not, their ids lead nowhere, and get
   *   the number 0
   */
  addIds(areReferredTo: boolean): void {
    const { idColumn, integers, records } = this
    if (idColumn < 0) return
    const isLink = this.columns[idColumn]!.kind === 'link'
    for (let row = 0; row < this.length; row++) {
      const slot = row * this.width + idColumn
      if (isLink && this.states[slot] === State.There)
        integers[slot * 2] = areReferredTo
          ? records.ids.add(integers[slot * 2]!, integers[slot * 2 + 1]!, this.firstRow + row)
          : 0
      else
        for (const id of isLink || !areReferredTo ? [] : new Set(this.textsAt(row, idColumn))) {
          const { low, high } = records.hashOf(this.tag.nameOfRecords.path, id)
          records.ids.add(low, high, this.firstRow + row)
        }
    }
  }

  /** Replaces the hashes of references by the numbers of the ids, when the ids of all records are added. */
  link(): void {
    const { columns, idColumn, integers, listedIds, records, states, width } = this
    for (let at = 0; at < listedIds.length; at += 4)
      listedIds[at + 2] = records.ids.find(listedIds[at + 2]!, listedIds[at + 3]!)
    columns.forEach(({ kind }, column) => {
      if (kind !== 'link' || column === idColumn) return
      for (let slot = column; slot < states.length; slot += width)
        if (states[slot] === State.There)
          integers[slot * 2] = records.ids.find(integers[slot * 2]!, integers[slot * 2 + 1]!)
    })
  }

  /** A record. Its `row` can be changed to make it another one. */
  record(row: number): LinkedRecord {
    return new LinkedRecord(this, row)
  }

  /** A record, by its row among all records with the same path in their names. */
  recordOfName(row: number): LinkedRecord {
    return this.record(row - this.firstRow)
  }

  private columnFor(field: FieldDefinition): number | undefined {
    let column = this.columnOf.get(field)
    if (column === undefined) {
      const same = sameFieldOf(this.tag, field)
      column = (same && this.columnOf.get(same)) ?? -1
      this.columnOf.set(field, column)
    }
    return column < 0 ? undefined : column
  }

  isWritten(row: number, field: FieldDefinition): boolean {
    const column = this.columnFor(field)
    return column !== undefined && this.states[row * this.width + column] !== State.Absent
  }

  get(row: number, field: FieldDefinition): Value | undefined {
    const column = this.columnFor(field)
    return column === undefined ? undefined : this.valueAt(row, column)
  }

  private valueAt(row: number, column: number): Value | undefined {
    const slot = row * this.width + column
    const state = this.states[slot]!
    if (state === State.Large) return this.large.get(slot)
    if (state === State.Absent || state === State.NotAllowed) return undefined
    const own = this.columns[column]!
    return own.hasText
      ? this.texts[row * this.textColumns.width + this.textColumns.indexes[column]!]
      : valueOfNumber(own, this.numbers[slot]!, state)
  }

  target(row: number, field: FieldDefinition): RecordValues | undefined {
    const { records } = this
    const column = this.columnFor(field)
    const target = column === undefined ? undefined : this.columns[column]!.field.target
    const [table] = target ? records.tablesOfName(target.path) : []
    if (column === undefined || !target || !table) return undefined
    if (this.columns[column]!.kind === 'link') return records.recordOfId(target.path, this.idAt(row, column))
    const id = this.valueAt(row, column)
    return typeof id === 'string' ? records.find(table.tag, id) : undefined
  }

  referrers(row: number, tag: Tag, field: string): readonly RecordValues[] | undefined {
    const { idColumn, states, width } = this
    if (idColumn < 0 || states[row * width + idColumn] !== State.There) return undefined
    if (this.columns[idColumn]!.field.list) return undefined
    return this.records.referringTo(tag, field, this.ownId(row))
  }

  /** The records whose field refers to an id. */
  referringTo(name: string, id: number): readonly LinkedRecord[] {
    if (id === 0) return []
    const { starts, rows } = this.rowsReferring(name)
    const found: LinkedRecord[] = []
    // Most lists are short: a loop is several times faster than a copy of the array.
    for (let at = starts[id]!; at < starts[id + 1]!; at++) found.push(this.record(rows[at]!))
    return this.isOrdered ? found.sort(byTextOfRecord) : found
  }

  /** As `RecordLinks` has it. */
  isInCircle(row: number, field: FieldDefinition): boolean | undefined {
    const column = this.columnFor(field)
    const own = this.ownId(row)
    if (column === undefined || own === 0 || this.columns[column]!.kind !== 'link') return undefined
    // A circle may lead through other tables.
    if (this.records.tablesOfName(this.tag.nameOfRecords.path).length > 1) return undefined
    if (this.states[row * this.width + column] !== State.There || this.records.ids.rowOf(own) !== row) return undefined
    const circles =
      this.circles.get(column) ?? new ReferenceCircles(this.length, from => this.rowReferredTo(from, column))
    this.circles.set(column, circles)
    return circles.has(row)
  }

  /** The row of the only record that a column refers to; -1 without one. */
  private rowReferredTo(row: number, column: number): number {
    const id = this.idAt(row, column)
    return id === 0 ? -1 : this.records.ids.rowOf(id)
  }

  /** A text that is the same for records with the same values. */
  textAt(row: number): string {
    return JSON.stringify(
      this.columns.map(({ field }, column) => {
        const value = this.valueAt(row, column)
        if (value !== undefined) return [typeof value === 'bigint' ? String(value) : value]
        return this.isWritten(row, field) ? [null] : []
      }),
    )
  }

  private idAt(row: number, column: number): number {
    const slot = row * this.width + column
    return this.states[slot] === State.There ? this.integers[slot * 2]! : 0
  }

  /** The number of the id of a record; 0 if it has none. */
  private ownId(row: number): number {
    const { idColumn } = this
    if (idColumn < 0) return 0
    if (this.columns[idColumn]!.kind === 'link') return this.idAt(row, idColumn)
    const id = this.valueAt(row, idColumn)
    return typeof id === 'string' ? this.records.numberOf(this.tag, id) : 0
  }

  private textsAt(row: number, column: number): readonly string[] {
    const value = this.valueAt(row, column)
    if (typeof value === 'string') return [value]
    return Array.isArray(value) ? (value as string[]) : []
  }

  /** Whether the order of records that refer to another one matters. It depends on their values alone. */
  get isOrdered(): boolean {
    return this.columns.every(({ kind, hasText }) => kind !== 'link' || hasText)
  }

  private rowsReferring(name: string): RowsOfIds {
    const known = this.referring.get(name)
    if (known) return known
    const column = this.columns.findIndex(({ field }) => field.name === name)
    const listed = this.listedIds
    const isLink = this.columns[column]?.kind === 'link'
    const made = rowsOfIds(this.records.ids.count, take => {
      let next = 0
      for (let row = 0; row < this.length; row++) {
        if (isLink) {
          const id = this.idAt(row, column)
          if (id > 0) take(row, id)
        } else for (const id of this.idsAt(row, column)) if (id > 0) take(row, id)
        for (; listed[next] === row; next += 4)
          if (listed[next + 1] === column && listed[next + 2]! > 0) take(row, listed[next + 2]!)
      }
    })
    this.referring.set(name, made)
    return made
  }

  /** The numbers of the ids that a field of a record refers to, each once; the field is no link. */
  private idsAt(row: number, column: number): Iterable<number> {
    const target = this.columns[column]?.field.target
    return target
      ? [...new Set(this.textsAt(row, column))].map(id =>
          this.records.ids.numberOf(this.records.hashOf(target.path, id)),
        )
      : []
  }
}

/** A record as a row of a table. */
export class LinkedRecord implements RecordValues, RecordLinks {
  constructor(
    private readonly table: LinkedTable,
    public row: number,
  ) {}

  get tag(): Tag {
    return this.table.tag
  }

  get links(): RecordLinks {
    return this
  }

  get(field: FieldDefinition): Value | undefined {
    return this.table.get(this.row, field)
  }

  isWritten(field: FieldDefinition): boolean {
    return this.table.isWritten(this.row, field)
  }

  target(field: FieldDefinition): RecordValues | undefined {
    return this.table.target(this.row, field)
  }

  referrers(tag: Tag, field: string): readonly RecordValues[] | undefined {
    return this.table.referrers(this.row, tag, field)
  }

  isInCircle(field: FieldDefinition): boolean | undefined {
    return this.table.isInCircle(this.row, field)
  }

  get text(): string {
    return this.table.textAt(this.row)
  }
}

/** The listed ids of all parts, with the rows of the table. */
function joinedIds(parts: readonly FollowedRows[]): Int32Array {
  const all = new Int32Array(parts.reduce((sum, { listedIds }) => sum + listedIds.length, 0))
  let above = 0
  let at = 0
  for (const { listedIds, length } of parts) {
    all.set(listedIds, at)
    for (const end = at + listedIds.length; at < end; at += 4) all[at]! += above
    above += length
  }
  return all
}

/** The records of several tables whose field refers to an id, as those of one table are ordered. */
export function inOrderOfText(tables: readonly LinkedTable[], name: string, id: number): readonly LinkedRecord[] {
  const found = tables.flatMap(table => table.referringTo(name, id))
  return tables.every(({ isOrdered }) => isOrdered) ? found.sort(byTextOfRecord) : found
}

const byTextOfRecord = (one: LinkedRecord, other: LinkedRecord): number => compareText(one.text, other.text)
