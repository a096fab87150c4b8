import { counted } from '../../shared/basics/text.ts'
import { domainSettings } from '../../shared/domains/domains-in-force.ts'
import { comesFrom, isDecidedByRecords, newProblemsOf } from '../../shared/evolution/broken-records.ts'
import type { DomainChange } from '../../shared/evolution/change.ts'
import type { Failure } from '../files/failure.ts'
import { complain } from '../output/exit.ts'
import { planRun, readPlanned } from '../plan/plan.ts'
import type { ComparedDomains } from './compared-domains.ts'

/** How many records a change breaks. */
export interface BrokenCount {
  /** How many records were checked. */
  readonly records: number
  readonly broken: number
  /** The number with the first place: `14 of 3,210 records, the first one in a.rec:12`. */
  readonly text: string
}

/** The records that the changes of domains break. */
export class BrokenRecords {
  readonly failures: Failure[] = []
  private records = 0
  private wrongBefore = 0
  private readonly found = new Map<DomainChange, { count: number; readonly first: string }>()

  private constructor(private readonly compared: ComparedDomains) {}

  /** Checks the records of files, folders and globs with the domains of both versions. */
  static async find(paths: readonly string[], compared: ComparedDomains): Promise<BrokenRecords> {
    const broken = new BrokenRecords(compared)
    const plan = await planRun(paths, { descriptors: [], domain: [], rule: {} })
    broken.failures.push(...plan.failures)
    let others = 0
    for (const planned of plan.files) {
      const read = await readPlanned(planned)
      if ('failure' in read) broken.failures.push(read)
      else others += broken.add(planned.source.file, read.text, domainSettings(planned.settings))
    }
    if (broken.wrongBefore > 0)
      complain(`${counted(broken.wrongBefore, 'record')} had a problem before; only the others are counted.`)
    if (others > 0)
      broken.failures.push({
        failure: `${counted(others, 'record')} would get problems that come from none of these changes; recline check with the new descriptors lists them.`,
      })
    complain(
      'References, and rules that read several records, are not compared: what they may break is listed as such.',
    )
    return broken
  }

  /** @returns how many records have new problems that come from no change */
  private add(file: string, text: string, settings: ReturnType<typeof domainSettings>): number {
    const { before, after, domains } = this.compared
    const { records, wrongBefore, problems } = newProblemsOf(text, { fileName: file, ...settings }, before, after)
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
    return [...untraced].filter(entry => !traced.has(entry)).length
  }

  /** How many records a change of a domain breaks; undefined if single records do not tell. */
  countOf(domain: string, change: DomainChange): BrokenCount | undefined {
    const { records } = this
    if (!isDecidedByRecords(change, this.compared.after, domain)) return undefined
    const { count: broken, first } = this.found.get(change) ?? { count: 0, first: '' }
    return { records, broken, text: `${broken} of ${counted(records, 'record')}, the first one in ${first}` }
  }
}
