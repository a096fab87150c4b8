import { BLANK } from './blanks.ts'
import { areVisible } from './four-bytes.ts'
import { hashBytes, type NameHash } from './names.ts'
import { utf8Of } from './utf8.ts'
import { endOfBareWord } from './values.ts'

/**
 * Texts of ASCII with a blank between two, as bytes. Their memory is outside the heap, which is limited. What others
 * ask of them all is found out once, as the same texts are often both names and values.
 */
export class PackedTexts {
  /** How many bytes they have together. */
  readonly length: number
  readonly view: DataView
  private readonly found: {
    form?: Form
    numbers?: number
    hashes?: { readonly tag: NameHash; readonly ofTexts: Int32Array }
  } = {}
  private texts: readonly string[] | undefined

  /** @param bytes the texts, with four more bytes behind them */
  private constructor(readonly bytes: Uint8Array) {
    this.length = bytes.length - 4
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  }

  /** Copies bytes. */
  static copy(bytes: Uint8Array): PackedTexts {
    const padded = new Uint8Array(bytes.length + 4)
    padded.set(bytes)
    return new PackedTexts(padded)
  }

  static of(text: string): PackedTexts {
    return new PackedTexts(utf8Of(text, 4))
  }

  /** How many texts there are; 0 if they are not of visible ASCII. */
  get count(): number {
    return this.form.count
  }

  /** Whether any text is empty. */
  get hasEmpty(): boolean {
    return this.form.hasEmpty
  }

  /** How many numbers there are, if all texts are whole numbers that are exact; 0 otherwise. */
  get countOfNumbers(): number {
    this.found.numbers ??= countNumbers(this.bytes, this.length)
    return this.found.numbers
  }

  private get form(): Form {
    this.found.form ??= formOf(this.bytes, this.view, this.length)
    return this.found.form
  }

  /** Both halves of the hash of each text, in turn, as those of ids of a tag. */
  hashes(tag: NameHash): Int32Array {
    const { found, count } = this
    if (found.hashes?.tag !== tag) {
      const ofTexts = new Int32Array(2 * count)
      setHashes(ofTexts, this, tag)
      found.hashes = { tag, ofTexts }
    }
    return found.hashes.ofTexts
  }

  /** Calls a function with the first byte of each text, the byte behind it, and its index. */
  forEach(take: (start: number, end: number, index: number) => void): void {
    const { bytes, length } = this
    let start = 0
    for (let index = 0; start <= length; index++) {
      let end = start
      while (end < length && bytes[end] !== BLANK) end++
      take(start, end, index)
      start = end + 1
    }
  }

  /** The text with an index. Few facts have a text that is asked for. */
  at(index: number): string {
    this.texts ??= this.toString().split(' ')
    return this.texts[index]!
  }

  /** The number with an index, if the texts are numbers. */
  numberAt(index: number): number {
    return Number(this.at(index))
  }

  toString(): string {
    return this.textBetween(0, this.length)
  }

  /** As JSON, they are one text. */
  toJSON(): string {
    return this.toString()
  }

  textBetween(start: number, end: number): string {
    let text = ''
    for (let from = start; from < end; from += mostCodes)
      text += String.fromCharCode(...this.bytes.subarray(from, Math.min(end, from + mostCodes)))
    return text
  }
}

interface Form {
  readonly count: number
  readonly hasEmpty: boolean
}

function formOf(bytes: Uint8Array, view: DataView, length: number): Form {
  let count = 1
  let start = 0
  let hasEmpty = false
  for (let position = 0; position < length; position++) {
    if (position + 4 <= length && areVisible(view.getInt32(position, true))) {
      position += 3
      continue
    }
    const code = bytes[position]!
    if (code > BLANK && code < 0x7f) continue
    if (code !== BLANK) return { count: 0, hasEmpty: false }
    if (position === start) hasEmpty = true
    count++
    start = position + 1
  }
  return { count, hasEmpty: hasEmpty || start === length }
}

function setHashes(hashes: Int32Array, { bytes, view, length }: PackedTexts, tag: NameHash): void {
  let start = 0
  for (let at = 0; at < hashes.length; at += 2) {
    let end = start
    while (end < length && bytes[end] !== BLANK) end++
    const { low, high } = hashBytes(tag, view, start, end)
    hashes[at] = low
    hashes[at + 1] = high
    start = end + 1
  }
}

/** Whether no text has other characters than those that need no quotes. */
export function areBareWords({ bytes, length }: PackedTexts): boolean {
  for (let position = 0; position < length; position++) {
    if (bytes[position] === BLANK) continue
    position = endOfBareWord(bytes, position)
    if (position < 0 || (position < length && bytes[position] !== BLANK)) return false
  }
  return true
}

function countNumbers(bytes: Uint8Array, length: number): number {
  let count = 1
  let start = 0
  for (let position = 0; position < length; position++) {
    const code = bytes[position]!
    if (code >= ZERO && code <= NINE) continue
    if (code !== BLANK || position === start || position - start > mostDigits) return 0
    count++
    start = position + 1
  }
  return start < length && length - start <= mostDigits ? count : 0
}

const ZERO = 0x30
const NINE = 0x39
const mostDigits = 15

/** How many arguments a function may certainly have. */
const mostCodes = 2 ** 12
