import { lastIndex } from '../../basics/binary-search.ts'
import type { CheckedFile } from '../../check/check.ts'
import type { Problem } from '../../check/problem.ts'
import { missingField } from '../../check/rules/missing-field.ts'
import type { RecordName } from '../../domains/identity.ts'
import type { Tag } from '../../domains/registry.ts'
import type { RecordIndex } from '../../index/workspace-index.ts'
import type { RowProblem, TableRow } from '../../protocol/table/table.ts'
import { fieldSpan, type RecordNode } from '../../syntax/nodes.ts'
import { positionIn } from '../../syntax/tree.ts'
import { mostSevereFirst } from './cell-problems.ts'
import { cellsOf, columnKind, columnPlaces, type Table } from './tables.ts'

/** A file, and the index of all records. */
interface FileInIndex {
  readonly file: CheckedFile
  readonly index: RecordIndex
}

/**
 * A record as a row of a table.
 *
 * @param problems the problems of each record, by the index of its entry
 * @param places the indexes of the columns by their names
 */
export function toRow(
  { file, index }: FileInIndex,
  problems: ReadonlyMap<number, readonly Problem[]>,
  { tag, columns }: Table,
  places: ReadonlyMap<string, number>,
  entry: number,
): TableRow {
  const { tree } = file
  const record = tree.entries[entry] as RecordNode
  const cells = cellsOf(record, places)
  const titles = columns.flatMap((column, place) => {
    const title = columnKind(column) === 'reference' ? referencedTitles({ file, index }, entry, column.name) : ''
    return title === '' ? [] : [[place, title] as const]
  })
  return {
    record: entry,
    line: positionIn(tree, entry, record.at).line,
    cells,
    ...(titles.length > 0 && { titles: Object.fromEntries(titles) }),
    problems: mostSevereFirst(
      (problems.get(entry) ?? []).map(
        (problem): RowProblem => ({
          columns: columnsOf(record, tag, problem),
          severity: problem.severity,
          code: problem.code,
          message: problem.message,
        }),
      ),
    ),
  }
}

/** The names of the fields that a problem of a record is about; an empty list if it is about the whole record. */
export const columnsOf = (record: RecordNode, tag: Tag | undefined, problem: Problem): string[] =>
  problem.code === missingField.code ? missingIn(record, tag) : columnAt(record, problem)

/** The names of the required fields that a record does not have, or without a value. */
function missingIn(record: RecordNode, tag: Tag | undefined): string[] {
  const required = tag?.required ?? []
  const cells = cellsOf(record, columnPlaces(required.map(field => ({ name: field.name, field }))))
  return required.flatMap(({ name }, place) => ((cells[place] ?? '') === '' ? [name] : []))
}

function columnAt({ fields }: RecordNode, { start, end }: Problem): string[] {
  const field = fields[lastIndex(fields, candidate => fieldSpan(candidate).start <= start)]
  if (!field) return []
  return end <= fieldSpan(field).end ? [field.name] : []
}

/** The titles of the records that a field of a record refers to, with commas between them; empty if there are none. */
export const referencedTitles = ({ file, index }: FileInIndex, entry: number, field: string): string =>
  (file.entries[entry]?.identity?.references ?? [])
    .filter(reference => reference.field === field)
    .map(reference => titleNamed(index, reference))
    .filter(title => title !== '')
    .join(', ')

function titleNamed(index: RecordIndex, name: RecordName): string {
  const [record] = index.recordsNamed(name)
  return record?.identity.title ?? ''
}
