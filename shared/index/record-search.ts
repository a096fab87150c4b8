import type { IndexedFile, IndexedRecord, RecordQuery, Way } from './indexed-file.ts'
import { foldRecord, Rank } from './match.ts'

/** The best of the records that match. */
export interface Found {
  readonly found: IndexedRecord[]
  /** Whether there are more. */
  readonly isCut: boolean
}

/**
 * The best matches among the records of all files, without creating or sorting all of them. Weaker matches are searched
 * only if there are not enough better ones.
 *
 * @param compare the order of equally good matches
 * @param takesAll whether records that do not match follow after the matches
 */
export function searchRecords(
  files: readonly IndexedFile[],
  wanted: RecordQuery,
  compare: (one: IndexedRecord, other: IndexedRecord) => number,
  limit: number,
  takesAll: boolean,
): Found {
  const { words } = wanted
  const best = new Best(compare, limit)
  const add = (way: Way): void => {
    const before = best.entries()
    for (const file of files) {
      const ofFile = before.get(file)
      file.match(wanted, way, (entry, rank) => {
        if (ofFile?.has(entry)) return
        if (words && (rank >= Rank.characters || !containsAll(file.recordAt(entry)!, words))) return
        best.add(file, entry, rank)
      })
    }
  }
  add('text')
  if (best.countOfTexts <= limit && !words) add('characters')
  if (best.count <= limit && takesAll) add('none')
  return { found: best.found(), isCut: best.count > limit }
}

function containsAll({ tag: { tag }, id, title }: IndexedRecord, words: readonly string[]): boolean {
  const text = foldRecord(tag, id, title)
  return words.every(word => text.includes(word))
}

interface Match {
  readonly file: IndexedFile
  readonly entry: number
  readonly record: IndexedRecord
  readonly rank: number
}

/** Keeps the best matches, up to a limit. */
class Best {
  count = 0
  /** How many of them contain the query as typed. */
  countOfTexts = 0
  private readonly matches: Match[] = []
  /** The weakest of the kept matches, once there are enough. */
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
