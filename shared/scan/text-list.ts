import { BLANK } from './blanks.ts'
import { areVisible, haveBackslash, wordBefore } from './four-bytes.ts'
import { PackedTexts } from './packed-texts.ts'

/** Collects texts of ASCII, with a blank between two. */
export class TextList {
  private bytes = new Uint8Array(2 ** 12)
  private view = new DataView(this.bytes.buffer)
  private length = 0

  /** @param from has at least four bytes behind the text */
  add(from: DataView, start: number, end: number): void {
    if (this.length + end - start + 4 >= this.bytes.length) this.grow(end - start)
    const { view } = this
    let to = this.length
    for (let position = start; position < end; position += 4, to += 4)
      view.setInt32(to, from.getInt32(position, true), true)
    this.length += end - start
    this.bytes[this.length++] = BLANK
  }

  /** Adds the text of a value if it is plain, without escapes, and not empty. Returns whether it is. */
  addListable(from: DataView, start: number, end: number): boolean {
    if (!isPlain(from, start, end) || hasBackslash(from, start, end)) return false
    this.add(from, start, end)
    return start < end
  }

  /** Adds a whole number from 0 to 2³¹ - 1. */
  addNumber(number: number): void {
    if (this.length + mostDigits >= this.bytes.length) this.grow(mostDigits)
    const { bytes } = this
    let end = this.length + 1
    for (let above = (number / 10) | 0; above > 0; above = (above / 10) | 0) end++
    let rest = number | 0
    for (let position = end - 1; position >= this.length; position--) {
      const above = (rest / 10) | 0
      bytes[position] = ZERO + rest - above * 10
      rest = above
    }
    bytes[end] = BLANK
    this.length = end + 1
  }

  /** A copy of the texts. */
  packed(): PackedTexts {
    return PackedTexts.copy(this.bytes.subarray(0, this.length - 1))
  }

  private grow(more: number): void {
    const larger = new Uint8Array(this.bytes.length * 2 + more + 4)
    larger.set(this.bytes)
    this.bytes = larger
    this.view = new DataView(larger.buffer)
  }
}

const ZERO = 0x30
/** How many digits such a number has at most. */
const mostDigits = 10

/** The texts of whole numbers from 0 to 2³¹ - 1. */
export function packedNumbers(numbers: Int32Array): PackedTexts {
  const list = new TextList()
  for (let index = 0; index < numbers.length; index++) list.addNumber(numbers[index]!)
  return list.packed()
}

/** Whether all bytes are of ASCII, without blanks and control characters. */
export function isPlain(view: DataView, start: number, end: number): boolean {
  for (let position = start; position < end; position += 4)
    if (!areVisible(wordBefore(view, position, end))) return false
  return true
}

/** Whether some bytes have a backslash. */
export function hasBackslash(view: DataView, start: number, end: number): boolean {
  for (let position = start; position < end; position += 4)
    if (haveBackslash(wordBefore(view, position, end))) return true
  return false
}
