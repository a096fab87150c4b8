/** Groups items by a key, in the order in which the keys first appear. Node 20 has no `Map.groupBy`. */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) addToGroup(groups, keyOf(item), item)
  return groups
}

/** Adds an item to the group with a key, which is new if there is none yet. */
export function addToGroup<Item, Key>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key)
  if (group) group.push(item)
  else groups.set(key, [item])
}
