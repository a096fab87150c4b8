import { countOf } from '../../shared/basics/text.ts'

/**
 * Decides which open files are read. A heap without room ends the whole server, so a file that may need more than is
 * left of it stays unread.
 */
export class MemoryBudget {
  /** What each open file may need, by its URI. */
  private readonly needs = new Map<string, number>()
  private readonly limit: number

  /** @param heapLimit how large the heap can become, in bytes */
  constructor(heapLimit: number) {
    // The rest is for the index of all files, for messages, and for what one request needs.
    this.limit = 0.6 * (heapLimit - ownNeed)
  }

  /** Reserves memory for the text of a file, instead of what the file had; false if there is not enough. */
  reserve(uri: string, text: string): boolean {
    this.release(uri)
    const need = needOf(text)
    if (need > this.left) return false
    this.needs.set(uri, need)
    return true
  }

  /**
   * Reserves memory for a text that is inserted into a file; false if there is not enough.
   *
   * @param whole the text of the file after the change. What was removed from it counts only in this text.
   */
  grow(uri: string, inserted: string, whole: () => string): boolean {
    const need = needOf(inserted)
    if (need > this.left) return this.reserve(uri, whole())
    this.needs.set(uri, (this.needs.get(uri) ?? 0) + need)
    return true
  }

  /** Whether there is enough memory for a text now. */
  hasRoomFor(text: string): boolean {
    return needOf(text) <= this.left
  }

  /** Frees what a file had. */
  release(uri: string): void {
    this.needs.delete(uri)
  }

  private get left(): number {
    let left = this.limit
    for (const need of this.needs.values()) left -= need
    return left
  }
}

/** What the server needs without any file, in bytes, with a reserve. */
const ownNeed = 32e6

/** What the parts of a text may need with a problem in each, in bytes, as measured with many of one part. */
const perCharacter = 2
const perLine = 60
const perRecord = 1000
const perField = 500

/** How much memory the tree, the check and the problems of a text may need, in bytes. */
const needOf = (text: string): number =>
  text.length * perCharacter +
  countOf('\n', text) * perLine +
  countOf('=', text) * perField +
  countOf('@', text) * perRecord
