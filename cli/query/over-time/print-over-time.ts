import { tableOverTime } from '../../../shared/query/over-time.ts'
import type { PeriodEnd } from '../../../shared/query/periods.ts'
import type { QueryOptions, QueryPlan } from '../../../shared/query/query-plan.ts'
import type { Failure } from '../../files/failure.ts'
import type { Target } from '../../files/target.ts'
import { referrersNote } from '../../plan/referrers-note.ts'
import { type PrintedQuery, writeRows } from '../print-query.ts'
import { type CountedHistory, countOverTime } from './count-over-time.ts'

/**
 * Counts the records of a query over time and prints a row for each period, or writes the rows to a file.
 *
 * @param output the file; undefined for standard output
 * @returns what `printQuery` does, or why there is no table
 */
export async function printOverTime(
  history: CountedHistory,
  query: QueryPlan,
  options: QueryOptions,
  ends: readonly PeriodEnd[],
  output: Target | undefined,
): Promise<PrintedQuery | Failure> {
  const { periods, notes, failures } = await countOverTime(history, query, options, ends)
  const isRead = query.format === 'table' || query.format === 'markdown'
  const shown = periods.map(({ commit, ...period }) => ({
    ...period,
    // As in `recline log`, people see the start of an id.
    ...(commit !== undefined && { commit: isRead ? commit.slice(0, 10) : commit }),
  }))
  const table = tableOverTime(query.groups!, shown, true)
  if ('problem' in table) return { failure: table.problem }
  const { columns, rows } = table
  const result = {
    columns,
    names: columns.map(({ name }) => name),
    rows: async function* all() {
      yield* rows
    },
  }
  const written = await writeRows(result, query, output)
  const unread = await referrersNote(history.plan, query.referringTags, new Set())
  return {
    found: 0,
    notes: [...written.notes, ...notes, ...(unread ? [unread.sentence] : [])],
    failures: [...failures, ...written.failures],
  }
}
