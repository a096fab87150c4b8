import { ByteString, hash } from './byte-map.ts'

/** A few short texts that were met lately, asked with a part of a larger array of bytes. */
export class RecentTexts {
  private readonly slots = new Array<ByteString | undefined>(slotCount).fill(undefined)

  /** Whether the text that stands from `start` to `end` is among them. */
  has(view: DataView, start: number, end: number): boolean {
    const held = this.slots[hash(view, start, end) & (slotCount - 1)]
    return held !== undefined && held.length === end - start && held.standsAt(view, start)
  }

  /** Takes in a text, in the place of another. */
  add(text: string): void {
    const bytes = new ByteString(text)
    this.slots[hash(bytes.view, 0, bytes.length) & (slotCount - 1)] = bytes
  }
}

const slotCount = 1024
