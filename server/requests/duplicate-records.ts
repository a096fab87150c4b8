import { shifted, wholeOfSelection, wholesIn } from '../../shared/edit/selected-records.ts'
import { copyWholes, type Whole } from '../../shared/edit/whole-record.ts'
import type { DuplicateRecordsParams, RecordsEdit } from '../../shared/protocol/whole-records.ts'
import type { TextChange } from '../../shared/syntax/text-change.ts'
import { plainEdit } from '../snapshot/ranges.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** Copies of the records at selections, each below or above its record; null where a selection has none. */
export function duplicateSelected(
  { file, index }: Snapshot,
  { selections, way }: Omit<DuplicateRecordsParams, 'uri'>,
): RecordsEdit | null {
  const { tree } = file
  const wholes = wholesIn(tree, selections)
  if (!wholes) return null
  const changes: TextChange[] = []
  const shifts = new Map<Whole, number>()
  let added = 0
  for (const whole of wholes) {
    const { change, lines } = copyWholes(file, index, [whole], way)
    changes.push(change)
    shifts.set(whole, way === 'up' ? added : added + lines)
    added += lines
  }
  return {
    edits: changes.map(change => plainEdit(tree, change)),
    selections: selections.map(selection => shifted(selection, shifts.get(wholeOfSelection(tree, wholes, selection))!)),
  }
}
