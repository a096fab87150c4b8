import { recordsInWords } from '../domains/counts-in-words.ts'
import type { FileContext } from '../domains/domains-in-force.ts'
import { localize } from '../domains/localize.ts'
import type { Registry } from '../domains/registry.ts'
import { comesFrom, isDecidedByRecords, newProblemsOf } from './broken-records.ts'
import type { DomainChange } from './change.ts'

/** Two versions of domains, and what differs. */
export interface ChangedDomains {
  readonly before: Registry
  readonly after: Registry
  readonly domains: readonly { readonly path: string; readonly changes: readonly DomainChange[] }[]
}

/** How many records a change breaks. */
export interface BrokenCount {
  /** How many records were checked. */
  readonly records: number
  readonly broken: number
  /** The number with the first place: `14 of 3,210 records, the first one in a.rec:12`. */
  readonly text: string
}

/** Counts the records that each change of domains breaks, file by file. */
export class BrokenCounts {
  /** How many records had a problem before, so that nothing breaks them. */
  wrongBefore = 0
  /** How many records get problems that cannot be traced to a change. */
  untraced = 0
  private records = 0
  private readonly found = new Map<DomainChange, { count: number; readonly first: string }>()

  constructor(private readonly changed: ChangedDomains) {}

  /**
   * Checks the records of a file with both versions.
   *
   * @param file its name in the texts of counts
   */
  add(file: string, text: string, context: Omit<FileContext, 'registry'>): void {
    const { before, after, domains } = this.changed
    const { records, wrongBefore, problems } = newProblemsOf(text, context, before, after)
    this.records += records
    this.wrongBefore += wrongBefore
    const last = new Map<DomainChange, number>()
    const untraced = new Set<number>()
    const traced = new Set<number>()
    for (const problem of problems) {
      let isTraced = false
      for (const { path, changes } of domains)
        for (const change of changes.filter(one => comesFrom(problem, path, one))) {
          isTraced = true
          // A record counts once for each change.
          if (last.get(change) === problem.entry) continue
          last.set(change, problem.entry)
          const known = this.found.get(change)
          if (known) known.count++
          else this.found.set(change, { count: 1, first: `${file}:${problem.line}` })
        }
      ;(isTraced ? traced : untraced).add(problem.entry)
    }
    this.untraced += [...untraced].filter(entry => !traced.has(entry)).length
  }

  /** How many records a change of a domain breaks; undefined if single records do not tell. */
  countOf(domain: string, change: DomainChange): BrokenCount | undefined {
    const { records } = this
    if (!isDecidedByRecords(change, this.changed.after, domain)) return undefined
    const { count: broken, first } = this.found.get(change) ?? { count: 0, first: '' }
    const text = localize('{count} of {records}, the first one in {place}', {
      count: broken,
      records: recordsInWords(records),
      place: first,
    })
    return { records, broken, text }
  }
}
