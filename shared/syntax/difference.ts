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
  readonly entries: readonly Item[]
  readonly change?: Difference & { readonly before: readonly Item[] }
}

/**
 * Where a version differs from a list. If the version was made from the list it knows; otherwise the two are compared.
 */
export const differenceOf = <Item>(before: readonly Item[], { entries, change }: Version<Item>): Difference =>
  change?.before === before ? change : compare(before, entries)

function compare(before: readonly unknown[], after: readonly unknown[]): Difference {
  const shorter = Math.min(before.length, after.length)
  let first = 0
  while (first < shorter && before[first] === after[first]) first++
  let oldEnd = before.length
  let newEnd = after.length
  while (oldEnd > first && newEnd > first && before[oldEnd - 1] === after[newEnd - 1]) {
    oldEnd--
    newEnd--
  }
  return { first, oldEnd, newEnd }
}

/** A copy of a list with the items from `first` to `end` replaced. */
export function replaced<Item>(list: readonly Item[], first: number, end: number, fresh: readonly Item[]): Item[] {
  if (fresh.length !== end - first) return list.slice(0, first).concat(fresh, list.slice(end))
  const copy = list.slice()
  for (let index = 0; index < fresh.length; index++) copy[first + index] = fresh[index]!
  return copy
}
