import { nextId } from './next-id.ts'

/** How often each file has a key. Most keys stand in one file once, so that case is a plain string. */
export class FileCounts {
  private readonly counts = new Map<string, string | Map<string, number>>()
  /** How many keys there are more than once. */
  private repeated = 0
  private next: { readonly id: string | undefined } | undefined

  /** Counts a key of a file up, or down with a negative number; gives how often all files together had it before. */
  add(key: string, uri: string, count: number): number {
    const held = this.counts.get(key)
    this.next = undefined
    const before = totalOf(held)
    this.repeated += Number(before + count > 1) - Number(before > 1)
    if (held === undefined && count === 1) {
      this.counts.set(key, uri)
      return before
    }
    const files = typeof held === 'string' ? new Map([[held, 1]]) : held ?? new Map<string, number>()
    const sum = (files.get(uri) ?? 0) + count
    if (sum === 0) files.delete(uri)
    else files.set(uri, sum)
    if (files.size === 0) this.counts.delete(key)
    else this.counts.set(key, files)
    return before
  }

  /** How often all files together have a key. */
  total(key: string): number {
    return totalOf(this.counts.get(key))
  }

  /** Whether any key is there more than once. */
  get hasRepeated(): boolean {
    return this.repeated > 0
  }

  /** The files that have a key. */
  filesOf(key: string): Iterable<string> {
    const held = this.counts.get(key)
    return held === undefined ? [] : typeof held === 'string' ? [held] : held.keys()
  }

  /** All keys of all files. */
  keys(): Iterable<string> {
    return this.counts.keys()
  }

  /** The id that follows on the keys; remembered until one of them changes. */
  nextId(): string | undefined {
    this.next ??= { id: nextId(this.counts.keys()) }
    return this.next.id
  }
}

function totalOf(held: string | ReadonlyMap<string, number> | undefined): number {
  if (held === undefined) return 0
  if (typeof held === 'string') return 1
  let sum = 0
  for (const count of held.values()) sum += count
  return sum
}
