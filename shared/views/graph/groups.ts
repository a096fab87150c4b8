/** Nodes that are connected with one another, by their keys. */
export interface Group {
  /** The node with the most neighbors comes first, then its neighbors, then theirs. */
  readonly keys: readonly string[]
}

/** The neighbors of each node in both directions. */
export type Neighbors = ReadonlyMap<string, ReadonlySet<string>>

/** The nodes in groups that no reference connects, the largest group first. */
export function groupsOf(neighbors: Neighbors): Group[] {
  const byDegree = [...neighbors.keys()].sort((one, other) => degree(neighbors, other) - degree(neighbors, one))
  const found = new Set<string>()
  const groups: Group[] = []
  for (const key of byDegree) {
    if (found.has(key)) continue
    const keys = nearest(neighbors, key)
    for (const member of keys) found.add(member)
    groups.push({ keys })
  }
  return groups.sort((one, other) => other.keys.length - one.keys.length)
}

/** A node and all nodes that it is connected with, the nearest first. */
export function nearest(neighbors: Neighbors, start: string, limit = Infinity): string[] {
  const found = new Set([start])
  for (const key of found) {
    for (const neighbor of neighbors.get(key) ?? []) {
      if (found.size >= limit) return [...found]
      found.add(neighbor)
    }
  }
  return [...found]
}

const degree = (neighbors: Neighbors, key: string): number => neighbors.get(key)?.size ?? 0
