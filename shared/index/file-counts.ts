import { IdSeries } from './next-id.ts'

/** How often each file has a key. Most keys are in one file once, so that case is stored as a plain string. */
export class FileCounts {
  /**
   * Split by the last characters of the keys: a growing map copies all its entries, which takes too long for one large
   * map.
   */
  private readonly parts = Array.from({ length: 64 }, () => new Map<string, Held>())
  /** How many keys there are more than once. */
  private repeated = 0
  private readonly series: IdSeries | undefined

  /** @param areIds whether the keys are ids of records, so that `nextId` knows the next one */
  constructor(areIds = false) {
    if (areIds) this.series = new IdSeries(() => this.keys())
  }

  /** Counts a key of a file up, or down with a negative number; gives how often all files together had it before. */
  add(key: string, uri: string, count: number): number {
    const part = this.partOf(key)
    const held = part.get(key)
    const before = totalOf(held)
    if (before === 0 && count > 0) this.series?.add(key)
    else if (before > 0 && before + count === 0) this.series?.remove(key)
    this.repeated += Number(before + count > 1) - Number(before > 1)
    if (held === undefined && count === 1) {
      part.set(key, uri)
      return before
    }
    const counts =
      typeof held === 'object' ? held : { total: before, files: new Map(held === undefined ? [] : [[held, 1]]) }
    const ofFile = (counts.files.get(uri) ?? 0) + count
    if (ofFile === 0) counts.files.delete(uri)
    else counts.files.set(uri, ofFile)
    counts.total += count
    if (counts.files.size === 0) part.delete(key)
    else if (counts !== held) part.set(key, counts)
    return before
  }

  /** How often all files together have a key. */
  total(key: string): number {
    return totalOf(this.partOf(key).get(key))
  }

  /** Whether any key is there more than once. */
  get hasRepeated(): boolean {
    return this.repeated > 0
  }

  /** The files that have a key. */
  filesOf(key: string): Iterable<string> {
    const held = this.partOf(key).get(key)
    if (held === undefined) return []
    return typeof held === 'string' ? [held] : held.files.keys()
  }

  /** All keys of all files. */
  *keys(): Iterable<string> {
    for (const part of this.parts) yield* part.keys()
  }

  /** The id that follows the keys. */
  nextId(): string | undefined {
    return this.series?.next()
  }

  private partOf(key: string): Map<string, Held> {
    return this.parts[(key.charCodeAt(key.length - 1) * 7 + key.charCodeAt(key.length - 2)) & 63]!
  }
}

/** The only file with a key, if it has the key once; or else how often all files have it, and each of them. */
type Held = string | { total: number; readonly files: Map<string, number> }

function totalOf(held: Held | undefined): number {
  if (held === undefined) return 0
  return typeof held === 'string' ? 1 : held.total
}
