/**
 * Finds which of some numbers are in order: the longest increasing part of the list. The others were moved.
 *
 * @param numbers different numbers; negative ones are left out
 * @returns for each number whether it is in order
 */
export function inOrder(numbers: ArrayLike<number>): Uint8Array {
  // `ends[n]` is the index of the smallest number that ends an increasing part of length n + 1.
  const ends: number[] = []
  const previous = new Int32Array(numbers.length).fill(-1)
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index]!
    if (number < 0) continue
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (numbers[ends[middle]!]! < number) low = middle + 1
      else high = middle
    }
    if (low > 0) previous[index] = ends[low - 1]!
    ends[low] = index
  }
  const stable = new Uint8Array(numbers.length)
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index]!) stable[index] = 1
  return stable
}
