import type { Position, Range } from 'vscode-languageserver-types'
import { isSameRecord } from '../../shared/domains/identity.ts'
import { isBareSafe } from '../../shared/syntax/nodes.ts'
import { cursorAt } from '../snapshot/cursor.ts'
import { rangeIn } from '../snapshot/ranges.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** Ranges with the same text that are edited together, and a pattern for that text. */
export interface LinkedRanges {
  readonly ranges: Range[]
  readonly wordPattern: string
}

/**
 * The ranges of the id at a position and of the references to it in the same file. Null for a position in a reference:
 * changing a reference means to refer to another record. Null too if another record has the same id, as after a copy.
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
      // An id with an escape has another text.
      if (span.end - span.start === definition.id.length) ranges.push(rangeIn(snapshot, entry, span))
    }
  })
  return ranges.length > 1 ? { ranges, wordPattern: '[A-Za-z0-9_./:@+#-]+' } : null
}
