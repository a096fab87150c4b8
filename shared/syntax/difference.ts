import { itemsBetween, type List } from './list.ts'

/** The part in which two lists differ. The items before and after it are the same in both. */
export interface Difference {
  /** The index of the first different item, in both. */
  readonly first: number
  /** The index after the last different item, in the one list and in the other. */
  readonly oldEnd: number
  readonly newEnd: number
}

/** A list of entries that may know which version it was made from, and where it differs from it. */
export interface Version<Item> {
  readonly list: List<Item>
  readonly change?: (Difference & { readonly before: List<Item> }) | undefined
}

/**
 * Where a version differs from a list. If the version was made from the list it knows; otherwise the two are compared.
 */
export const differenceOf = <Item>(before: List<Item>, { list, change }: Version<Item>): Difference =>
  change?.before === before ? change : differenceOfLists(before, list)

/** Where two lists differ. Versions of a list share most of their chunks, and the items of these are not compared. */
function differenceOfLists<Item>(before: List<Item>, after: List<Item>): Difference {
  const { first, oldEnd, newEnd } = differenceBetween(before.chunks, after.chunks)
  const start = before.firsts[first]!
  const inside = differenceBetween(
    itemsBetween(before, start, before.firsts[oldEnd]!),
    itemsBetween(after, start, after.firsts[newEnd]!),
  )
  return { first: start + inside.first, oldEnd: start + inside.oldEnd, newEnd: start + inside.newEnd }
}

/** Where two arrays differ. */
export function differenceBetween<Item>(
  before: readonly Item[],
  after: readonly Item[],
  isSame: (one: Item, other: Item) => boolean = (one, other) => one === other,
): Difference {
  const shorter = Math.min(before.length, after.length)
  let first = 0
  while (first < shorter && isSame(before[first]!, after[first]!)) first++
  let oldEnd = before.length
  let newEnd = after.length
  while (oldEnd > first && newEnd > first && isSame(before[oldEnd - 1]!, after[newEnd - 1]!)) {
    oldEnd--
    newEnd--
  }
  return { first, oldEnd, newEnd }
}
