import { placeName } from '../basics/place-name.ts'
import { type CheckedFile, conflictsOf } from '../check/check.ts'
import { FollowedRecords, followedRecord } from '../check/declared/followed-records.ts'
import { localize } from '../domains/localize.ts'
import { fieldNamed } from '../domains/registry.ts'
import { Frame } from '../expression/run/frame.ts'
import { ParsedRecord } from '../expression/run/parsed-record.ts'
import type { Timestamp } from '../expression/run/values.ts'
import { repeatedFieldsIn, undefinedFieldsIn } from '../scan/odd-fields.ts'
import type { RecordNode } from '../syntax/nodes.ts'
import { type Row, rowOf } from './cells.ts'
import type { FoundPlace, FoundRecord } from './found-record.ts'
import { GroupTable } from './group-table.ts'
import { LeftOut } from './left-out.ts'
import { noRecordNote } from './missing-note.ts'
import { SortedRecords, sortedRows } from './order.ts'
import { columnOfField, type QueryColumn, type QueryPlan, type ResultColumn } from './query-plan.ts'
import { ReadNotes } from './read-notes.ts'

/** A checked file to search, and its name in messages. */
export interface SearchedFile {
  readonly name: string
  readonly file: CheckedFile
}

/** What a query finds. */
export interface SearchResult {
  readonly columns: readonly string[]
  readonly rows: readonly Row[]
  /** How many records fit the condition, whatever the limit. */
  readonly found: number
  /** Sentences about what the rows leave out. */
  readonly notes: readonly string[]
}

/**
 * Runs a query over files that are in memory. References lead to records of these files only.
 *
 * @param now what `now` means in the expressions, in milliseconds since 1970
 */
export function runQuery(files: readonly SearchedFile[], query: QueryPlan, now: number): SearchResult {
  const notes = new ReadNotes()
  const leftOut = new LeftOut(notes.missing)
  const records = foundRecords(files, query, { time: now, isDate: false }, notes)
  const { referringTags } = notes.missing
  const { columns, rows } = tableOfFound(records, query, leftOut)
  return {
    columns: columns.map(({ name }) => name),
    rows,
    found: records.length,
    notes: [
      ...files.flatMap(conflictNote),
      ...leftOut.sentences(),
      ...notes.sentences(query, true),
      ...(referringTags.size > 0 ? [noRecordNote(referringTags)] : []),
    ],
  }
}

/** A file with the records of both sides of a merge. */
function conflictNote({ name, file }: SearchedFile): string[] {
  const [conflict] = conflictsOf(file)
  if (!conflict) return []
  const place = placeName({ file: name, line: conflict.ours.line + 1 })
  return [
    localize('A merge conflict is not resolved at {place}, so the result can have records of both sides.', { place }),
  ]
}

/** The rows of a query with what they are made of. */
export interface FoundTable {
  readonly columns: readonly (ResultColumn & Pick<QueryColumn, 'field'>)[]
  readonly rows: readonly Row[]
  /** The record of each row; empty if the rows are groups. */
  readonly shown: readonly FoundRecord[]
}

/**
 * The rows of a query.
 *
 * @param records those for which its condition is true
 * @param leftOut gets the values that no total has
 */
export const tableOfFound = (records: readonly FoundRecord[], query: QueryPlan, leftOut: LeftOut): FoundTable =>
  query.groups ? groupRows(records, query, query.groups, leftOut) : listRows(records, query)

function groupRows(
  records: readonly FoundRecord[],
  query: QueryPlan,
  groups: NonNullable<QueryPlan['groups']>,
  leftOut: LeftOut,
): FoundTable {
  const table = new GroupTable(groups, leftOut)
  leftOut.add(() => table.lookAlikes())
  for (const record of records) table.add(record)
  return { columns: groups.columns, rows: sortedRows(table, groups.columns, query), shown: [] }
}

function listRows(records: readonly FoundRecord[], query: QueryPlan): FoundTable {
  const sorted = new SortedRecords(query.sort)
  for (const record of records) sorted.add(record)
  const shown = sorted.first(query.limit)
  const columns: readonly QueryColumn[] = [...query.columns, ...(query.showsAll ? undefinedColumns(shown, query) : [])]
  return { columns, rows: shown.map(record => rowOf(columns, record)), shown }
}

/** A column for each field that the records have and that their tag does not define. */
function undefinedColumns(records: readonly FoundRecord[], { tag }: QueryPlan): QueryColumn[] {
  const names = new Set(records.flatMap(({ undefinedFields }) => undefinedFields))
  return [...names].map(name => columnOfField(fieldNamed(tag, name)))
}

/**
 * The records of files in memory for which the condition of a query is true, in the order of the files.
 *
 * @param notes get what should be known of all records that the query reads
 */
export function foundRecords(
  files: readonly SearchedFile[],
  { tag, where, followed, isAcrossRecords }: QueryPlan,
  now: Timestamp,
  notes: ReadNotes,
): FoundRecord[] {
  const all = new FollowedRecords()
  const own: { readonly node: RecordNode; readonly place: FoundPlace; readonly undefinedFields: readonly string[] }[] =
    []
  for (const { name, file } of files) {
    for (const [entry, checked] of file.entries.entries()) {
      const fields = checked.tag && followed.get(checked.tag)
      if (!checked.tag || !fields) continue
      const node = file.tree.entries[entry] as RecordNode
      const place = { file: name, line: file.tree.lines[entry]! + 1 }
      const undefinedFields = undefinedFieldsIn(node.fields, checked.tag, [])
      const repeatedFields = repeatedFieldsIn(node, node.fields)
      notes.note({ path: checked.tag.fullName.path, undefinedFields, repeatedFields }, place)
      const { path } = checked.tag.nameOfRecords
      if (isAcrossRecords) all.add(path, followedRecord(fields, new ParsedRecord(node, undefined, 'query')))
      // Of a record of an extension, the fields that only the extension has are shown as those that the tag lacks.
      if (path === tag.nameOfRecords.path)
        own.push({ node, place, undefinedFields: undefinedFieldsIn(node.fields, tag, []) })
    }
  }
  return own.flatMap(({ node, place, undefinedFields }): FoundRecord[] => {
    const record = new ParsedRecord(node, undefined, 'query')
    const frame = new Frame(record, now, isAcrossRecords ? notes.missing.reachable(all, place) : undefined)
    if (where && where(frame) !== true) return []
    frame.restart()
    return [{ frame, place, undefinedFields, text: () => node.text }]
  })
}
