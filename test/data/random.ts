/** Numbers that look random and are the same in every run. */
export interface Random {
  /** A whole number from 0 to `end` - 1. */
  below(end: number): number
  /** One of some items. */
  of<Item>(items: readonly Item[]): Item
  /** Whether something happens that happens once in so many times. */
  once(times: number): boolean
}

/** @param seed another one gives other numbers */
export function random(seed: number): Random {
  let state = seed
  const below = (end: number): number => {
    // The algorithm is mulberry32.
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end
  }
  return { below, of: items => items[below(items.length)]!, once: times => below(times) === 0 }
}
