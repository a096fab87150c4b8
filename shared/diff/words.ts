import { diffWordsWithSpace } from 'diff'

/** Some words of two texts: of both, or only of the one before or after. */
export interface Words {
  readonly text: string
  readonly side: 'both' | 'before' | 'after'
}

/**
 * Compares two texts word by word.
 *
 * @param timeout after how many milliseconds to give up
 * @returns undefined if it gave up
 */
export const compareWords = (before: string, after: string, timeout = 500): Words[] | undefined =>
  diffWordsWithSpace(before, after, { timeout })?.map(({ value, added, removed }) => ({
    text: value,
    side: sideOf(added, removed),
  }))

function sideOf(isAdded: boolean, isRemoved: boolean): Words['side'] {
  if (isAdded) return 'after'
  return isRemoved ? 'before' : 'both'
}
