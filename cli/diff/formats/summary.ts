import { countedWithCommas, withCommas } from '../../../shared/basics/text.ts'
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

/** How often each kind of change is there in words, such as `2 changed`. */
export const kindsInWords = (changes: readonly Change[]): string[] =>
  [...countKinds(changes)].map(([kind, number]) => `${withCommas(number)} ${kindWord(kind)}`)

/** What happened, as in `2 changed`. */
export const kindWord = (kind: ChangeKind): string => (kind === 'format' ? 'formatted' : kind)

/** How many files have another name, as in `2 files renamed`. */
export const renamedText = (number: number): string => `${countedWithCommas(number, 'file')} renamed`

const order: readonly ChangeKind[] = ['added', 'removed', 'changed', 'moved', 'reordered', 'format']
