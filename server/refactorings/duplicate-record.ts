import { isHeader } from '../../shared/domains.ts'
import { lineStartOf } from '../../shared/edits.ts'
import { recordName, type Definition } from '../../shared/identity.ts'
import { applyEdits, identityEdit } from '../../shared/rename.ts'
import { tagWord } from '../../shared/syntax.ts'
import { lineBreakOf } from '../../shared/tree.ts'
import { shorten } from '../../shared/values.ts'
import type { WorkspaceIndex } from '../../shared/workspace-index.ts'
import type { Refactoring } from './refactoring.ts'

/** Writes a copy of a record below it, with the next free id. */
export const duplicateRecord: Refactoring = {
  kind: 'refactor.duplicate',
  offers: ({ snapshot: { file, index }, entry, record, tag }) => {
    const definition = file.entries[entry]!.identity?.definition
    // Where a string that is not closed ends hangs on all that follows, the id's quotes among it.
    const isOpen = record.fields.some(({ value }) => value?.closed === false)
    if (isHeader(record) || (definition && isOpen)) return []
    const id = definition && freeId(index, definition)
    const copy = applyEdits(record.text, definition ? [identityEdit(record, definition, id!)] : []).slice(lineStartOf(record.text))
    const end = file.tree.starts[entry + 1]!
    const lineBreak = lineBreakOf(file.tree)
    const title = id === undefined ? `Duplicate this ${shorten(tag?.name ?? tagWord(record)) || 'record'}` : `Duplicate as ${shorten(id)}`
    return [{ title, changes: [{ start: end, end, text: /[\r\n]$/.test(record.text) ? copy : lineBreak + copy }] }]
  },
}

/** The next id of the tag's records; where those are not numbered, the record's own with the first number that is free. */
function freeId(index: WorkspaceIndex, definition: Definition): string {
  const next = index.nextIdOf(definition)
  if (next !== undefined) return next
  let number = 2
  while (index.count(recordName(definition, `${definition.id}-${number}`)) > 0) number++
  return `${definition.id}-${number}`
}
