import { utf8Of } from './utf8.ts'

/**
 * An immutable map from short texts to values. Its keys are looked up in a range of bytes, without copying them and
 * without creating a string.
 */
export class ByteMap<T> {
  private readonly slots: (MapSlot<T> | undefined)[]

  constructor(entries: readonly (readonly [key: string, value: T])[]) {
    this.slots = new Array<MapSlot<T> | undefined>(2 ** Math.ceil(Math.log2(entries.length * 2 + 1))).fill(undefined)
    for (const [key, value] of entries) {
      const bytes = new ByteString(key)
      const slot = hash(bytes.view, 0, bytes.length) & (this.slots.length - 1)
      this.slots[slot] = { bytes, value, next: this.slots[slot] }
    }
  }

  /**
   * The value of the key in the bytes from `start` to `end`, or undefined.
   *
   * @param view has at least four bytes behind the key
   */
  get(view: DataView, start: number, end: number): T | undefined {
    const length = end - start
    for (
      let slot = this.slots[hash(view, start, end) & (this.slots.length - 1)];
      slot !== undefined;
      slot = slot.next
    ) {
      if (slot.bytes.length === length && slot.bytes.standsAt(view, start)) return slot.value
    }
    return undefined
  }
}

interface MapSlot<T> {
  readonly bytes: ByteString
  readonly value: T
  readonly next: MapSlot<T> | undefined
}

/** A text as bytes, which are compared four at a time. */
export class ByteString {
  readonly length: number
  readonly view: DataView
  readonly bytes: Uint8Array
  private readonly words: Int32Array
  private readonly lastWord: number

  constructor(text: string) {
    const bytes = utf8Of(text, 4)
    this.length = bytes.length - 4
    this.view = new DataView(bytes.buffer)
    this.bytes = bytes.subarray(0, this.length)
    this.words = Int32Array.from({ length: this.length >> 2 }, (_, index) => this.view.getInt32(index * 4, true))
    this.lastWord = this.view.getInt32(this.words.length * 4, true)
  }

  /** Whether the bytes from `start` on are this text; `view` has at least four more bytes behind it. */
  standsAt(view: DataView, start: number): boolean {
    const { words } = this
    for (let index = 0; index < words.length; index++) {
      if (view.getInt32(start + index * 4, true) !== words[index]) return false
    }
    return partOfWord(view, start + words.length * 4, this.length & 3) === this.lastWord
  }
}

/** A hash of the bytes from `start` to `end`. */
function hash(view: DataView, start: number, end: number): number {
  const length = end - start
  const first = length >= 4 ? view.getInt32(start, true) : partOfWord(view, start, length)
  const last = length > 4 ? view.getInt32(start + length - 4, true) : 0
  const mixed = Math.imul(first ^ Math.imul(last, 0x85ebca6b) ^ length, 0xc2b2ae35)
  return mixed ^ (mixed >>> 15)
}

/** The next `length` bytes, at most three, as one number. */
const partOfWord = (view: DataView, start: number, length: number): number =>
  length === 0 ? 0 : view.getInt32(start, true) & ((1 << (length * 8)) - 1)

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
