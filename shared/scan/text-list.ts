import { BACKSLASH } from '../syntax/characters.ts'
import { BLANK } from './blanks.ts'

/** Decodes bytes of ASCII. Each platform has a quick way of its own. */
export type TextOfAscii = (bytes: Uint8Array) => string

/** Texts of ASCII, with a blank between two. */
export class TextList {
  private bytes = new Uint8Array(2 ** 12)
  private length = 0

  add(from: Uint8Array, start: number, end: number): void {
    if (this.length + end - start >= this.bytes.length) this.grow(end - start)
    const { bytes } = this
    let { length } = this
    for (let position = start; position < end; position++) bytes[length++] = from[position]!
    bytes[length++] = BLANK
    this.length = length
  }

  /** Adds the text of a value if it is plain, without escapes, and not empty. Returns whether it is. */
  addListable(from: Uint8Array, start: number, end: number): boolean {
    if (this.length + end - start >= this.bytes.length) this.grow(end - start)
    const { bytes } = this
    let { length } = this
    for (let position = start; position < end; position++) {
      const code = from[position]!
      if (code <= BLANK || code >= 0x7f || code === BACKSLASH) return false
      bytes[length++] = code
    }
    bytes[length++] = BLANK
    this.length = length
    return start < end
  }

  text(textOf: TextOfAscii): string {
    return textOf(this.bytes.subarray(0, this.length - 1))
  }

  private grow(more: number): void {
    const larger = new Uint8Array(this.bytes.length * 2 + more)
    larger.set(this.bytes)
    this.bytes = larger
  }
}

/** Whether all bytes are of ASCII, without blanks and control characters. */
export function isPlain(bytes: Uint8Array, start: number, end: number): boolean {
  for (let position = start; position < end; position++)
    if (bytes[position]! <= BLANK || bytes[position]! >= 0x7f) return false
  return true
}
