import type { RecordName } from '../domains/identity.ts'
import type { FieldDefinition, Tag } from '../domains/registry.ts'
import { CLOSE_BRACKET, OPEN_BRACKET, QUOTE } from '../syntax/characters.ts'
import { isBlankOrTab, isRareBlank, skipBlankBytes } from './bytes/blanks.ts'
import { utf8Of } from './bytes/utf8.ts'

/**
 * A list of names: ids of records, or references to records. Each name is a hash of 64 bits of the domain, the tag and
 * the id, and the place of its record. It takes 16 bytes and no object.
 */
export class NameList {
  /** Four numbers for each name: both halves of the hash, the byte and the line at which the record starts. */
  numbers = new Int32Array(4 * 256)
  length = 0

  /** Adds a name, with the id in the bytes from `start` to `end`; `view` has at least four more bytes behind it. */
  add(
    tag: NameHash,
    view: DataView,
    start: number,
    end: number,
    record: number,
    line: number,
    field?: FieldOfName,
  ): void {
    this.push(hashBytes(tag, view, start, end), record, line, start, end, field)
  }

  /**
   * Adds the names in a list with commas or brackets. Returns false if it cannot read the list; then names are missing.
   */
  addListed(
    tag: NameHash,
    bytes: Uint8Array,
    view: DataView,
    start: number,
    end: number,
    record: number,
    line: number,
    field?: FieldOfName,
  ): boolean {
    let item = start
    for (let position = start; position <= end; position++) {
      const code = position < end ? bytes[position]! : COMMA_BYTE
      if (code >= 0x80 || isRareBlank(code)) return false
      if (code !== COMMA_BYTE && code !== QUOTE && code !== OPEN_BRACKET && code !== CLOSE_BRACKET) continue
      const first = skipBlankBytes(bytes, item)
      let last = position
      while (last > first && isBlankOrTab(bytes[last - 1]!)) last--
      if (last > first) this.add(tag, view, first, last, record, line, field)
      item = position + 1
    }
    return true
  }

  /** Adds a name by its hash. */
  push({ low, high }: NameHash, record: number, line: number, start = -1, end = -1, field?: FieldOfName): void {
    this.pushHash(low, high, record, line, start, end, field)
  }

  /** Adds a name by both halves of its hash. */
  pushHash(
    low: number,
    high: number,
    record: number,
    line: number,
    _start: number,
    _end: number,
    _field: FieldOfName | undefined,
  ): void {
    const at = this.length * 4
    if (at === this.numbers.length) this.makeRoom(at * 2)
    this.numbers[at] = low
    this.numbers[at + 1] = high
    this.numbers[at + 2] = record
    this.numbers[at + 3] = line
    this.length++
  }

  private makeRoom(length: number): void {
    const numbers = new Int32Array(length)
    numbers.set(this.numbers)
    this.numbers = numbers
  }

  /** A copy of the numbers of all names. */
  taken(): Int32Array<ArrayBuffer> {
    return this.numbers.slice(0, this.length * 4)
  }
}

/** The field that an id stands in, and the tag of its record. */
export interface FieldOfName {
  readonly tag: Tag
  readonly definition: FieldDefinition
}

/** A list of names that also remembers where their ids stand, for those who want them as text. */
export class SpannedNames extends NameList {
  /** The first byte of each id, and the byte behind it, in turn; negative if only the hash of a name is known. */
  spans = new Int32Array(2 * 256)
  /** The field of each id that has a start. */
  readonly fields: (FieldOfName | undefined)[] = []

  override pushHash(
    low: number,
    high: number,
    record: number,
    line: number,
    start: number,
    end: number,
    field: FieldOfName | undefined,
  ): void {
    const { length } = this
    super.pushHash(low, high, record, line, start, end, field)
    this.makeRoomForSpans()
    this.spans[length * 2] = start
    this.spans[length * 2 + 1] = end
    this.fields[length] = field
  }

  startAt(index: number): number {
    return this.spans[index * 2]!
  }

  endAt(index: number): number {
    return this.spans[index * 2 + 1]!
  }

  private makeRoomForSpans(): void {
    if (this.length * 2 <= this.spans.length) return
    const spans = new Int32Array(this.length * 4)
    spans.set(this.spans)
    this.spans = spans
  }
}

const COMMA_BYTE = 0x2c

/**
 * A hash of 64 bits, as two signed integers of 32 bits, because V8 is fast with these.
 */
export interface NameHash {
  readonly low: number
  readonly high: number
}

/** A new random key for hashes. As nobody can predict it, nobody can make many names with the same hash. */
export const randomKey = (): NameHash => ({ low: randomInteger(), high: randomInteger() })

const randomInteger = (): number => Math.floor(Math.random() * 2 ** 32) | 0

/** Calculates the hashes of names with a key. */
export class NameHasher {
  private readonly tags = new Map<string, NameHash>()
  /** The bytes of the last id, if it is a usual one. To allocate bytes for each id would take most of the time. */
  private readonly bytes = new Uint8Array(longestUsual + 4)
  private readonly view = new DataView(this.bytes.buffer)
  private latest = { id: '', view: this.view, length: 0 }

  constructor(private readonly key: NameHash) {}

  /** The hash of a record's name. */
  of({ path, id }: Pick<RecordName, 'path' | 'id'>): NameHash {
    // Callers often ask for the same id with many tags in a row.
    if (this.latest.id !== id) this.latest = { id, ...(this.usualView(id) ?? viewOf(id)) }
    return hashBytes(this.ofTag(path), this.latest.view, 0, this.latest.length)
  }

  /** The bytes of a short text of ASCII; undefined for another one. */
  private usualView(text: string): TextView | undefined {
    const { bytes, view } = this
    const { length } = text
    if (length > longestUsual) return undefined
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index)
      if (code >= 0x80) return undefined
      bytes[index] = code
    }
    return { view, length }
  }

  /** The hash of a tag; the hashes of the names of its records start from it. */
  ofTag(path: string): NameHash {
    let hash = this.tags.get(path)
    if (!hash) {
      const { view, length } = viewOf(path)
      hash = hashBytes(this.key, view, 0, length)
      this.tags.set(path, hash)
    }
    return hash
  }
}

const longestUsual = 64

/** The bytes of a text, from the start of a view, and how many they are. */
interface TextView {
  readonly view: DataView<ArrayBuffer>
  readonly length: number
}

function viewOf(text: string): TextView {
  const bytes = utf8Of(text, 4)
  return { view: new DataView(bytes.buffer), length: bytes.length - 4 }
}

/** The hash of a name, from the hash of its tag and the bytes of its id. */
export function hashBytes(before: NameHash, view: DataView, start: number, end: number): NameHash {
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
  return { low, high: mix(high + low, 0x165667b1) }
}

function mix(state: number, factor: number): number {
  const product = Math.imul(state, factor)
  return product ^ (product >>> 15)
}
