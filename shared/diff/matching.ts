/** Which units of two versions are the same. */
export interface Matching {
  /** For each unit before, the index of the same unit after; -1 if it was removed. */
  readonly after: Int32Array
  /** For each unit after, the index of the same unit before; -1 if it was added. */
  readonly before: Int32Array
}

/** Takes a pair of indices: a unit before and the same unit after. */
export type Pair = (before: number, after: number) => void
