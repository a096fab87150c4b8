import { once } from '../../shared/basics/once.ts'
import { withheld } from '../../shared/domains/sensitive.ts'
import type { FoundRecord } from '../../shared/query/found-record.ts'
import { periodEnds, timeSpanOf } from '../../shared/query/periods.ts'
import type { ProblemInReport, ReportSource } from '../../shared/reports/report-source.ts'
import { checkFiles } from '../check/check-files.ts'
import type { Plan } from '../plan/plan.ts'
import { findRecords } from '../query/find-records.ts'
import { type CountedHistory, countOverTime } from '../query/over-time/count-over-time.ts'

interface ChoicesOfSource {
  /** The plan of the files as they are written; the same as what is read if nothing is withheld. */
  readonly written: Plan
  /** The earlier commits; undefined if no block counts over time. */
  readonly history: CountedHistory | undefined
  readonly domains: readonly string[]
  readonly now: number
  /** Is called with a sentence for all that cannot be read. */
  readonly fail: (sentence: string) => void
  readonly changes: ReportSource['changes']
}

/**
 * The records of a plan, for a report or a site.
 *
 * @param read the plan of the files to read, which can be copies without the values of sensitive fields
 */
export const sourceOfPlan = (
  read: Plan,
  { written, history, domains, now, fail, changes }: ChoicesOfSource,
): ReportSource => ({
  registry: read.registry,
  domains,
  now,
  changes,
  find: async (query, notes) => {
    const found: FoundRecord[] = []
    for await (const record of findRecords(read, query, now, fail, notes)) found.push(record)
    return found
  },
  problems: once(async () => {
    const all = await problemsOfPlan(written, fail)
    // Only the values are withheld: the problems are those of the records as they are written.
    return read === written ? all : all.map(problem => ({ ...problem, message: withheld }))
  }),
  overTime: async (query, options) => {
    const span = timeSpanOf(options)!
    const ends = 'problem' in span ? span : periodEnds(span, now)
    if ('problem' in ends) return ends
    const found = await countOverTime(history!, query, options, ends)
    // What an old commit lacks cannot be mended, and stands below the numbers. A clone can be completed.
    if (history!.commits.isCut) found.failures.forEach(fail)
    return found
  },
})

async function problemsOfPlan(plan: Plan, fail: (sentence: string) => void): Promise<readonly ProblemInReport[]> {
  const all: ProblemInReport[] = []
  for await (const result of checkFiles(plan, {})) {
    if ('failure' in result) fail(result.failure)
    else
      for await (const some of result.problems)
        for (const { severity, code, message, tag, line, isStopped } of some) {
          if (isStopped)
            fail(`${result.file}: ${code} was stopped for some records, so the check of this file is incomplete.`)
          all.push({ severity, code, message, tag, file: result.file, line })
        }
  }
  return all
}
