/** Numbers hashes of 64 bits from 1, in the order in which they come: a hash table with open addressing. */
export class HashNumbers {
  /** How many different hashes have come. */
  count = 0
  /** The number of the hash in each slot, or 0. */
  private readonly slots: Int32Array
  /** Both halves of each hash, by its number. */
  private readonly hashes: Int32Array

  /**
   * @param most how many hashes can come
   * @param spare one that is no longer needed; its memory is used again if its size fits
   */
  constructor(most: number, spare?: HashNumbers) {
    const size = 2 ** Math.ceil(Math.log2(most * 2 + 1))
    this.slots = spare?.slots.length === size ? spare.slots.fill(0) : new Int32Array(size)
    const length = (most + 1) * 2
    this.hashes = spare && spare.hashes.length >= length ? spare.hashes : new Int32Array(length)
  }

  /** The number of a hash, which is new if the hash has not come before. */
  add(low: number, high: number): number {
    const slot = this.slotOf(low, high)
    if (this.slots[slot]! > 0) return this.slots[slot]!
    const number = ++this.count
    this.slots[slot] = number
    this.hashes[number * 2] = low
    this.hashes[number * 2 + 1] = high
    return number
  }

  /** The number of a hash; 0 if it has not come. */
  find(low: number, high: number): number {
    return this.slots[this.slotOf(low, high)]!
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
