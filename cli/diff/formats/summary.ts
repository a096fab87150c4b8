import { countedWithCommas, withCommas } from '../../../shared/basics/text.ts'
import type { Change, ChangeKind } from '../../../shared/diff/changes.ts'
import { isHeader } from '../../../shared/syntax/nodes.ts'

/** How often each kind of change is there, without those that never happened. Headers are no records. */
export function countKinds(changes: readonly Change[]): Map<ChangeKind | 'headers', number> {
  const ofRecords = changes.filter(change => !isOfHeader(change))
  const counts = new Map<ChangeKind | 'headers', number>()
  for (const kind of order) {
    const number = ofRecords.filter(change => change.kind === kind).length
    if (number > 0) counts.set(kind, number)
  }
  if (ofRecords.length < changes.length) counts.set('headers', changes.length - ofRecords.length)
  return counts
}

/** How often each kind of change is there in words, such as `2 changed`. */
export const kindsInWords = (changes: readonly Change[]): string[] =>
  Array.from(countKinds(changes), ([kind, number]) =>
    kind === 'headers' ? countedWithCommas(number, 'header') : `${withCommas(number)} ${kindWord(kind)}`,
  )

const isOfHeader = ({ before, after }: Change): boolean => {
  const { record } = (after ?? before)!
  return record !== undefined && isHeader(record)
}

/** What happened, as in `2 changed`. */
export const kindWord = (kind: ChangeKind): string => (kind === 'format' ? 'formatted' : kind)

/** How many files have another name, as in `2 files renamed`. */
export const renamedText = (number: number): string => `${countedWithCommas(number, 'file')} renamed`

const order: readonly ChangeKind[] = ['added', 'removed', 'changed', 'moved', 'reordered', 'format']
