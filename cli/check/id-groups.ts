import type { NameHash } from '../../shared/scan/names.ts'
import { HashNumbers } from './names/hash-numbers.ts'

/** Numbers the ids of records by their hashes, from 1, and knows which record has one. */
export class IdGroups {
  private readonly numbers: HashNumbers
  /** The row of the only record with an id; negative if several have it. */
  private readonly rows: Int32Array

  /** @param most how many ids there can be */
  constructor(most: number) {
    this.numbers = new HashNumbers(most)
    this.rows = new Int32Array(most + 1).fill(-1)
  }

  /** How many ids there are. */
  get count(): number {
    return this.numbers.count
  }

  /** Adds a record with an id, and returns the number of the id. */
  add(low: number, high: number, row: number): number {
    const { count } = this
    const number = this.numbers.add(low, high)
    this.rows[number] = number > count ? row : -1
    return number
  }

  /** The number of an id; 0 if no record has it. */
  find(low: number, high: number): number {
    return this.numbers.find(low, high)
  }

  /** The number of an id; 0 if no record has it. */
  numberOf({ low, high }: NameHash): number {
    return this.find(low, high)
  }

  /** The row of the only record with an id; negative if there is none. */
  rowOf(number: number): number {
    return this.rows[number]!
  }
}
