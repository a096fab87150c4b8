import { EntryReader } from './parse.ts'
import { append, parse, type Tree } from './tree.ts'

/** Reads a text from its start, a part at a time, so that other work has its turn while a large file is opened. */
export class TreeReader {
  private readonly reader: EntryReader
  private read = parse('')

  constructor(text: string) {
    this.reader = new EntryReader(text)
  }

  /** What is read by now: the first entries of the file. A later tree has the same ones. */
  get tree(): Tree {
    return this.read
  }

  get isAtEnd(): boolean {
    return this.reader.isAtEnd
  }

  /** Reads on: as many entries as it takes for a number of UTF-16 code units, or all that are left. */
  readOn(length: number): Tree {
    if (!this.isAtEnd) this.read = append(this.read, this.reader.take(length))
    return this.read
  }
}
