import type { TableSummary, Tables } from '../../../shared/protocol/table/table.ts'
import type { ViewState } from './state.ts'

/** The tables of a file or of the workspace, and which of them is shown. */
export class FileTables {
  isWorkspace = false
  /** What the extension has said last; undefined before its first answer. */
  latest: Tables | undefined

  constructor(private readonly state: ViewState) {}

  /** The table that is shown. */
  get current(): TableSummary | undefined {
    return this.latest?.tables.find(({ key }) => key === this.state.table)
  }

  /** The shown table; if there is no such table any more, the one with the most records. */
  get toShow(): TableSummary | undefined {
    return this.current ?? largestTable(this.latest?.tables ?? [])
  }
}

/** Whether a table has the headers of the file, which hold no data. */
export const isHeaders = ({ key }: TableSummary): boolean => key === '@DOC'

/** The table with the most records; that of headers only if there is no other. */
function largestTable(all: readonly TableSummary[]): TableSummary | undefined {
  const counts = all.map(table => (isHeaders(table) ? 0 : table.count))
  return all[counts.indexOf(Math.max(...counts))]
}
