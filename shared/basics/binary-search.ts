/**
 * Counts by binary search how many of the first indices pass a test.
 *
 * @param count how many indices there are, from 0 on
 * @param passes a test that is true for the first indices and false for all others
 * @returns the number of indices that pass, which is also the first index that does not
 */
export function countPassing(count: number, passes: (index: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (passes(middle)) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * The index of the last item of a list for which a test is true, by binary search; -1 if there is none. The test must
 * be true for the first items and false for all others.
 */
export const lastIndex = <Item>(items: readonly Item[], isTrueFor: (item: Item) => boolean): number =>
  countPassing(items.length, index => isTrueFor(items[index]!)) - 1

/** The last of some indices that passes a test, as in `countPassing`; 0 if none does, -1 if there are no indices. */
export const lastPassing = (count: number, passes: (index: number) => boolean): number =>
  Math.min(count - 1, Math.max(0, countPassing(count, passes) - 1))
