import type { TextEdit } from 'vscode-languageserver-types'
import type { SortKey, SortRecordsParams } from '../../shared/protocol/whole-records.ts'
import type { Tree } from '../../shared/syntax/tree.ts'
import { fieldsIn, sortRecords as sortChanges } from '../refactorings/sort-records.ts'
import { type Selection, type Unit, unitsIn } from '../refactorings/units.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { plainEdit } from '../snapshot/workspace-edit.ts'

/** What the selected records can be sorted by: their ids, then the fields with allowed values, then the others. */
export function sortKeys({ file }: Snapshot, { selections }: Omit<SortRecordsParams, 'uri' | 'field'>): SortKey[] {
  const keys = fieldsIn(file, toSort(file.tree, selections)).map(
    ({ name, field }): SortKey => ({ field: name, order: field?.enum ?? [] }),
  )
  const isOrdered = ({ order }: SortKey): boolean => order.length > 0
  return [{ field: null, order: [] }, ...keys.filter(isOrdered), ...keys.filter(key => !isOrdered(key))]
}

/** The edits that sort the selected records. */
export const sortRecords = ({ file }: Snapshot, { selections, field }: Omit<SortRecordsParams, 'uri'>): TextEdit[] =>
  sortChanges(file, toSort(file.tree, selections), field).map(change => plainEdit(file.tree, change))

/** The selected records if there are several, or else all. */
function toSort(tree: Tree, selections: readonly Selection[]): Unit[] {
  const units = unitsIn(tree, selections) ?? []
  const count = units
    .flatMap(({ first, end }) => tree.entries.slice(first, end))
    .filter(({ kind }) => kind === 'record').length
  return count > 1 ? units : [{ first: 0, end: tree.entries.length }]
}
