import type { IndexedFile, IndexedRecord, RecordQuery, Way } from './indexed-file.ts'
import { Rank } from './match.ts'

/** The best of the records that match. */
export interface Found {
  readonly found: IndexedRecord[]
  /** Whether there are more. */
  readonly isCut: boolean
}

/**
 * The records of files that match best, without sorting or even making all of them. Those that match worse are looked
 * for only where there are not enough of the better ones.
 *
 * @param compare the order of those that match alike
 * @param takesAll whether the others follow those that match
 */
export function searchRecords(
  files: readonly IndexedFile[],
  wanted: RecordQuery,
  compare: (one: IndexedRecord, other: IndexedRecord) => number,
  limit: number,
  takesAll: boolean,
): Found {
  const best = new Best(compare, limit)
  const add = (way: Way): void => {
    const before = best.entries()
    for (const file of files) {
      const ofFile = before.get(file)
      file.match(wanted, way, (entry, rank) => {
        if (!ofFile?.has(entry)) best.add(file, entry, rank)
      })
    }
  }
  add('text')
  if (best.countOfTexts <= limit) add('characters')
  if (best.count <= limit && takesAll) add('none')
  return { found: best.found(), isCut: best.count > limit }
}

interface Match {
  readonly file: IndexedFile
  readonly entry: number
  readonly record: IndexedRecord
  readonly rank: number
}

/** So many of the matches that came, the best. */
class Best {
  count = 0
  /** How many of them have the query as it stands. */
  countOfTexts = 0
  private readonly matches: Match[] = []
  /** The last of those that count, once there are enough. */
  private last: Match | undefined

  constructor(
    private readonly compareAlike: (one: IndexedRecord, other: IndexedRecord) => number,
    private readonly limit: number,
  ) {}

  add(file: IndexedFile, entry: number, rank: number): void {
    this.count++
    if (rank < Rank.characters) this.countOfTexts++
    const { last, limit } = this
    if (last && rank > last.rank) return
    const record = file.recordAt(entry)!
    if (last && rank === last.rank && this.compareAlike(last.record, record) <= 0) return
    this.matches.push({ file, entry, record, rank })
    if (this.matches.length < 2 * limit) return
    this.sort()
    this.last = this.matches[limit - 1]
  }

  /** The entries that are among them, by their files. */
  entries(): Map<IndexedFile, Set<number>> {
    const entries = new Map<IndexedFile, Set<number>>()
    for (const { file, entry } of this.matches) entries.set(file, (entries.get(file) ?? new Set()).add(entry))
    return entries
  }

  found(): IndexedRecord[] {
    this.sort()
    return this.matches.map(({ record }) => record)
  }

  private sort(): void {
    this.matches
      .sort((one, other) => one.rank - other.rank || this.compareAlike(one.record, other.record))
      .splice(this.limit)
  }
}
