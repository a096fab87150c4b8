import { withCommas } from '../../../shared/basics/text.ts'
import type { Change, ChangeKind } from '../../../shared/diff/changes.ts'
import { localize } from '../../../shared/domains/localize.ts'
import { isHeader } from '../../../shared/syntax/nodes.ts'
import { oneLine } from '../../output/one-line.ts'

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
  Array.from(countKinds(changes), ([kind, number]) => kindCount(kind, number))

function kindCount(kind: ChangeKind | 'headers', number: number): string {
  const count = withCommas(number)
  switch (kind) {
    case 'added':
      return localize('{count} added', { count })
    case 'removed':
      return localize('{count} removed', { count })
    case 'changed':
      return localize('{count} changed', { count })
    case 'moved':
      return localize('{count} moved', { count })
    case 'reordered':
      return localize('{count} reordered', { count })
    case 'format':
      return localize('{count} formatted', { count })
    case 'headers':
      return number === 1 ? localize('1 header') : localize('{count} headers', { count })
  }
}

const isOfHeader = ({ before, after }: Change): boolean => {
  const { record } = (after ?? before)!
  return record !== undefined && isHeader(record)
}

/** What happened, as in `2 changed`, in English: summaries for a pull request and reports have it. */
export const kindWord = (kind: ChangeKind): string => (kind === 'format' ? 'formatted' : kind)

/** How many files have another name, as in `2 files renamed`. */
export const renamedText = (number: number): string =>
  number === 1 ? localize('1 file renamed') : localize('{count} files renamed', { count: withCommas(number) })

/** The name that a file had before, behind its name after. */
export const renamedFrom = (file: string): string => localize('(renamed from {file})', { file: oneLine(file) })

const order: readonly ChangeKind[] = ['added', 'removed', 'changed', 'moved', 'reordered', 'format']
