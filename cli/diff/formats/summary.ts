import { counted } from '../../../shared/basics/text.ts'
import type { Change, ChangeKind } from '../../../shared/diff/changes.ts'

/** How often each kind of change is there, without those that never happened. */
export function countKinds(changes: readonly Change[]): Map<ChangeKind, number> {
  const counts = new Map<ChangeKind, number>()
  for (const kind of order) {
    const number = changes.filter(change => change.kind === kind).length
    if (number > 0) counts.set(kind, number)
  }
  return counts
}

/** What happened, as in `2 changed`. */
export const kindWord = (kind: ChangeKind): string => (kind === 'format' ? 'formatted' : kind)

/** How many files have another name, as in `2 files renamed`. */
export const renamedText = (number: number): string => `${counted(number, 'file')} renamed`

const order: readonly ChangeKind[] = ['added', 'removed', 'changed', 'moved', 'reordered', 'format']
