import { ByteString, hash } from './byte-map.ts'

/** A cache of short texts, which are looked up in a range of bytes. */
export class RecentTexts {
  private readonly slots = new Array<ByteString | undefined>(slotCount).fill(undefined)

  /** Whether the text in the bytes from `start` to `end` is in the cache. */
  has(view: DataView, start: number, end: number): boolean {
    const held = this.slots[hash(view, start, end) & (slotCount - 1)]
    return held !== undefined && held.length === end - start && held.standsAt(view, start)
  }

  /** Adds a text. It may replace another one. */
  add(text: string): void {
    const bytes = new ByteString(text)
    this.slots[hash(bytes.view, 0, bytes.length) & (slotCount - 1)] = bytes
  }
}

const slotCount = 1024
