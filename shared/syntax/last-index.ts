/**
 * The index of the last item of a list for which a test is true, by binary search; -1 if there is none. The test must
 * be true for the first items and false for all others.
 */
export function lastIndex<Item>(items: readonly Item[], isTrueFor: (item: Item) => boolean): number {
  let [low, high] = [-1, items.length - 1]
  while (low < high) {
    const middle = Math.floor((low + high + 1) / 2)
    if (isTrueFor(items[middle]!)) low = middle
    else high = middle - 1
  }
  return low
}
