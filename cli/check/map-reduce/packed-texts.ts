/** Texts of ASCII with a blank between two. Their memory is outside the heap, which is limited. */
export class PackedTexts {
  /** The texts, with four more bytes behind them. */
  readonly bytes: Buffer
  readonly view: DataView
  private texts: readonly string[] | undefined

  constructor(text: string) {
    this.bytes = Buffer.alloc(text.length + 4)
    this.bytes.write(text, 'latin1')
    this.view = new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.length)
  }

  /** Calls a function with the first byte of each text, the byte behind it, and its index. */
  forEach(take: (start: number, end: number, index: number) => void): void {
    const { bytes } = this
    const length = bytes.length - 4
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
    this.texts ??= this.bytes.toString('latin1', 0, this.bytes.length - 4).split(' ')
    return this.texts[index]!
  }
}

const BLANK = 0x20
