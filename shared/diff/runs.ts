import { hasSameText, type Unit } from './units.ts'

/**
 * Matches the units with the same text from the start, over small differences: in a large file with few changes these
 * are nearly all.
 *
 * @param goesOnAt where it goes on behind a difference: only at a unit with an id, because without one it could be
 * another unit of the same text; or at any unit
 */
export function matchRuns(
  before: readonly Unit[],
  after: readonly Unit[],
  pair: Pair,
  goesOnAt: 'with id' | 'any',
): void {
  // Only the ends of files have no text, and each file has its own.
  const isSame = (one: number, other: number): boolean =>
    one < before.length &&
    other < after.length &&
    hasSameText(before[one]!, after[other]!) &&
    (before[one]!.body !== '' || before[one]!.file === after[other]!.file)
  const goesOn = (one: number, other: number, [gone, come]: Skipped): boolean => {
    if (!isSame(one + gone, other + come)) return false
    if (goesOnAt === 'any') return true
    const { key } = before[one + gone]!
    if (key === undefined) return false
    const [left, added] = [before.slice(one, one + gone), after.slice(other, other + come)]
    // If the unit was moved over records without an id, it does not tell which of them are the same.
    return left.filter(hasNoId).length === added.filter(hasNoId).length && ![...left, ...added].some(hasKey(key))
  }
  for (let [one, other] = [0, 0]; ; one++, other++) {
    if (!isSame(one, other)) {
      const skipped = differences.find(difference => goesOn(one, other, difference))
      if (!skipped) return
      one += skipped[0]
      other += skipped[1]
    }
    pair(one, other)
  }
}

/** How many units without a match there are before and after. */
type Skipped = readonly [gone: number, come: number]

/**
 * The small differences, the smallest first. Removed or added units come first: in a row of the same texts, the others
 * are where they were.
 */
const differences = Array.from({ length: 16 }, (_, index) => index + 1).flatMap((count): Skipped[] => [
  [count, 0],
  [0, count],
  [count, count],
])

const hasNoId = ({ record, key }: Unit): boolean => record !== undefined && key === undefined

const hasKey =
  (key: string) =>
  (unit: Unit): boolean =>
    unit.key === key

/** Which units of two versions are the same. */
export interface Matching {
  /** For each unit before, the index of the same unit after; -1 if it was removed. */
  readonly after: Int32Array
  /** For each unit after, the index of the same unit before; -1 if it was added. */
  readonly before: Int32Array
}

/** Takes a pair of indices: a unit before and the same unit after. */
export type Pair = (before: number, after: number) => void
