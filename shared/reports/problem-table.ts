import type { ReportCell, ReportTable } from './filled-report.ts'
import type { ProblemInReport } from './report-source.ts'
import { cutRowsNote } from './rows-in-words.ts'
import { type ReportBlock, usualRows } from './template.ts'

const severityOrder = ['error', 'warning', 'information']

/** The problems of the records of a block, errors first. */
export function problemTable(
  { tag, title = '', query: { limit = usualRows } }: ReportBlock,
  all: readonly ProblemInReport[],
): ReportTable {
  const own = all.filter(problem => tag === undefined || problem.tag === tag || tag.endsWith(`.${problem.tag}`))
  const sorted = own.toSorted(
    (one, other) => severityOrder.indexOf(one.severity) - severityOrder.indexOf(other.severity),
  )
  const cell = (text: string, isNumber = false): ReportCell => ({ text, isNumber })
  return {
    look: 'problems',
    title,
    columns: ['severity', 'code', 'problem', 'place'],
    rows: sorted
      .slice(0, limit)
      .map(({ severity, code, message, file, line }) => [
        cell(severity),
        cell(code),
        cell(message),
        cell(`${file}:${line}`),
      ]),
    rowsAre: 'problem',
    labelColumns: 0,
    valueColumns: [],
    notes: sorted.length > limit ? [cutRowsNote(limit, sorted.length, 'problem')] : [],
  }
}
