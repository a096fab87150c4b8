import { isSameRecord, type RecordName, recordNameKey } from '../domains/identity.ts'
import { differenceBetween } from '../syntax/difference.ts'
import type { RecordNames } from './indexed-file.ts'

/** The names of the records that a change removes from a file and adds to it. */
export interface NameChange {
  readonly gone: readonly RecordNames[]
  readonly come: readonly RecordNames[]
}

/**
 * Drops the names that both lists have at the start or at the end, because these do not change. If a large file is
 * opened unchanged, that is all of them.
 */
export function withoutSameEnds({ gone, come }: NameChange): NameChange {
  const { first, oldEnd, newEnd } = differenceBetween(gone, come, haveSameNames)
  return { gone: gone.slice(first, oldEnd), come: come.slice(first, newEnd) }
}

function haveSameNames(one: RecordNames, other: RecordNames): boolean {
  const { definition, references, keys } = other
  if (
    one.references.length !== references.length ||
    !one.references.every(({ id }, index) => id === references[index]!.id) ||
    one.keys.length !== keys.length ||
    !one.keys.every((key, index) => isSameRecord(key, keys[index]!))
  )
    return false
  return one.definition && definition ? isSameRecord(one.definition, definition) : one.definition === definition
}

/** What a record is called: by its id, and by its values in the fields of unique lists. */
export const namesOwnedBy = ({ definition, keys }: Pick<RecordNames, 'definition' | 'keys'>): readonly RecordName[] =>
  definition ? [definition, ...keys] : keys

/** How many of the records have each name. */
export function countNames(all: readonly RecordNames[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const names of all)
    for (const name of namesOwnedBy(names)) counts.set(recordNameKey(name), (counts.get(recordNameKey(name)) ?? 0) + 1)
  return counts
}

/** Counts a name down; false where none is left. */
export function takeOne(counts: Map<string, number>, name: RecordName): boolean {
  if (counts.size === 0) return false
  const left = counts.get(recordNameKey(name)) ?? 0
  if (left > 0) counts.set(recordNameKey(name), left - 1)
  return left > 0
}
