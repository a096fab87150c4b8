import type { Position, Range } from 'vscode-languageserver-types'
import { isSameRecord } from '../../shared/domains/identity.ts'
import { isBareSafe } from '../../shared/syntax/nodes.ts'
import { cursorAt } from '../snapshot/cursor.ts'
import { rangeIn } from '../snapshot/ranges.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** Ranges with the same text, to be changed together, and what that text can be. */
export interface LinkedRanges {
  readonly ranges: Range[]
  readonly wordPattern: string
}

/**
 * A record's id, where the position is in it, and the references to it in the same file. From a reference there are
 * none: who changes one means another record. Nor while the id is another record's too, as of a record that was copied.
 */
export function linkedEditingRanges(snapshot: Snapshot, position: Position): LinkedRanges | null {
  const { file, index } = snapshot
  const cursor = cursorAt(file, position)
  const definition = cursor && file.entries[cursor.entry]!.identity?.definition
  if (!definition || cursor.offset < definition.start || cursor.offset > definition.end) return null
  if (!isBareSafe(definition.id) || index.count(definition) !== 1 || index.countReferences(definition) === 0)
    return null

  const ranges: Range[] = []
  file.entries.forEach(({ identity }, entry) => {
    const references = identity?.references.filter(reference => isSameRecord(reference, definition)) ?? []
    for (const span of entry === cursor.entry ? [definition, ...references] : references) {
      // An id that is written with an escape is another text.
      if (span.end - span.start === definition.id.length) ranges.push(rangeIn(snapshot, entry, span))
    }
  })
  return ranges.length > 1 ? { ranges, wordPattern: '[A-Za-z0-9_./:@+#-]+' } : null
}
