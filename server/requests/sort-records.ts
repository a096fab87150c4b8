import type { TextEdit } from 'vscode-languageserver-types'
import type { CheckedFile } from '../../shared/check/check.ts'
import { fieldOf } from '../../shared/domains/registry.ts'
import { wholesIn } from '../../shared/edit/selected-records.ts'
import type { Whole } from '../../shared/edit/whole-record.ts'
import type { SortKey, SortRecordsParams } from '../../shared/protocol/whole-records.ts'
import { type RecordNode, valueText } from '../../shared/syntax/nodes.ts'
import type { TextChange } from '../../shared/syntax/text-change.ts'
import type { Selection, Tree } from '../../shared/syntax/tree.ts'
import { sortByCells } from '../../shared/views/table/order.ts'
import type { Column } from '../../shared/views/table/tables.ts'
import { reorder, runsIn } from '../refactorings/reorder.ts'
import { plainEdit } from '../snapshot/ranges.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** What the selected records can be sorted by: their ids, then the fields with allowed values, then the others. */
export function sortKeys({ file }: Snapshot, { selections }: Omit<SortRecordsParams, 'uri' | 'field'>): SortKey[] {
  const keys = sortableFields(file, toSort(file.tree, selections)).map(
    ({ name, field }): SortKey => ({ field: name, order: field?.enum ?? [] }),
  )
  const isOrdered = ({ order }: SortKey): boolean => order.length > 0
  return [{ field: null, order: [] }, ...keys.filter(isOrdered), ...keys.filter(key => !isOrdered(key))]
}

/** The edits that sort the selected records. */
export const sortRecords = ({ file }: Snapshot, { selections, field }: Omit<SortRecordsParams, 'uri'>): TextEdit[] =>
  sortChanges(file, toSort(file.tree, selections), field).map(change => plainEdit(file.tree, change))

/** The selected records if there are several, or else all. */
function toSort(tree: Tree, selections: readonly Selection[]): Whole[] {
  const wholes = wholesIn(tree, selections) ?? []
  const count = wholes
    .flatMap(({ first, end }) => tree.entries.slice(first, end))
    .filter(({ kind }) => kind === 'record').length
  return count > 1 ? wholes : [{ first: 0, end: tree.entries.length }]
}

/**
 * The changes that sort records. They stay between the headers, blocks and separate comments around them.
 *
 * @param within the entries to sort
 * @param field the name of the field to sort by: allowed values in the order of the descriptor, numbers by size, times
 *   by time. Null sorts by id. Records without a value come last, and equal records keep their order.
 */
function sortChanges(file: CheckedFile, within: readonly Whole[], field: string | null): TextChange[] {
  return within
    .flatMap(range => runsIn(file, range))
    .flatMap(run => {
      const column = sortColumn(file, run, field)
      const cellIn = () => (whole: Whole) => sortCell(file, whole, field)
      return reorder(file, run, sortByCells(run, cellIn, [column], [{ column: column.name, isDescending: false }]))
    })
}

/** The fields that the records have, without their ids, in the order in which they first occur. */
function sortableFields(file: CheckedFile, within: readonly Whole[]): Column[] {
  const runs = within.flatMap(range => runsIn(file, range))
  const names = new Set(
    runs.flat().flatMap(whole => {
      const id = file.entries[whole.end - 1]!.tag?.identityField
      return recordOfWhole(file, whole).fields.flatMap(({ name }) => (name === id ? [] : name))
    }),
  )
  return [...names].map(name => sortColumn(file, runs.flat(), name))
}

const recordOfWhole = ({ tree }: CheckedFile, { end }: Whole): RecordNode => tree.entries[end - 1] as RecordNode

/** A field as the first of the records that defines it does. */
function sortColumn({ entries }: CheckedFile, run: readonly Whole[], name: string | null): Column {
  const field = run.flatMap(({ end }) => {
    const tag = name === null ? undefined : entries[end - 1]!.tag
    return (tag && fieldOf(tag, name!)) ?? []
  })[0]
  return { name: name ?? 'rid', field }
}

function sortCell(file: CheckedFile, whole: Whole, name: string | null): string | null {
  if (name === null) return file.entries[whole.end - 1]!.identity?.definition?.id ?? null
  const record = recordOfWhole(file, whole)
  const value = record.fields.find(field => field.name === name)?.value
  return value ? valueText(record, value) : null
}
