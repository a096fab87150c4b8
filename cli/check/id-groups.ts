import type { NameHash } from '../../shared/scan/names.ts'

/** Numbers the ids of records by their hashes, from 1, and knows which record has one. */
export class IdGroups {
  count = 0
  /** A hash table with open addressing: the number of the id in each slot, or 0. */
  private readonly slots: Int32Array
  private readonly hashes: Int32Array
  /** The row of the only record with an id; negative if several have it. */
  private readonly rows: Int32Array

  /** @param most how many ids there can be */
  constructor(most: number) {
    this.slots = new Int32Array(2 ** Math.ceil(Math.log2(most * 2 + 1)))
    this.hashes = new Int32Array((most + 1) * 2)
    this.rows = new Int32Array(most + 1).fill(-1)
  }

  /** Adds a record with an id, and returns the number of the id. */
  add(low: number, high: number, row: number): number {
    const slot = this.slotOf(low, high)
    const known = this.slots[slot]!
    if (known > 0) {
      this.rows[known] = -1
      return known
    }
    const number = ++this.count
    this.slots[slot] = number
    this.hashes[number * 2] = low
    this.hashes[number * 2 + 1] = high
    this.rows[number] = row
    return number
  }

  /** The number of an id; 0 if no record has it. */
  find(low: number, high: number): number {
    return this.slots[this.slotOf(low, high)]!
  }

  /** The number of an id; 0 if no record has it. */
  numberOf({ low, high }: NameHash): number {
    return this.find(low, high)
  }

  /** The row of the only record with an id; negative if there is none. */
  rowOf(number: number): number {
    return this.rows[number]!
  }

  private slotOf(low: number, high: number): number {
    const { hashes, slots } = this
    const mask = slots.length - 1
    let slot = high & mask
    for (let held = slots[slot]!; held !== 0; held = slots[slot]!) {
      if (hashes[held * 2] === low && hashes[held * 2 + 1] === high) break
      slot = (slot + 1) & mask
    }
    return slot
  }
}
