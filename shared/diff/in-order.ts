import { countPassing } from '../basics/binary-search.ts'

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
    const length = countPassing(ends.length, shorter => numbers[ends[shorter]!]! < number)
    if (length > 0) previous[index] = ends[length - 1]!
    ends[length] = index
  }
  const stable = new Uint8Array(numbers.length)
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index]!) stable[index] = 1
  return stable
}

/**
 * Finds which of some numbers are in order, as `inOrder` does, but the part of the list with the largest sum of
 * weights.
 *
 * @param weightOf the weight of the number at an index
 */
export function heaviestInOrder(numbers: ArrayLike<number>, weightOf: (index: number) => number): Uint8Array {
  let size = 0
  for (let index = 0; index < numbers.length; index++) size = Math.max(size, numbers[index]! + 1)
  const sums = new Float64Array(numbers.length)
  const heavier = (one: number, other: number): number =>
    other >= 0 && (one < 0 || sums[other]! > sums[one]!) ? other : one
  // A Fenwick tree: finds the heaviest part that ends below a number.
  const ends = new Int32Array(size + 1).fill(-1)
  const previous = new Int32Array(numbers.length).fill(-1)
  let last = -1
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index]!
    if (number < 0) continue
    let below = -1
    for (let at = number; at > 0; at -= at & -at) below = heavier(below, ends[at]!)
    previous[index] = below
    sums[index] = (below < 0 ? 0 : sums[below]!) + weightOf(index)
    for (let at = number + 1; at <= size; at += at & -at) ends[at] = heavier(ends[at]!, index)
    last = heavier(last, index)
  }
  const stable = new Uint8Array(numbers.length)
  for (let index = last; index >= 0; index = previous[index]!) stable[index] = 1
  return stable
}
