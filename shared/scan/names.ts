import { utf8Of } from './utf8.ts'

/**
 * Names of records, as definitions or references have them: 64 bits of hash for domain, tag and id, and where the
 * record starts that has it. A record's name takes twelve bytes here, whatever its id, and no object.
 */
export class NameList {
  /** Three numbers a name: both halves of its hash, then where its record starts. */
  numbers = new Uint32Array(3 * 256)
  length = 0

  /** Adds the name with the id that stands from `start` to `end`; `view` has at least four bytes behind it. */
  add(tag: NameHash, view: DataView, start: number, end: number, record: number): void {
    const { low, high } = hashBytes(tag, view, start, end)
    this.push(low, high, record)
  }

  push(low: number, high: number, record: number): void {
    const at = this.length * 3
    if (at === this.numbers.length) {
      const numbers = new Uint32Array(at * 2)
      numbers.set(this.numbers)
      this.numbers = numbers
    }
    this.numbers[at] = low
    this.numbers[at + 1] = high
    this.numbers[at + 2] = record
    this.length++
  }
}

/** The 64 bits that a name is known by, in two halves. */
export interface NameHash {
  readonly low: number
  readonly high: number
}

/** The hash of a tag, which its records' names start from. The key makes hashes that nobody can foresee. */
export const hashTag = (key: NameHash, path: string): NameHash => hashText(key, path)

/** The hash of a name: of a tag with an id. */
export const hashId = (tag: NameHash, id: string): NameHash => hashText(tag, id)

function hashText(before: NameHash, text: string): NameHash {
  const encoded = utf8Of(text)
  const bytes = new Uint8Array(encoded.length + 4)
  bytes.set(encoded)
  return hashBytes(before, new DataView(bytes.buffer), 0, encoded.length)
}

function hashBytes(before: NameHash, view: DataView, start: number, end: number): NameHash {
  let { low, high } = before
  let position = start
  for (; position + 4 <= end; position += 4) {
    const word = view.getInt32(position, true)
    low = mix(low ^ word, 0x9e3779b1)
    high = mix(high ^ word, 0x85ebca77)
  }
  const left = end - position
  const word = left === 0 ? 0 : view.getInt32(position, true) & ((1 << (left * 8)) - 1)
  low = mix(mix(low ^ word, 0x9e3779b1) ^ (end - start), 0xc2b2ae3d)
  high = mix(mix(high ^ word, 0x85ebca77) ^ (end - start), 0x27d4eb2f)
  low = (low + high) | 0
  return { low: low >>> 0, high: mix(high + low, 0x165667b1) >>> 0 }
}

function mix(state: number, factor: number): number {
  const product = Math.imul(state, factor)
  return product ^ (product >>> 15)
}
