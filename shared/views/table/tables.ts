import type { CheckedFile } from '../../check/check.ts'
import { type FieldDefinition, fieldOf, isKindOf, type Tag } from '../../domains/registry.ts'
import type { ColumnKind } from '../../protocol/table/table.ts'
import { type Entry, isHeader, type RecordNode, tagName, tagWord, valueText } from '../../syntax/nodes.ts'

/** The records of one tag in a file, as rows and columns. */
export interface Table {
  /** The key of the table: the path of a defined tag, or `@` and the word of an unknown one. */
  readonly key: string
  /** The tag as a record writes it, without its `@`. */
  readonly name: string
  readonly tag: Tag | undefined
  readonly columns: readonly Column[]
  /** Its records, as indexes of the file's entries, in the file's order. */
  readonly records: readonly number[]
}

/** A field of a table's records. */
export interface Column {
  readonly name: string
  /** What the tag says of the field; undefined where it does not define it. */
  readonly field: FieldDefinition | undefined
}

/** The most columns: no sensible record has more, and a view could not draw them. */
const mostTableColumns = 500

/**
 * The records of a file as tables, one a tag: those of defined tags in the order in which they first appear, then the
 * others, then the headers. Every field of every record has a column: first what identifies the record, then the
 * required fields, then the others as the tag defines them, then those that it does not define.
 */
export function tablesOf({ tree, entries }: CheckedFile): Table[] {
  const groups = new Map<string, TableDraft>()
  let latest: TableDraft | undefined
  for (let entry = 0; entry < entries.length; entry++) {
    const record = tree.entries[entry]!
    if (record.kind !== 'record') continue
    const { tag, findings } = entries[entry]!
    // Neighbors usually have the same tag, so most records need no lookup.
    if (!tag || latest?.tag !== tag) latest = groupOf(groups, record, tag)
    latest.records.push(entry)
    if (tag) {
      // A record with a field that its tag does not define has a finding.
      if (findings.length > 0) for (const { name } of record.fields) if (!fieldOf(tag, name)) latest.others.add(name)
      if (!tag.fields.has('rid') && hasRid(record)) latest.others.add('rid')
    } else {
      for (const field of record.fields) latest.others.add(field.name)
    }
  }
  const tables = [...groups.values()].map(
    ({ others, ...table }): Table => ({ ...table, columns: columnsOfTag(table.tag, others) }),
  )
  return tables.sort((one, other) => rank(one) - rank(other))
}

/** A table of a tag without records. */
export const tableOfTag = (tag: Tag): Table => ({
  key: tag.nameOfRecords.path,
  name: tag.name,
  tag,
  columns: columnsOfTag(tag, new Set()),
  records: [],
})

/** What a column's values are. */
export function columnKind({ field }: Column): ColumnKind {
  if (field?.target) return 'reference'
  return field?.enum ? 'enum' : (field?.type ?? 'string')
}

/** The values of a record, one for each column; null if it has no such field, or no value in it. */
export function cellsOf(record: RecordNode, columns: ReadonlyMap<string, number>): (string | null)[] {
  const cells = new Array<string | null>(columns.size).fill(null)
  const isFilled = new Set<number>()
  for (const field of record.fields) {
    const column = columns.get(field.name)
    // If a field is repeated, the first one counts.
    if (column === undefined || isFilled.has(column)) continue
    isFilled.add(column)
    if (field.value) cells[column] = valueText(record, field.value)
  }
  return cells
}

/** The indexes of the columns by their names. */
export const columnPlaces = (columns: readonly Column[]): ReadonlyMap<string, number> =>
  new Map(columns.map(({ name }, index) => [name, index]))

/** Whether a record has a value in a column. */
export function isFilled(record: Entry | undefined, column: string): boolean {
  return (
    record?.kind === 'record' && (cellsOf(record, columnPlaces([{ name: column, field: undefined }]))[0] ?? '') !== ''
  )
}

/** Columns of a table by their names, in the order of the names. Names that it does not have are left out. */
export const columnsNamed = ({ columns }: Table, names: readonly string[]): Column[] =>
  names.flatMap(name => columns.find(column => column.name === name) ?? [])

interface TableDraft extends Omit<Table, 'columns' | 'tag'> {
  tag: Tag | undefined
  readonly records: number[]
  /** The names of fields that the tag does not define, in the order in which they first appear. */
  readonly others: Set<string>
}

function groupOf(groups: Map<string, TableDraft>, record: RecordNode, tag: Tag | undefined): TableDraft {
  const name = tag?.name ?? (isHeader(record) ? 'DOC' : (tagName(record) ?? tagWord(record)))
  const key = tag?.nameOfRecords.path ?? `@${name}`
  const group = groups.get(key) ?? { key, name, tag, records: [], others: new Set() }
  if (tag && group.tag && tag !== group.tag) joinTags(group, group.tag, tag)
  groups.set(key, group)
  return group
}

/** Where records of a tag and of its extension are in one table, it has the columns of the extension first. */
function joinTags(group: TableDraft, known: Tag, tag: Tag): void {
  const [main, other] = isKindOf(tag, known) ? [tag, known] : [known, tag]
  group.tag = main
  for (const name of other.fields.keys()) group.others.add(name)
}

/** The raw text of most records shows that they have none, so their fields are not parsed. */
const hasRid = (record: RecordNode): boolean =>
  record.text.includes('rid') && record.fields.some(({ name }) => name === 'rid')

function columnsOfTag(tag: Tag | undefined, others: ReadonlySet<string>): Column[] {
  const columns = tag ? definedColumns(tag) : []
  const names = new Set(columns.map(({ name }) => name))
  const more = [...others]
    .filter(name => !names.has(name))
    .map((name): Column => ({ name, field: tag && fieldOf(tag, name) }))
  return [...columns, ...more.filter(({ field }) => field), ...more.filter(({ field }) => !field)].slice(
    0,
    mostTableColumns,
  )
}

function definedColumns(tag: Tag): Column[] {
  const ownName = tag.identityField
  const own = fieldOf(tag, ownName)
  const rest = [...tag.fields.values()].filter(({ name }) => name !== ownName)
  const fields = [
    ...(own ? [own] : []),
    ...rest.filter(({ required }) => required),
    ...rest.filter(({ required, usual }) => !required && usual),
    ...rest.filter(({ required, usual }) => !required && !usual),
  ]
  return fields.map(field => ({ name: field.name, field }))
}

function rank({ tag, name }: Table): number {
  if (tag) return 0
  return name === 'DOC' ? 2 : 1
}
