import type { TextEdit } from 'vscode-languageserver-types'
import type { Whole } from '../../shared/edit/whole-record.ts'
import type { Selection, SortKey, SortRecordsParams } from '../../shared/protocol/whole-records.ts'
import type { Tree } from '../../shared/syntax/tree.ts'
import { wholesIn } from '../refactorings/selected-records.ts'
import { fieldsIn, sortRecords as sortChanges } from '../refactorings/sort-records.ts'
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
function toSort(tree: Tree, selections: readonly Selection[]): Whole[] {
  const wholes = wholesIn(tree, selections) ?? []
  const count = wholes
    .flatMap(({ first, end }) => tree.entries.slice(first, end))
    .filter(({ kind }) => kind === 'record').length
  return count > 1 ? wholes : [{ first: 0, end: tree.entries.length }]
}
