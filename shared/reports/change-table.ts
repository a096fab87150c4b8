import type { ReportCell, ReportTable } from './filled-report.ts'
import type { ChangesInReport } from './report-source.ts'
import { cutRowsNote } from './rows-in-words.ts'
import { type ReportBlock, usualRows } from './template.ts'

/** What changed in the records of a block since a version, in the order of the files. */
export function changeTable(
  { tag, title, query: { limit = usualRows } }: ReportBlock,
  { since, changes }: ChangesInReport,
): ReportTable {
  const own = changes.filter(change => tag === undefined || change.tag === tag || tag.endsWith(`.${change.tag}`))
  const cell = (text: string): ReportCell => ({ text, isNumber: false })
  return {
    look: 'changes',
    title: title ?? `Changes since ${since}`,
    columns: ['change', 'record', 'fields', 'place'],
    rows: own
      .slice(0, limit)
      .map(({ what, tag: name, name: id, fields, file, line }) => [
        cell(what),
        cell(`${name} ${id}`.trim()),
        cell(fields),
        cell(`${file}:${line}`),
      ]),
    rowsAre: 'change',
    labelColumns: 0,
    valueColumns: [],
    notes: own.length > limit ? [cutRowsNote(limit, own.length, 'change')] : [],
  }
}
