import { shorten } from '../../shared/domains/message-text.ts'
import { canCopy, copyWholes, wholeAt } from '../../shared/edit/whole-record.ts'
import { freeIds } from '../../shared/index/free-ids.ts'
import { tagWord } from '../../shared/syntax/nodes.ts'
import type { Refactoring } from './refactoring.ts'

/** Writes a copy of a record, with what belongs to it, below it, with the next free id. */
export const duplicateRecord: Refactoring = {
  kind: 'refactor.duplicate',
  offers: ({ snapshot: { file, index }, entry, record, tag }) => {
    if (!canCopy(file, entry)) return []
    const definition = file.entries[entry]!.identity?.definition
    const [id] = definition ? freeIds(index, definition, definition.id, 1) : []
    const title =
      id === undefined
        ? `Duplicate this ${shorten(tag?.name ?? tagWord(record)) || 'record'}`
        : `Duplicate as ${shorten(id)}`
    return [{ title, changes: [copyWholes(file, index, [wholeAt(file.tree, entry)], 'down').change] }]
  },
}
