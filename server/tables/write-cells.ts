import { addToGroup } from '../../shared/basics/group.ts'
import type { CheckedFile } from '../../shared/check/check.ts'
import { localize } from '../../shared/domains/localize.ts'
import { fieldOf } from '../../shared/domains/registry.ts'
import { type NewValue, writeValues } from '../../shared/edit/write-values.ts'
import type { Refusal } from '../../shared/protocol/request.ts'
import type { CellValue } from '../../shared/protocol/table/table-edit.ts'
import type { RecordNode } from '../../shared/syntax/nodes.ts'
import { smallestChange, type TextChange } from '../../shared/syntax/text-change.ts'
import { positionIn } from '../../shared/syntax/tree.ts'

/**
 * The changes that set these cells of a file and no others. Either all cells can be set, or there are no changes.
 */
export function writeCells(file: CheckedFile, cells: readonly CellValue[]): TextChange[] | Refusal {
  const { tree, entries } = file
  const values = new Map<number, NewValue[]>()
  for (const { record: entry, column, value } of cells) {
    const tag = entries[entry]?.tag
    addToGroup(values, entry, { name: column, field: tag && fieldOf(tag, column), value })
  }
  const written = new Map<number, RecordNode>()
  for (const [entry, ofRecord] of values) {
    const record = tree.entries[entry]
    if (record?.kind !== 'record')
      return {
        refusal: localize('The record is no longer where it was; look at the table again.'),
      }
    const changed = isInConflict(record) ? undefined : writeValues(record, ofRecord)
    if (!changed) return { refusal: refusalAt(file, entry) }
    written.set(entry, changed)
  }
  return [...written]
    .sort(([one], [other]) => one - other)
    .flatMap(([entry, { text }]) => {
      const at = tree.starts[entry]!
      const changes = smallestChange(tree.entries[entry]!.text, text)
      return changes.map(({ start, end, ...change }) => ({ ...change, start: at + start, end: at + end }))
    })
}

function refusalAt({ tree }: CheckedFile, entry: number): string {
  const record = tree.entries[entry] as RecordNode
  const line = positionIn(tree, entry, record.at).line + 1
  return isInConflict(record)
    ? localize('The record on line {line} is in a merge conflict; resolve the conflict first.', { line })
    : localize(
        'The record on line {line} has text that is not closed or belongs to no field, so that this cannot be written into it for certain; fix that in the text first.',
        { line },
      )
}

/** Whether the record has conflict markers between its lines: its fields are those of both sides. */
function isInConflict({ strays }: RecordNode): boolean {
  return strays.some(({ kind }) => kind === 'marker')
}
